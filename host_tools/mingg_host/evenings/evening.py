"""An evening as data: players, rules, and every deal with its score, counted by the firmware's own core.

evening = load("3")                      # number 3 of the archive
evening = load("0007-00.txt")            # a ledger's files, as they lie on a board
evening = load("evening.jsonl")          # a session in the interchange format
for deal in evening.deals: print(deal.number, deal.winner, deal.net)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mingg.core.deal.deal import Answer
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.kept import NAMED as TILES_KNOWN
from mingg.core.interchange.stood import AFTER, BEFORE
from mingg.core.table.session import CORRECT, DEAL, PAY, START
from mingg.core.tiles.hand import parse as parse_hand

from mingg_host.evenings.characters import of_name
from mingg_host.evenings.records import (
    EveningError,
    Json,
    Ledger,
    Place,
    Remark,
    WrongLine,
    called,
    renamed,
    stripped,
    stripped_head,
)
from mingg_host.evenings.sources import Source, find
from mingg_host.scoring.interchange.sessions import BadLine, Played, SessionPlay
from mingg_host.scoring.json_text import parse

__all__ = ["Adjusted", "Evening", "EveningError", "Gap", "Paid", "PlayedDeal", "load"]

SessionLines = list[tuple[Place, Json]]  # a session's lines
Known = dict[int, dict[str, str]]  # tiles by seat, by the number of a line


@dataclass(frozen=True)
class PlayedDeal:
    """A valid deal, or one that was taken back.

    number     from 1, among the valid deals
    line       its line in the evening, from 0 (the head)
    deal       the object of the interchange format; of a corrected deal, the correction
    answer     of the core; answer.net and answer.payments go by seat
    players    name by seat ("out": the fifth player, who sits out)
    east       the dealer's name; round: "E" "S" "W" "N"
    winner     name, or None if nobody won
    net        points gained, by name
    balances   by name, after the deal
    corrected  True if it replaced another entry; undone: True if it was taken back and does not count
    streak     deals that East has won in a row, with this one
    known      by seat, tiles that are known besides the card, in the notation of hands
    """

    number: int
    line: int
    deal: Json
    answer: Answer
    players: dict[str, str]
    east: str
    round: str
    winner: str | None
    net: dict[str, int]
    balances: dict[str, int]
    corrected: bool = False
    undone: bool = False
    streak: int = 0
    known: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Paid:
    """A valid payment beside the deals. after: the number of valid deals before it. balances: by name, after it."""

    after: int
    source: str
    to: str
    points: int
    line: int
    balances: dict[str, int]

    @property
    def net(self) -> dict[str, int]:
        """Points gained, by name."""
        return {self.source: -self.points, self.to: self.points}


@dataclass(frozen=True)
class Adjusted:
    """Points beside the deals. Older firmware counted later deals again after the correction of deal `number`, perhaps
    for other players. net, balances: by name, gained by it and after it. line: of the correction."""

    number: int
    line: int
    net: dict[str, int]
    balances: dict[str, int]

    def __str__(self) -> str:
        return f"older firmware counted later deals again after deal {self.number} was corrected"


@dataclass(frozen=True)
class Gap:
    """Lost records. first, deals: the first lost deal and the number of lost deals (0: other records). line: as for a
    deal. balances: by name, after them."""

    first: int
    deals: int
    line: int
    balances: dict[str, int]

    def __str__(self) -> str:
        last = self.first + self.deals - 1
        if not self.deals:
            return f"records after deal {self.first - 1} are lost" if self.first > 1 else "the first records are lost"
        return f"deal {last} is lost" if self.deals == 1 else f"deals {self.first} to {last} are lost"


@dataclass(frozen=True)
class Evening:
    """name      "evening 7", or the file's name
    number    in the archive, or on the board; 0 if it has none
    rules     the rule set's id; title: for people
    options   the options that were set, as in the interchange format
    names     of the players now, the first East first
    lines     the session in the interchange format, the head first
    deals     the valid deals, in order
    undone    deals that were taken back
    payments  the valid payments beside the deals
    adjusted  points of corrections that older firmware made
    balances  by name, at the end; east: the next dealer; round: of the next deal; over: True if the game is
    trays     counters by name, and box; None without counters
    when      the day it was added to the archive, ISO 8601 (a board has no clock); "" if it is not in one
    damage    damaged places with file and line; empty for a whole evening
    gaps      lost records. Then lines has only the head, and undone, trays and box are unknown
    """

    name: str
    number: int
    rules: str
    title: str
    options: Json
    names: list[str]
    lines: list[Json]
    deals: list[PlayedDeal]
    undone: list[PlayedDeal]
    payments: list[Paid]
    balances: dict[str, int]
    east: str
    round: str
    over: bool
    trays: dict[str, list[int]] | None = None
    box: list[int] | None = None
    when: str = ""
    adjusted: list[Adjusted] = field(default_factory=list)
    damage: list[Remark] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    @property
    def history(self) -> list[PlayedDeal | Paid | Adjusted | Gap]:
        """Returns all deals, also those taken back, the valid payments, adjustments and gaps, in the order of entry."""
        entries: list[PlayedDeal | Paid | Adjusted | Gap] = [
            *self.deals,
            *self.undone,
            *self.payments,
            *self.adjusted,
            *self.gaps,
        ]
        return sorted(entries, key=lambda entry: entry.line)


def load(reference: str | int | Path, archive: Path | None = None) -> Evening:
    """Reads one evening. Raises EveningError.

    reference: its number in the archive, or a path: a session's file, a ledger's file (the other segments are beside
    it), a folder or a backup with one evening. archive: None for the user's own.
    """
    sources = find(reference, archive)
    if len(sources) != 1:
        names = ", ".join(source.name for source in sources) or "none"
        raise EveningError(f"{reference}: there are {len(sources)} evenings ({names}). Name one of them.")
    return of_source(sources[0])


def of_source(source: Source) -> Evening:
    """Returns the evening of a source. Raises EveningError if it is not whole."""
    ledger = source.ledger()
    if ledger is None:
        return of_session(source.session, source.name)
    return replace(of_ledger(ledger, source.name, source.number), when=source.when)


def remarks(source: Source) -> tuple[list[Remark], list[Remark], int]:
    """Returns damage, remarks about other oddities, and the number of records.

    If no record is missing, it plays every line and compares the balances with those in the ledger.
    """
    ledger = source.ledger()
    if ledger is None:
        try:
            return [], [], len(of_source(source).lines) - 1
        except WrongLine as error:
            return [error.remark], [], 0
    damaged = ledger.damaged
    if not damaged:
        try:
            damaged = _held_against(ledger)
        except WrongLine as error:
            damaged = [error.remark]
    return damaged, sorted([*ledger.torn, *ledger.marked]), len(ledger.records)


def _held_against(ledger: Ledger) -> list[Remark]:
    lines = session_of(ledger)
    playing = _Playing(lines[0][1], lines[0][0])
    remarks = []
    balances = list(playing.session.balances)
    for number, (record, (place, value)) in enumerate(zip(ledger.records, lines[1:], strict=True), 1):
        before = balances
        playing.add(value, number, place)
        balances = list(playing.session.balances)
        for key, counted in ((BEFORE, before), (AFTER, balances)):
            state = record.value.get(key)
            recorded = state.get("balances", counted) if isinstance(state, dict) else counted
            if recorded != counted:
                message = f"record {record.number} has the balances {recorded} {key} it, but its lines give {counted}"
                remarks.append(Remark(place, message))
    return remarks


def of_ledger(ledger: Ledger, name: str, number: int = 0) -> Evening:
    """Returns the evening of a ledger. Raises EveningError if records are lost."""
    if ledger.damaged:
        place, problem = ledger.damaged[0]
        raise WrongLine(place, f"{problem}. `mingg ledger show` shows the other records.")
    known = {line: known_tiles(record.value) for line, record in enumerate(ledger.records, 1)}
    return of_lines(session_of(ledger), name, number, known)


def known_tiles(record: Json) -> dict[str, str]:
    """Returns the tiles in a ledger's record that are known besides the cards, by seat. Skips impossible ones."""
    deal = record.get("deal", record)
    by_seat = deal.get(TILES_KNOWN) if isinstance(deal, dict) else None
    known = {}
    for seat, tiles in by_seat.items() if isinstance(by_seat, dict) else ():
        try:
            parse_hand(str(tiles))
        except ValueError:
            continue
        if isinstance(tiles, str):
            known[seat] = tiles
    return known


