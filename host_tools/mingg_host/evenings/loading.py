"""Reads evenings: from the records of a ledger, or from a session that is played.

evening = load("3")                      # number 3 of the archive
evening = load("0007-00.txt")            # a ledger's files, as they lie on a board
evening = load("evening.jsonl")          # a session in the interchange format
for deal in evening.deals: print(deal.number, deal.winner, deal.net)
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from mingg.core.counters.bank import new_bank
from mingg.core.deal.deal import Deal
from mingg.core.interchange.json_in import BadInput
from mingg.core.settlement.settle import Unpayable
from mingg.core.table.session import CORRECT, DEAL, LOST, PAY, START, UNDO, Session
from mingg.core.tiles.hand import parse as parse_hand
from mingg.evening.counters import holdings, moved
from mingg.evening.evening import Evening as State
from mingg.evening.lines import Chain, Line, difference
from mingg.evening.open import resume
from mingg.records.kinds import AFTER, BEFORE
from mingg.records.parse import read_kept, standing_after

from mingg_host.evenings.characters import of_name, whole_files
from mingg_host.evenings.evening import Adjusted, Evening, Gap, Paid, PlayedDeal
from mingg_host.evenings.ledger import EveningError, Json, Ledger, Place, Remark, WrongLine, in_words, line_of, read
from mingg_host.evenings.sources import Source, find
from mingg_host.scoring.interchange.memory_store import MemoryStore
from mingg_host.scoring.interchange.reasons import read_deal
from mingg_host.scoring.interchange.sessions import BadLine, SessionPlay
from mingg_host.scoring.json_text import parse

_STAYS = 3  # since this edition a correction changes its own deal alone


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
    evening = as_known(source)
    if evening.damage:
        place, problem = evening.damage[0]
        raise WrongLine(place, f"{problem}. `mingg ledger show` shows the other records.")
    return evening


def as_known(source: Source) -> Evening:
    """Returns an evening, whole or not. Its `damage` and `gaps` say what is missing.

    Raises EveningError if even the players and the rules are unknown.
    """
    ledger = source.ledger()
    if ledger is None:
        return of_session(source.session, source.name)
    return replace(of_ledger(ledger, source.name, source.number), when=source.when)


def of_ledger(ledger: Ledger, name: str, number: int = 0, lines: list[Json] | None = None) -> Evening:
    """Returns the evening of a ledger. lines: those of the session that it was made from, if it was. Raises
    EveningError if the players or the rules are unknown."""
    if ledger.head is None or ledger.session is None:
        raise WrongLine(*ledger.damaged[0])
    return _Counting(ledger, ledger.session, lines or session_of(ledger)).evening(of_name(name), number)


def session_of(ledger: Ledger) -> list[Json]:
    """Returns the lines of a ledger as a session, with the players' latest names."""
    head = ledger.head
    if head is None:
        return []
    lines = [line_of(record, head.called) for record in ledger.records.values()]
    return [{**head.line(), "names": head.called}, *lines]


# ---- a session's file ----


def of_session(data: bytes, name: str) -> Evening:
    """Returns the evening of a session's file, JSON Lines. Raises EveningError."""
    lines: list[tuple[Place, Any]] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            place = Place(name, number)
            try:
                lines.append((place, parse(line)))
            except BadInput as error:
                raise WrongLine(place, in_words(error)) from None
    if not lines:
        raise WrongLine(Place(name, 1), "the first line is missing. Add one with rules and names.")
    values = [value for _, value in lines]
    return of_ledger(read(_played(lines)), name, 0, values)


def make(evening: Evening) -> dict[str, bytes]:
    """Returns the files of a ledger with the evening's lines, by name. Its number is 1. Raises EveningError."""
    lines = [(Place(evening.name, number), line) for number, line in enumerate(evening.lines, 1)]
    files = _played(lines)
    written = of_ledger(read(files), evening.name)
    if (written.balances, written.trays, written.box) != (evening.balances, evening.trays, evening.box):
        raise EveningError(f"{evening.name}: its ledger would have other balances. Please report this fault of Mingg.")
    return whole_files(files)  # Python writes a character beyond U+FFFF as two halves


