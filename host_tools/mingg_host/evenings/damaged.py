"""Reads evenings that lost records: the deals that are still readable, and the balances in every record.

It uses the firmware's own code, as a board does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mingg.core.table.session import CORRECT, DEAL, LOST, PAY, START, Standing
from mingg.evening.evening import Evening as Playing
from mingg.evening.history.history import History, Line, deals_of
from mingg.evening.history.records import read_deal, standing_after, standing_before
from mingg.evening.state import UNREADABLE
from mingg.ledger.reader import segment_of

from mingg_host.evenings.characters import of_name, whole_files
from mingg_host.evenings.evening import (
    Adjusted,
    Evening,
    Gap,
    Paid,
    PlayedDeal,
    known_tiles,
    of_source,
    played,
    session_of,
)
from mingg_host.evenings.memory_store import MemoryStore
from mingg_host.evenings.records import EveningError, Ledger, Remark, WrongLine, called, plain, stripped
from mingg_host.evenings.sources import Source
from mingg_host.scoring.interchange.sessions import Played

# How many lines are read at most, for each line of the files: see _Files.
AGAIN, ANYHOW = 30, 20_000


def as_known(source: Source) -> Evening:
    """Returns an evening, whole or not. Its `damage` and `gaps` say what is missing.

    Raises EveningError if even the players and the rules are unknown.
    """
    try:
        return of_source(source)
    except WrongLine as error:
        ledger = source.ledger()
        if ledger is None or ledger.head is None:
            raise
        evening = _Finding(ledger, source.files or {}).evening(source, ledger.damaged or [error.remark])
        if evening is None:
            raise
        return replace(evening, when=source.when)


class _Files(MemoryStore):
    """The files of a ledger. For each damaged record a board reads one of its small files again. In a large file with
    very many such records this would take hours: then it raises EveningError."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self._left = ANYHOW + AGAIN * sum(data.count(b"\n") for data in files.values())

    def lines(self, name: str) -> Iterator[bytes]:
        for line in super().lines(name):
            self._left -= 1
            if self._left < 0:
                raise EveningError(f"{name}: too many records are impossible, so the others cannot be found")
            yield line


class _Finding:
    """Reads the lines that are still readable. Each deal starts from the standing in its own record."""

    def __init__(self, ledger: Ledger, files: dict[str, bytes]) -> None:
        self._ledger = ledger
        segment = segment_of(next(iter(files)))
        self._playing = Playing(_Files(whole_files(plain(files))), segment[0] if segment else 0)
        self._names = list(called(ledger.head or {}).values())
        self._history = History(self._playing)
        self._balances = [START] * len(self._names)
        self._gained: dict[int, list[int]] = {}  # by number of a deal: by player, as it stood after the lines so far
        self._deals: list[PlayedDeal] = []
        self._payments: list[Paid] = []
        self._adjusted: list[Adjusted] = []
        self._gaps: list[Gap] = []

    def evening(self, source: Source, damage: list[Remark]) -> Evening | None:
        """Returns the evening, or None if a board would not open it."""
        playing = self._playing
        if any(kind == UNREADABLE for kind, _ in playing.notices):
            return None
        self._find()
        session = playing.session
        head = session_of(self._ledger)[0][1]
        return Evening(
            name=of_name(source.name),
            number=source.number,
            rules=session.rules.id,
            title=session.rules.title,
            options=head.get("options", {}),
            names=self._names,
            lines=[head],
            deals=self._deals,
            undone=[],
            payments=self._payments,
            adjusted=self._adjusted,
            balances=self._by_name(session.balances),
            east=self._names[session.table.east],
            round=session.table.round_wind(),
            over=session.table.over(),
            damage=damage,
            gaps=self._gaps,
        )

    def _by_name(self, points: list[int]) -> dict[str, int]:
        return dict(zip(self._names, points, strict=True))

    def _add(self, gains: list[int]) -> None:
        self._balances = [balance + gain for balance, gain in zip(self._balances, gains, strict=True)]

    def _find(self) -> None:
        number = 0  # of the last deal so far
        line_number = 0  # in the whole evening: that of the record
        for line in self._history.standing:
            line_number = line.record
            if line.kind == PAY:
                source, to, points = line.value
                self._add([points * ((player == to) - (player == source)) for player in range(len(self._names))])
                names, balances = self._names, self._by_name(self._balances)
                self._payments.append(Paid(number, names[source], names[to], points, line_number, balances))
            elif line.kind == CORRECT:
                self._correct(line, line_number, number)
            elif deals_of(line) != 1 or not self._deal(line, line_number):
                first, deals = number + 1, deals_of(line)
                if line.kind == LOST:
                    self._add(_gains(*line.value))
                if line.kind in (LOST, DEAL):
                    self._gaps.append(Gap(first, deals, line_number, self._by_name(self._balances)))
            number += deals_of(line)
        now = self._playing.session
        if self._balances != now.balances or now.deals != number:
            missing = max(0, now.deals - number)
            self._gaps.append(Gap(number + 1, missing, line_number + 1, self._by_name(now.balances)))

    def _deal(self, line: Line, line_number: int) -> bool:
        """Adds a deal as it stands now. Returns False if it cannot be read."""
        history = self._history
        try:
            session, found = history.find(line.number)
            if found.kind == LOST:
                return False
            record = history.record(found.record)
            deal = read_deal(record, session)
            answer = session.answer(deal)
            if line.kind == LOST:
                self._gained[line.number] = _gains(*line.value)
            else:
                first = deal if found is line else read_deal(history.record(line.record), session)
                self._gained[line.number] = session.gains(session.answer(first))
        except ValueError:
            return False
        self._add(session.gains(answer))
        value = stripped(record)
        corrected = found is not line
        self._deals.append(
            played(
                Played(line_number, found.record, value["deal"] if corrected else value, session, deal, answer, []),
                line.number,
                self._names,
                self._balances,
                known_tiles(record),
            )
        )
        return True

    def _correct(self, line: Line, line_number: int, number: int) -> None:
        """Adds what a correction changed beside its own deal."""
        history = self._history
        record = history.record(line.record)
        session = history.session
        beside = _gains(
            standing_before(record, line.record, session),
            standing_after(record, line.record, session),
        )
        if line.number in self._gained:
            before, _ = history.find(line.number)
            gained = before.gains(before.answer(read_deal(record, before)))
            old = self._gained[line.number]
            beside = [points - now + then for points, now, then in zip(beside, gained, old, strict=True)]
            self._gained[line.number] = gained
            self._add(beside)
            if any(beside):
                net, balances = self._by_name(beside), self._by_name(self._balances)
                self._adjusted.append(Adjusted(line.number, line_number, net, balances))
        else:
            self._add(beside)
            self._gaps.append(Gap(number + 1, 0, line_number, self._by_name(self._balances)))


def _gains(before: Standing, after: Standing) -> list[int]:
    return [now - then for then, now in zip(before.balances, after.balances, strict=True)]