def session_of(ledger: Ledger) -> SessionLines:
    """Returns the lines of a whole ledger as a session, with the players' latest names."""
    head = ledger.head or {}
    names = called(head)
    start = ledger.records[0].place.file if ledger.records else ""
    lines = [(Place(start, 1), renamed(stripped_head(head), names))]
    lines += [(record.place, renamed(stripped(record.value), names)) for record in ledger.records]
    return lines


def of_session(data: bytes, name: str) -> Evening:
    """Returns the evening of a session's file, JSON Lines. Raises EveningError."""
    return of_lines(read_lines(data, name), name)


def read_lines(data: bytes, name: str) -> SessionLines:
    """Returns the lines of a session's file without blank ones. Raises EveningError."""
    lines = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            place = Place(name, number)
            try:
                value: Any = parse(line)
            except BadInput as error:
                raise _wrong(place, error) from None
            lines.append((place, value))
    if not lines:
        raise WrongLine(Place(name, 1), "the first line is missing. Add one with rules and names.")
    return lines


def of_lines(lines: SessionLines, name: str, number: int = 0, known: Known | None = None) -> Evening:
    """Returns the evening of a session's lines with their places. Raises EveningError for the first wrong line.

    known: by number of the line (from 1), tiles that are known besides the cards.
    """
    playing = _Playing(lines[0][1], lines[0][0], known)
    for line, (place, value) in enumerate(lines[1:], 1):
        playing.add(value, line, place)
    return playing.evening(of_name(name), number, [value for _, value in lines])


