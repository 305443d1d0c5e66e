"""Club nights as their report shows them: standing, sittings with their tables, the way of each player, best hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mingg_host.club import document
from mingg_host.club.course import Course
from mingg_host.club.document import Penalty, Played
from mingg_host.club.movements.seating import WINDS
from mingg_host.club.night import TABLE_POINTS, Plan
from mingg_host.club.records import Book, runs, spans
from mingg_host.club.standing import NightResults, Result, standing
from mingg_host.club.state import DOCUMENT
from mingg_host.club.view import Rank
from mingg_host.evenings.evening import Evening
from mingg_host.report import figures

BEST = 10


@dataclass(frozen=True)
class Table:
    """A table in a sitting. names: the first East first. evenings: its ledgers; more than one if a device was replaced.
    lost: what is missing of it, in words; [] if nothing is."""

    number: int
    names: list[str]
    result: Result
    evenings: list[Evening]
    lost: list[str]

    def rows(self) -> list[tuple[str, int, int]]:
        """Returns (name, points, hundredths of table points), the best first."""
        shares = self.result.shares()
        rows = [(name, points, shares.get(name, 0)) for name, points in self.result.won.items()]
        return sorted(rows, key=lambda row: -row[1])


@dataclass(frozen=True)
class Sitting:
    """number: from 1. out: players who sat out."""

    number: int
    tables: list[Table]
    out: list[str]


@dataclass(frozen=True)
class Stay:
    """A player's sitting: table, seat at its start ("" for a fifth player), points, hundredths of table points."""

    table: int
    seat: str
    points: int
    share: int


@dataclass(frozen=True)
class Best:
    """A hand of a night."""

    sitting: int
    table: int
    hand: figures.Best


@dataclass(frozen=True)
class ClubNight:
    """A night. date: its first day, ISO 8601. rules: in force at a table of four. ranks: its standing, best first.
    is_over: no sitting is still to come."""

    title: str
    date: str
    plan: Plan
    rules: Any  # rules.Rules
    results: NightResults
    ranks: list[Rank]
    sittings: list[Sitting]
    penalties: list[Penalty]
    is_over: bool

    @property
    def by_table_points(self) -> bool:
        return self.plan.rank == TABLE_POINTS

    @property
    def deals(self) -> int:
        return sum(result.deals for result in self.results.results)

    @property
    def lost(self) -> list[str]:
        return [
            f"Sitting {sitting.number}, table {table.number}: {words}"
            for sitting in self.sittings
            for table in sitting.tables
            for words in table.lost
        ]

    def stays(self, name: str) -> list[Stay | None]:
        """Returns where a player sat in each sitting, and what they won; None: nowhere."""
        return [_stay(sitting, name) for sitting in self.sittings]

    def best_hands(self) -> list[Best]:
        """Returns the hands with the highest scores, of two equal ones the earlier first."""
        hands = [
            Best(sitting.number, table.number, hand)
            for sitting in self.sittings
            for table in sitting.tables
            for evening in table.evenings
            for hand in figures.best_hands(evening, BEST)
        ]
        return sorted(hands, key=lambda best: -best.hand.score)[:BEST]


def _stay(sitting: Sitting, name: str) -> Stay | None:
    for table in sitting.tables:
        if name in table.names:
            seat = WINDS[len(table.names)][table.names.index(name)]
            return Stay(table.number, seat, table.result.won[name], table.result.shares().get(name, 0))
    return None


def read(path: Path) -> ClubNight:
    """Reads a night from the book that keeps its ledgers. Raises BookError and DocumentError."""
    book = Book(path)
    try:
        night = document.of_note(book.note(DOCUMENT))
        course = Course(night, book, "")
        results = course.results()
        return ClubNight(
            title=night.plan.name,
            date=night.since[:10],
            plan=night.plan,
            rules=night.plan.in_force(),
            results=results,
            ranks=course.ranks(),
            sittings=[_sitting(course, number, played) for number, played in enumerate(night.sittings, 1)],
            penalties=list(night.penalties),
            is_over=night.over or (course.is_last() and course.is_done()),
        )
    finally:
        book.close()


def _sitting(course: Course, number: int, played: Played) -> Sitting:
    tables = [_table(course, number, at, table) for at, table in enumerate(played.tables, 1)]
    return Sitting(number, tables, played.out)


def _table(course: Course, sitting: int, number: int, table: document.Table) -> Table:
    evenings = course.evenings(number, table)
    lost = []
    for name in document.ledgers(number, table.ledgers):
        ledger = course.book.ledgers.get(name)
        if ledger is None:
            lost.append("no record of it is here.")
            continue
        if ledger.missing():
            lost.append(f"records {spans(ledger.missing())} are missing.")
        if ledger.conflicts() and not course.night.chosen.get(number):
            lost.append(f"records {spans(runs(ledger.conflicts()))} came with two contents; the first counts.")
    lost += [f"{gap}." for evening in evenings for gap in evening.gaps]
    result = course.result(sitting, number)
    if result.beyond:
        lost.append(f"deals after the end of the sitting, which do not count: {result.beyond}.")
    return Table(number, table.names, result, evenings, lost)


# ---- several nights ----


@dataclass(frozen=True)
class Season:
    """Several nights, oldest first. ranks: the standing of all of them by `rank`, best first."""

    nights: list[ClubNight]
    ranks: list[Rank]
    rank: str

    @property
    def by_table_points(self) -> bool:
        return self.rank == TABLE_POINTS

    def of(self, name: str) -> list[Rank | None]:
        """Returns a player's line in the standing of each night; None: was not there."""
        lines = []
        for night in self.nights:
            line = next((line for line in night.ranks if line.name == name), None)
            lines.append(line if line is not None and (line.deals or line.penalty) else None)
        return lines

    def best_hands(self) -> list[tuple[ClubNight, Best]]:
        """Returns the hands with the highest scores, of two equal ones the earlier first."""
        hands = [(night, best) for night in self.nights for best in night.best_hands()]
        return sorted(hands, key=lambda entry: -entry[1].hand.score)[:BEST]


def season(nights: Sequence[ClubNight]) -> Season:
    """Combines nights. The same name means the same player. The latest night says what ranks."""
    ordered = sorted(nights, key=lambda night: night.date)
    rank = ordered[-1].plan.rank
    return Season(ordered, standing([night.results for night in ordered], rank), rank)