def _played(lines: list[tuple[Place, Any]]) -> dict[str, bytes]:
    """Plays a session on the firmware's evening, and returns the files of its ledger. Raises WrongLine."""
    place, head = lines[0]
    try:
        playing = SessionPlay(head)
        for place, line in lines[1:]:
            playing.line(line, place.line)
    except BadLine as error:
        raise WrongLine(place, f"{error.pointer + ': ' if error.pointer else ''}{error.message}") from None
    return playing.files


# ---- the records of a ledger ----


class _Counting(Chain):
    """Counts the deals of a ledger, each where it was played."""

    def __init__(self, ledger: Ledger, session: Session, lines: list[Json]) -> None:
        super().__init__(session)
        self._ledger = ledger
        self._session_lines = list(lines)
        self._indexes = {number: index for index, number in enumerate(ledger.records, 1)}  # of records in these lines
        self._names = ledger.head.called if ledger.head else []
        self._damage = list(ledger.damaged)
        self._balances = [START] * len(self._names)
        self._gained: dict[int, list[int]] = {}  # by number of a deal: by player, as it stood after the lines so far
        self._deals: list[PlayedDeal] = []
        self._undone: list[PlayedDeal] = []
        self._payments: list[Paid] = []
        self._adjusted: list[Adjusted] = []
        self._gaps: list[Gap] = []

    def record(self, number: int) -> Any:
        if number not in self._ledger.records:
            raise ValueError("lost")
        return self._ledger.records[number]

    def evening(self, name: str, number: int) -> Evening:
        for record in self._ledger.records.values():
            if record.kind == UNDO and len(self) and self[-1].kind == DEAL:
                self._take_back(self[-1])
            try:
                self.follow(record)
            except ValueError as error:
                self._wrong(record.number, error)
        state = self._end()
        self._count(state.session)
        now, whole = state.session, not self._damage
        held = self._holdings(state) if whole and now.counted() else None
        lines = self._session_lines if whole else self._session_lines[:1]
        return Evening(
            name=name,
            number=number,
            rules=now.rules.id,
            title=now.rules.title,
            options=lines[0].get("options", {}),
            names=self._names,
            lines=lines,
            deals=self._deals,
            undone=self._undone if whole else [],
            payments=self._payments,
            adjusted=self._adjusted,
            balances=self._by_name(now.balances),
            east=self._names[now.table.east],
            round=now.table.round_wind(),
            over=now.table.over(),
            trays=None if held is None else dict(zip(self._names, held.trays, strict=True)),
            box=None if held is None else held.box,
            damage=sorted(self._damage),
            gaps=self._gaps,
        )

    def _wrong(self, record: int, error: ValueError) -> None:
        self._damage.append(Remark(self._ledger.places[record], in_words(error)))

    def _by_name(self, points: list[int]) -> dict[str, int]:
        return dict(zip(self._names, points, strict=True))

    def _add(self, gains: list[int]) -> None:
        self._balances = [balance + gain for balance, gain in zip(self._balances, gains, strict=True)]

    def _end(self) -> State:
        """Returns the state of a board that has opened this ledger, and drops the lines of which it knows nothing."""
        state = State(MemoryStore())
        state.session = self.session.begun()
        for number, record in reversed(self._ledger.records.items()):
            try:
                resume(state, record)
                break
            except ValueError as error:
                self._wrong(number, error)
        while len(self) and self[-1].record > state.top:
            self._cut(len(self) - 1)
        return state

    def _holdings(self, state: State) -> Any:
        if state.held is None and state.top:
            bank = new_bank(state.session)
            return bank.holdings() if self.move(bank, state.session.balances) else None
        return holdings(state)

    def _count(self, now: Session) -> None:
        number = 0  # of the last deal so far
        last = None
        for line in self:
            names = self._names
            if line.kind == PAY:
                paid = self.record(line.record)
                gains = [0] * len(names)
                gains[paid.source], gains[paid.to] = -paid.points, paid.points
                self._add(gains)
                balances = self._by_name(self._balances)
                self._payments.append(
                    Paid(number, names[paid.source], names[paid.to], paid.points, line.record, balances)
                )
            elif line.kind == CORRECT:
                self._correct(line, number)
            elif line.kind == DEAL or (line.kind == LOST and (last is None or last[::2] != line[::2])):
                number += self._deal_or_gap(line, number)
            last = line
        if self._balances != now.balances or now.deals != number:
            at = (last.record if last else 0) + 1
            self._gaps.append(Gap(number + 1, max(0, now.deals - number), at, self._by_name(now.balances)))

    def _deal_or_gap(self, line: Line, number: int) -> int:
        """Counts a deal, or notes what is lost. Returns how many deals that are."""
        gap = self.gap(line) if line.kind == LOST else None
        deals = gap[1].deals - gap[0].deals if gap else 1
        gains = difference(*gap) if gap else None
        if deals == 1 and self._deal(line, gains):
            return 1
        if gains is None and self.record(line.record).after is not None:
            gains = difference(self.record(line.record).before, self.record(line.record).after)
        self._add(gains or [0] * len(self._names))
        self._gaps.append(Gap(number + 1, max(0, deals), line.record, self._by_name(self._balances)))
        return max(0, deals)

    def _deal(self, line: Line, lost: list[int] | None) -> bool:
        """Counts a deal as it stands now. lost: what it gave each player, if its record is lost. Returns False if it
        cannot be read."""
        try:
            session, found = self.find(line.number)
            if found.kind == LOST:
                return False
            deal = self._played(line.record, found.record, line.number, session)
            self._gained[line.number] = lost or (
                self._gains(line.record, session) if found != line else session.gains(deal.answer)
            )
        except ValueError as error:
            if line.kind == DEAL:
                self._wrong(line.record, error)
            return False
        self._add(session.gains(deal.answer))
        self._deals.append(replace(deal, balances=self._by_name(self._balances)))
        return True

    def _take_back(self, line: Line) -> None:
        record = self.record(line.record)
        session = self.session.begun()
        session.resume(record.before)
        try:
            deal = self._played(line.record, line.record, line.number, session)
            balances = standing_after(record, session).balances
        except ValueError as error:
            self._wrong(line.record, error)
        else:
            self._undone.append(replace(deal, balances=self._by_name(balances), undone=True))

    def _gains(self, record: int, before: Session) -> list[int]:
        """What a deal gives each player. record: it, or its correction."""
        return before.gains(before.answer(read_kept(self.record(record).keys, before)))

    def _played(self, line: int, record: int, number: int, before: Session) -> PlayedDeal:
        """Returns a deal without balances. line: its record; record: the one that has it as it stands now."""
        deal = read_kept(self.record(record).keys, before)
        deal.named = _possible(deal.named)
        return _counted(
            deal,
            before,
            self._names,
            number=number,
            line=line,
            corrected=record != line,
            deal=self._value(record),
            balances={},
        )

    def _value(self, record: int) -> Json:
        """The object of a deal in the interchange format."""
        line = self._session_lines[self._indexes[record]]
        deal: Json = line["deal"] if CORRECT in line else line
        return deal

    def _correct(self, line: Line, number: int) -> None:
        """Adds what a correction changed beside its own deal."""
        record = self.record(line.record)
        beside = difference(record.before, record.after)
        if line.number not in self._gained:
            self._add(beside)
            self._gaps.append(Gap(number + 1, 0, line.record, self._by_name(self._balances)))
            return
        before, _ = self.find(line.number)
        old, new = self._gained[line.number], self._gains(line.record, before)
        own = _minus(new, old)
        self._gained[line.number] = new
        beside = _minus(beside, own)
        self._add(beside)
        if any(beside):
            self._adjusted.append(
                Adjusted(line.number, line.record, self._by_name(beside), self._by_name(self._balances))
            )
        if self._is_explained(record, before, old):
            # The standing says nothing new, and another program need not know it.
            index = self._indexes[line.record]
            said = self._session_lines[index]
            self._session_lines[index] = {key: said[key] for key in said if key != AFTER}

    def _is_explained(self, record: Any, before: Session, gained: list[int]) -> bool:
        """True if a correction leads to the standing after it by its own deal alone."""
        session = self.session.begun()
        session.resume(record.before)
        if session.rules.edition >= _STAYS:
            return True
        session.correct(before, gained, read_kept(record.keys, before))
        if session.standing() != record.after._replace(held=None):
            return False
        held = record.before.held
        gains = difference(record.before, record.after)
        return record.after.held is None or held is None or moved(session, held, gains)[1] == record.after.held


