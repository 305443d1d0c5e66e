"""An evening as data: players, rules, and every deal with its score, counted by the firmware's own core.

The records of a ledger are counted where they were played. A session is played first, and then has a ledger, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from mingg.core.deal.deal import Answer, Deal
from mingg.core.table.session import CORRECT, DEAL, LOST, PAY, SWAP, UNDO, Session, difference, person_of
from mingg.evening.lines import Line
from mingg.records.kinds import AFTER, BEFORE
from mingg.records.parse import read_kept
from mingg_scoring.interchange.answers import payable, read_deal
from mingg_scoring.interchange.chain import IndexedChain
from mingg_scoring.json_answers import Played, lines_of, played
from mingg_scoring.json_text import MinggError, brief
from mingg_scoring.texts import Words

from mingg_host.evenings.ledger import EveningError, Json, Ledger, Remark, in_words


@dataclass
class _Event:
    """What changed the balances. line: the number of its record. balances: by name, after it."""

    line: int
    balances: dict[str, int]


@dataclass
class PlayedDeal(_Event):
    """A valid deal, or one that was taken back.

    number     from 1, among the valid deals
    deal       the Deal of the core; of a corrected deal, the correction
    before     the Session before it, with the present names of the players
    answer     of the core; answer.net and answer.payments go by seat
    corrected  True if it replaced another entry; undone: True if it was taken back and does not count
    players    names by seat ("out": the fifth player, who sits out)
    net        points gained, by name
    east       the dealer's name; round: the round wind, "E" "S" "W" "N"
    winner     the winner's name, or None if nobody won
    source     the name of the player whose tile won, or None: the winner drew it, or the source is unknown
    """

    number: int
    deal: Deal
    before: Session
    answer: Answer
    corrected: bool = False
    undone: bool = False

    def __post_init__(self) -> None:
        before, winner, win = self.before, self.deal.winner, self.deal.win
        self.players = {seat: before.names[before.player(seat)] for seat in self.answer.net}
        self.net = {self.players[seat]: gain for seat, gain in self.answer.net.items()}
        self.east, self.round = before.names[before.table.east], before.table.round_wind()
        self.winner = None if winner is None else self.players[winner]
        self.source = None if win is None or win.source is None else self.players[win.source]
        self.played = Played(before.rules, self.deal, self.answer)

    def named(self, names: Mapping[str, str]) -> PlayedDeal:
        """Returns the deal under other names. names: by those that the players have in it."""
        if all(name == other for name, other in names.items()):
            return self
        before = copy(self.before)
        before.names = [names[name] for name in before.names]
        balances = {names[name]: points for name, points in self.balances.items()}
        return replace(self, before=before, balances=balances)


@dataclass
class Paid(_Event):
    """A valid payment beside the deals."""

    source: str
    to: str
    points: int

    @property
    def net(self) -> dict[str, int]:
        """Points gained, by name."""
        return {self.source: -self.points, self.to: self.points}


@dataclass
class Swapped(_Event):
    """Two players changed places in all deals; the deals before name them where they sat in truth."""

    one: str
    other: str

    @property
    def net(self) -> dict[str, int]:
        """Points gained, by name: none."""
        return {self.one: 0, self.other: 0}

    def told(self, say: Callable[..., str]) -> str:
        """Says what happened. say: of Words."""
        return say("swapped", self.one, self.other)

    def __str__(self) -> str:
        return self.told(Words().say)


@dataclass
class Gap(_Event):
    """Lost records. first, deals: the first lost deal and the number of lost deals (0: other records)."""

    first: int
    deals: int

    def told(self, say: Callable[..., str]) -> str:
        """Says what is lost. say: of Words."""
        if not self.deals:
            return say("gap after", self.first - 1) if self.first > 1 else say("gap first")
        return (
            say("gap deal", self.first)
            if self.deals == 1
            else say("gap deals", self.first, self.first + self.deals - 1)
        )

    def __str__(self) -> str:
        return self.told(Words().say)


Event = PlayedDeal | Paid | Swapped | Gap


class Evening:
    """name      "evening 7", or the file's name
    number    in the archive, or on the board; 0 if it has none
    rules     the Rules in force; rules.id and rules.title name them
    names     of the players now, the first East first
    lines     the session in the interchange format, the head first; options: those that were set
    history   all deals, also those taken back, the valid payments, swaps and gaps, in the order of entry
    counted   the history without deals that were taken back (undone); deals, payments, gaps: those in it
    balances  by name, at the end; began: at the beginning
    earlier   how many deals were played before it, if it goes on from another evening, under other rules; else 0
    goes_on   it goes on from another evening
    agreed    [(number of a deal, Rules)]: the rules in force from that deal on, the first ones first
    east      the next dealer; round: of the next deal; over: True if the game is
    damage    damaged places with file and line; empty for a whole evening. Otherwise lines has only the head, and
              history no deal that was taken back
    when      the day it was added to the archive, ISO 8601 (a board has no clock); "" if it is not in one
    """

    def __init__(self, ledger: Ledger) -> None:
        """The evening of a ledger, whole or not: see damage. Raises EveningError if even the players and the rules
        are unknown."""
        if ledger.head is None or ledger.session is None:
            raise EveningError(str(ledger.damaged[0]))
        replay = _Replay(ledger, ledger.session, ledger.names)
        now = replay.end()
        replay.count(now)
        self.name = os.fsencode(ledger.name).decode("utf-8", "replace")  # a file name may be no text
        self.number, self.when = ledger.number, ledger.when
        self.rules: Any = now.rules
        self.agreed: list[tuple[int, Any]] = [(now.earlier + 1, now.rules)]
        self.names = now.names
        self.balances = replay.by_name(now.balances)
        self.began = replay.by_name(now.begun().balances)
        self.goes_on, self.earlier = now.start is not None, now.earlier
        self.east = now.names[now.table.east]
        self.round = now.table.round_wind()
        self.over = now.table.over()
        self.damage = sorted(replay.damage)
        self.lines = ledger.session_lines()
        self.options: Json = self.lines[0].get("options", {})
        self.history = sorted(replay.events, key=lambda event: event.line)
        self.counted = [event for event in self.history if not (isinstance(event, PlayedDeal) and event.undone)]
        self.undone = [event for event in self.history if isinstance(event, PlayedDeal) and event.undone]
        if self.damage:
            self.lines, self.history, self.undone = self.lines[:1], self.counted, []
        self.deals = [event for event in self.counted if isinstance(event, PlayedDeal)]
        self.payments = [event for event in self.counted if isinstance(event, Paid)]
        self.gaps = [event for event in self.counted if isinstance(event, Gap)]

    def whole(self) -> Evening:
        """Returns the evening. Raises EveningError if it is not whole."""
        if self.damage:
            raise EveningError(f"{self.damage[0]}. `mingg ledger show` shows the other records.")
        return self

    def _go_on(self, part: Evening) -> None:
        """Adds an evening that goes on from this one."""
        if self.number and part.number:
            self.name += f" and {part.number}"
        for name in ("rules", "options", "balances", "east", "round", "over"):
            setattr(self, name, getattr(part, name))
        for name in ("agreed", "damage", "history", "counted", "undone", "deals", "payments", "gaps"):
            getattr(self, name).extend(getattr(part, name))


def joined(parts: Sequence[Ledger]) -> Evening:
    """Returns an evening whose parts have different rules: each part goes on from the one before. The players have the
    names of the last one. `lines` are those of the first part. Raises EveningError as Evening does."""
    for ledger in parts:
        ledger.names = parts[-1].names
    first, *others = map(Evening, parts)
    for part in others:
        first._go_on(part)
    return first


# ---- a session's file ----


def of_session(data: bytes, name: str) -> Ledger:
    """Returns the ledger of a session's file, JSON Lines. Raises EveningError."""
    try:
        lines = list(lines_of(data))
        ledger = Ledger(played(lines).files, name)
    except MinggError as error:
        raise EveningError(str(_remark(name, error))) from None
    ledger.made_of = [line for _, line in lines]
    return ledger


