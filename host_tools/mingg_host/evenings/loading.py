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
from mingg.core.hand.hand import parse as parse_hand
from mingg.core.interchange.json_in import BadInput
from mingg.core.settle.seldom import Unpayable
from mingg.core.table.session import CORRECT, DEAL, LOST, PAY, UNDO, Session, difference
from mingg.evening.counters import holdings, moved
from mingg.evening.evening import Evening as State
from mingg.evening.lines import STAYS, Chain, Line
from mingg.evening.open import resume
from mingg.records.kinds import AFTER, BEFORE
from mingg.records.parse import read_kept, standing_after
from mingg_scoring.interchange.answers import read_deal
from mingg_scoring.interchange.sessions import BadLine, MemoryStore, SessionPlay
from mingg_scoring.json_answers import lines_of
from mingg_scoring.json_text import MinggError

from mingg_host.evenings.characters import of_name, whole_files
from mingg_host.evenings.evening import Adjusted, Evening, Event, Gap, Paid, PlayedDeal
from mingg_host.evenings.ledger import EveningError, Json, Ledger, Place, Remark, WrongLine, in_words, line_of, read
from mingg_host.evenings.sources import Source, find


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
    counting = _Counting(ledger, ledger.head.called, ledger.session, lines or session_of(ledger))
    return counting.evening(of_name(name), number)


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
    try:
        lines = [(Place(name, number), line) for number, line in lines_of(data)]
    except MinggError as error:
        raise WrongLine(Place(name, error.line or 1), ": ".join(filter(None, (error.place, error.message)))) from None
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

    def __init__(self, ledger: Ledger, names: list[str], session: Session, lines: list[Json]) -> None:
        super().__init__(session)
        self.session.names = names
        self._ledger = ledger
        self._lines_of = dict(zip((0, *ledger.records), lines, strict=True))  # of the session, by record; 0: the head
        self._damage = list(ledger.damaged)
        self._balances = self.session.balances
        self._gained: dict[int, list[int]] = {}  # by number of a deal: by player, as it stood after the lines so far
        self._events: list[Event] = []

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
        now = state.session
        self._count(now)
        whole = not self._damage
        held = self._holdings(state) if whole and now.counted() else None
        if not whole:
            self._events = [event for event in self._events if not (isinstance(event, PlayedDeal) and event.undone)]
        return Evening(
            name=name,
            number=number,
            rules=now.rules,
            names=now.names,
            lines=list(self._lines_of.values()) if whole else [self._lines_of[0]],
            history=sorted(self._events, key=lambda event: event.line),
            balances=self._by_name(now.balances),
            east=now.names[now.table.east],
            round=now.table.round_wind(),
            over=now.table.over(),
            trays=None if held is None else dict(zip(now.names, held.trays, strict=True)),
            box=None if held is None else held.box,
            damage=sorted(self._damage),
        )

    def _wrong(self, record: int, error: ValueError) -> None:
        self._damage.append(Remark(self._ledger.places[record], in_words(error)))

    def _by_name(self, points: list[int]) -> dict[str, int]:
        return dict(zip(self.session.names, points, strict=True))

    def _add(self, gains: list[int]) -> dict[str, int]:
        """Returns the balances after these gains."""
        self._balances = [balance + gain for balance, gain in zip(self._balances, gains, strict=True)]
        return self._by_name(self._balances)

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
        names = now.names
        for line in self:
            if line.kind == PAY:
                paid = self.record(line.record)
                gains = [0] * len(names)
                gains[paid.source], gains[paid.to] = -paid.points, paid.points
                balances = self._add(gains)
                self._events.append(Paid(names[paid.source], names[paid.to], paid.points, line.record, balances))
            elif line.kind == CORRECT:
                self._correct(line, number)
            elif line.kind == DEAL or (line.kind == LOST and (last is None or last[::2] != line[::2])):
                number += self._deal_or_gap(line, number)
            last = line
        if self._balances != now.balances or now.deals != number:
            at = (last.record if last else 0) + 1
            self._events.append(Gap(number + 1, max(0, now.deals - number), at, self._by_name(now.balances)))

    def _deal_or_gap(self, line: Line, number: int) -> int:
        """Counts a deal, or notes what is lost. Returns how many deals that are."""
        if line.kind == LOST:
            before, after = self.gap(line)
            deals = max(0, int(after.deals - before.deals))
        else:
            deals, record = 1, self.record(line.record)
            before, after = record.before, record.after
        gains = None if after is None else difference(before, after)
        if deals != 1 or not self._deal(line, gains):
            balances = self._add(gains or [0] * len(self._balances))
            self._events.append(Gap(number + 1, deals, line.record, balances))
        return deals

    def _deal(self, line: Line, gained: list[int] | None) -> bool:
        """Counts a deal as it stands now. gained: what it gave each player at first, if its record or those around it
        say so. Returns False if it cannot be read."""
        try:
            session, found = self.find(line.number)
            if found.kind == LOST:
                return False
            deal = self._read(found.record, session)
            answer = session.answer(deal)
            self._gained[line.number] = gained or self._gains(line.record, session)
        except ValueError as error:
            if line.kind == DEAL:
                self._wrong(line.record, error)
            return False
        balances = self._add(session.gains(answer))
        is_corrected = found.record != line.record
        self._events.append(PlayedDeal(line.number, line.record, deal, session, answer, balances, is_corrected))
        return True

    def _take_back(self, line: Line) -> None:
        record = self.record(line.record)
        session = self.session.at(record.before)
        try:
            deal = self._read(line.record, session)
            answer = session.answer(deal)
            balances = self._by_name(standing_after(record, session).balances)
        except ValueError as error:
            self._wrong(line.record, error)
        else:
            undone = PlayedDeal(line.number, line.record, deal, session, answer, balances, undone=True)
            self._events.append(undone)

    def _gains(self, record: int, before: Session) -> list[int]:
        """What a deal gives each player. record: it, or its correction."""
        return before.gains(before.answer(self._read(record, before)))

    def _read(self, record: int, before: Session) -> Deal:
        deal = read_kept(self.record(record).keys, before)
        deal.named = _possible(deal.named)
        return deal

    def _correct(self, line: Line, number: int) -> None:
        """Adds what a correction changed beside its own deal."""
        record = self.record(line.record)
        beside = difference(record.before, record.after)
        if line.number not in self._gained:
            self._events.append(Gap(number + 1, 0, line.record, self._add(beside)))
            return
        before, _ = self.find(line.number)
        old = self._gained[line.number]
        try:
            new = self._gains(line.record, before)
        except ValueError as error:
            self._wrong(line.record, error)
            new = [then + each for then, each in zip(old, beside, strict=True)]
        self._gained[line.number] = new
        beside = [each - (now - then) for each, now, then in zip(beside, new, old, strict=True)]
        balances = self._add(beside)
        if any(beside):
            self._events.append(Adjusted(line.number, line.record, self._by_name(beside), balances))
        if not self._damage and self._is_explained(record, before, old):
            # The standing says nothing new, and another program need not know it.
            said = self._lines_of[line.record]
            self._lines_of[line.record] = {key: said[key] for key in said if key != AFTER}

    def _is_explained(self, record: Any, before: Session, gained: list[int]) -> bool:
        """True if a correction leads to the standing after it by its own deal alone."""
        session = self.session.at(record.before)
        if session.rules.edition >= STAYS:
            return True
        session.correct(before, gained, read_kept(record.keys, before))
        if session.standing() != record.after._replace(held=None):
            return False
        held = record.before.held
        gains = difference(record.before, record.after)
        return record.after.held is None or held is None or moved(session, held, gains)[1] == record.after.held


def corrected(deal: PlayedDeal, value: Json) -> PlayedDeal:
    """Returns a deal as it would stand after a correction. value: the corrected deal. Raises BadInput."""
    read = read_deal(value, deal.before.rules, deal.round)
    try:
        now = replace(deal, deal=read, answer=deal.before.answer(read), corrected=True)
    except Unpayable as error:
        raise BadInput(f"/{error.key}", str(error)) from None
    balances = {name: points + now.net.get(name, 0) - deal.net.get(name, 0) for name, points in deal.balances.items()}
    return replace(now, balances=balances)


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