def _counted(read: Deal, before: Session, names: list[str], **fields: Any) -> PlayedDeal:
    """Counts a deal. before: the Session before it; names: the present ones of the players; fields: the rest of
    PlayedDeal."""
    answer = before.answer(read)
    players = {seat: names[before.player(seat)] for seat in answer.net}
    return PlayedDeal(
        answer=answer,
        players=players,
        east=names[before.table.east],
        round=before.table.round_wind(),
        winner=None if read.winner is None else players[read.winner],
        net={players[seat]: gain for seat, gain in answer.net.items()},
        read=read,
        before=before,
        **fields,
    )


def corrected(deal: PlayedDeal, value: Json) -> PlayedDeal:
    """Returns a deal as it would stand after a correction. value: the corrected deal. Raises BadInput."""
    before = deal.before
    read = read_deal(value, before.rules, before.table.round_wind())
    try:
        now = _counted(
            read,
            before,
            list(deal.balances),
            number=deal.number,
            line=deal.line,
            corrected=True,
            deal=value,
            balances={},
        )
    except Unpayable as error:
        raise BadInput(f"/{error.key}", str(error)) from None
    balances = {name: points + now.net.get(name, 0) - deal.net.get(name, 0) for name, points in deal.balances.items()}
    return replace(now, balances=balances)