def _remark(name: str, error: MinggError) -> Remark:
    return Remark(name, error.line or 1, ": ".join(filter(None, (brief(error.at), error.message))))


# ---- the records of a ledger ----


class _Replay(IndexedChain):
    """Counts the deals of a ledger, each where it was played. names: the players' latest ones."""

    def __init__(self, ledger: Ledger, session: Session, names: list[str]) -> None:
        super().__init__(session)
        self.session.names = names
        self.damage = list(ledger.damaged)
        self.events: list[Event] = []
        self._ledger = ledger
        self._balances = self.session.balances
        self._gained: dict[int, list[int]] = {}  # by number of a deal: by player, as it stood after the lines so far
        self._follow_all()

    def record(self, number: int) -> Any:
        if number not in self._ledger.records:
            raise ValueError("lost")
        return self._ledger.records[number]

    def _follow_all(self) -> None:
        """Finds which lines stand, and notes the deals that were taken back."""
        for record in self._ledger.records.values():
            try:
                if record.kind == UNDO and len(self) and self[-1].kind == DEAL:
                    self._take_back(self[-1])
            except ValueError as error:
                self._wrong(self[-1].record, error)
            try:
                self.follow(record)
            except ValueError as error:
                self._wrong(record.number, error)

    def end(self) -> Session:
        """Returns the session of a board that has opened this ledger, and drops the lines of which it knows nothing."""
        records = self._ledger.records
        if not records:
            return self.session.begun()
        last = records[max(records)]
        while len(self) and self[-1].record > (last.on if last.kind == UNDO else last.number):
            self._cut(len(self) - 1)
        return self.session.at(last.after)

    def count(self, now: Session) -> None:
        """Makes an event of each line that stands. now: the session at the end."""
        number = now.earlier  # of the last deal so far
        last = None
        names = now.names
        people = {person_of(now.sits, player): name for player, name in enumerate(names)}
        for line in self:
            if line.kind == PAY:
                source, to, points = self.record(line.record).what[0]
                gains = [0] * len(names)
                gains[source], gains[to] = -points, points
                self._add(Paid, line, gains, names[source], names[to], points)
            elif line.kind == SWAP:
                swap = self.record(line.record)
                one, other = (people[person_of(swap.after.sits, player)] for player in swap.what[0])
                self._add(Swapped, line, [0] * len(names), one, other)
            elif line.kind == CORRECT:
                self._correct(line, number)
            elif line.kind == DEAL or (line.kind == LOST and (last is None or last[::2] != line[::2])):
                number += self._deal_or_gap(line, number)
            last = line
        if self._balances != now.balances or now.deals != number:
            at = (last.record if last else 0) + 1
            self.events.append(Gap(at, self.by_name(now.balances), number + 1, max(0, now.deals - number)))

    def by_name(self, points: list[int]) -> dict[str, int]:
        return dict(zip(self.session.names, points, strict=True))

    def _wrong(self, record: int, error: ValueError) -> None:
        self.damage.append(Remark(*self._ledger.places[record], in_words(error)))

    def _add(self, kind: Callable[..., Event], line: Line, gains: list[int], *values: Any) -> None:
        """Adds an event with these gains. values: its fields after the balances."""
        self._balances = [balance + gain for balance, gain in zip(self._balances, gains, strict=True)]
        self.events.append(kind(line.record, self.by_name(self._balances), *values))

    def _deal_or_gap(self, line: Line, number: int) -> int:
        """Counts a deal, or notes what is lost. Returns how many deals that are."""
        deals, gains = 1, [0] * len(self._balances)
        try:
            if line.kind == LOST:
                before, after = self.gap(line)
                deals = max(0, int(after.deals - before.deals))
            else:
                record = self.record(line.record)
                before, after = record.before, record.after
            gains = difference(before, after)
            if deals == 1 and self._deal(line, gains):
                return 1
        except ValueError as error:
            if line.kind == DEAL:
                self._wrong(line.record, error)
        self._add(Gap, line, gains, number + 1, deals)
        return deals

    def _deal(self, line: Line, gained: list[int]) -> bool:
        """Counts a deal as it stands now. gained: what it gave each player at first. Returns False if it is lost.
        Raises ValueError if it cannot be read."""
        session, found = self.find(line.number)
        if found.kind == LOST:
            return False
        deal, answer = self._read(found.record, session)
        self._gained[line.number] = gained
        is_corrected = found.record != line.record
        self._add(PlayedDeal, line, session.gains(answer), line.number, deal, session, answer, is_corrected)
        return True

    def _take_back(self, line: Line) -> None:
        record = self.record(line.record)
        session = self.session.at(record.before)
        deal, answer = self._read(line.record, session)
        balances = self.by_name(record.after.balances)
        self.events.append(PlayedDeal(line.record, balances, line.number, deal, session, answer, undone=True))

    def _read(self, record: int, before: Session) -> tuple[Deal, Answer]:
        """Returns the deal of a record, and its answer. Raises ValueError."""
        deal = read_kept(self.record(record).what[-1], before)
        return deal, before.answer(deal)

    def _correct(self, line: Line, number: int) -> None:
        """Adds what a correction changed beside its own deal: lost records had changed it."""
        record = self.record(line.record)
        beside = difference(record.before, record.after)
        if line.number in self._gained:
            before, _ = self.find(line.number)
            old = self._gained[line.number]
            try:
                new = before.gains(self._read(line.record, before)[1])
            except ValueError as error:
                self._wrong(line.record, error)
                new = [then + each for then, each in zip(old, beside, strict=True)]
            self._gained[line.number] = new
            beside = [each - (now - then) for each, now, then in zip(beside, new, old, strict=True)]
        if any(beside):
            self._add(Gap, line, beside, number + 1, 0)