def played(deal: Played, number: int, names: list[str], balances: list[int], known: dict[str, str]) -> PlayedDeal:
    """Returns a PlayedDeal. names: the latest names of the players. balances: by player, after the deal."""
    before, winner = deal.before, deal.deal.winner
    players = {seat: names[before.player(seat)] for seat in deal.answer.net}
    return PlayedDeal(
        number=number,
        line=deal.line,
        deal=deal.value,
        answer=deal.answer,
        players=players,
        east=names[before.table.east],
        round=before.table.round_wind(),
        winner=None if winner is None else players[winner],
        net={players[seat]: gain for seat, gain in deal.answer.net.items()},
        balances=dict(zip(names, balances, strict=True)),
        corrected=deal.record != deal.line,
        streak=deal.deal.streak,
        known=known,
    )


class _Playing(SessionPlay):
    """Plays the lines of an evening, and collects the deals that were taken back."""

    def __init__(self, head: Json, place: Place, known: Known | None = None) -> None:
        self._known = known or {}
        self._undone: list[PlayedDeal] = []
        try:
            super().__init__(head)
        except BadLine as error:
            raise _wrong(place, error) from None

    def add(self, value: Any, number: int, place: Place) -> None:
        """Plays a line. number: of the line, from 1. Raises WrongLine."""
        undoes = isinstance(value, dict) and "undo" in value and self.entries and self.entries[-1].kind == DEAL
        last = self._deal_of(len(self.played), self.session.balances) if undoes else None
        try:
            self.line(value, number)
        except BadLine as error:
            raise _wrong(place, error) from None
        if last is not None:
            self._undone.append(replace(last, undone=True))

    def _deal_of(self, number: int, balances: list[int]) -> PlayedDeal:
        deal = self.played[number - 1]
        return played(deal, number, self.session.names, balances, self._known.get(deal.record, {}))

    def evening(self, name: str, number: int, lines: list[Json]) -> Evening:
        names = self.session.names
        balances = [START] * len(names)
        deals: list[PlayedDeal] = []
        payments: list[Paid] = []
        adjusted: list[Adjusted] = []
        lines = list(lines)
        for entry in self.entries:
            if entry.kind == DEAL:
                deal = self.played[len(deals)]
                balances = _sum(balances, deal.before.gains(deal.answer))
                deals.append(self._deal_of(len(deals) + 1, balances))
            elif entry.kind == PAY:
                source, to, points = entry.value[:3]
                balances = list(balances)
                balances[source] -= points
                balances[to] += points
                now = dict(zip(names, balances, strict=True))
                payments.append(Paid(len(deals), names[source], names[to], points, entry.number, now))
            elif entry.kind == CORRECT:
                index, _, beside = entry.value
                if beside is None:
                    # The standing says nothing new, and another program need not know it.
                    lines[entry.number] = {key: value for key, value in lines[entry.number].items() if key != AFTER}
                elif any(beside):
                    balances = _sum(balances, beside)
                    net, now = (dict(zip(names, points, strict=True)) for points in (beside, balances))
                    adjusted.append(Adjusted(index + 1, entry.number, net, now))
        stands = self.stands()
        return Evening(
            name=name,
            number=number,
            rules=self.session.rules.id,
            title=self.session.rules.title,
            options=lines[0].get("options", {}),
            names=names,
            lines=lines,
            deals=deals,
            undone=self._undone,
            payments=payments,
            adjusted=adjusted,
            balances=stands["balances"],
            east=stands["east"],
            round=stands["round"],
            over=stands["over"],
            trays=stands.get("trays"),
            box=stands.get("box"),
        )


def _sum(balances: list[int], gains: list[int]) -> list[int]:
    return [balance + gain for balance, gain in zip(balances, gains, strict=True)]


def _wrong(place: Place, error: BadInput | BadLine) -> WrongLine:
    return WrongLine(place, f"{error.pointer + ': ' if error.pointer else ''}{error.message}")