def _minus(now: list[int], then: list[int]) -> list[int]:
    return [one - other for one, other in zip(now, then, strict=True)]


def _possible(named: dict[str, str]) -> dict[str, str]:
    """Returns the known tiles of hands, without impossible ones."""
    known = {}
    for seat, tiles in named.items():
        try:
            parse_hand(tiles)
        except ValueError:
            continue
        known[seat] = tiles
    return known


# ---- checks ----


def remarks(source: Source) -> tuple[list[Remark], list[Remark], int]:
    """Returns damage, remarks about other oddities, and the number of records.

    If no record is missing, it compares the balances in every record with what its line gives.
    """
    ledger = source.ledger()
    if ledger is None:
        try:
            return [], [], len(of_source(source).lines) - 1
        except WrongLine as error:
            return [error.remark], [], 0
    damaged = ledger.damaged
    if not damaged:
        evening = of_ledger(ledger, source.name)
        damaged = evening.damage or _contradictions(ledger, evening)
    return damaged, sorted([*ledger.torn, *ledger.marked]), len(ledger.texts)


def _contradictions(ledger: Ledger, evening: Evening) -> list[Remark]:
    """Plays the lines again, and compares the balances in every record."""
    try:
        played = read(_played([(Place(evening.name, 1), line) for line in evening.lines]))
    except WrongLine as error:
        return [error.remark]
    remarks = []
    for number, record in ledger.records.items():
        for key in (BEFORE, AFTER):
            said, counted = getattr(record, key), getattr(played.records[number], key)
            if said is not None and said.balances != counted.balances:
                message = f"has the balances {said.balances} {key} it, but its lines give {counted.balances}"
                remarks.append(Remark(ledger.places[number], f"record {number} {message}"))
    return remarks