def corrected(deal: PlayedDeal, value: Json) -> PlayedDeal:
    """Returns a deal as it would stand after a correction. value: the corrected deal. Raises BadInput."""
    read = read_deal(value, deal.before.rules, deal.round)
    now = replace(deal, deal=read, answer=payable(deal.before.answer, read), corrected=True)
    balances = {name: points + now.net.get(name, 0) - deal.net.get(name, 0) for name, points in deal.balances.items()}
    return replace(now, balances=balances)


def check(ledger: Ledger) -> list[Remark]:
    """Returns what is missing or impossible in a ledger. If no record is missing, plays its lines again, and compares
    the balances in every record with what its line gives."""
    evening = None if ledger.damaged else Evening(ledger)
    if evening is None or evening.damage:
        return evening.damage if evening else ledger.damaged
    try:
        again = Ledger(played(enumerate(evening.lines, 1)).files)
    except MinggError as error:
        return [_remark(evening.name, error)]
    remarks = []
    for record, replayed in zip(ledger.played(), again.records.values(), strict=True):
        for key in (BEFORE, AFTER):
            said, counted = getattr(record, key), getattr(replayed, key)
            if said is not None and said.balances != counted.balances:
                message = f"has the balances {said.balances} {key} it, but its lines give {counted.balances}"
                remarks.append(Remark(*ledger.places[record.number], f"record {record.number} {message}"))
    return remarks
