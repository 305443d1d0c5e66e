"""Club nights and seasons as their report shows them: standing, tables of each sitting, best hands, charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from mingg_host.evenings.evening import PlayedDeal
from mingg_host.evenings.names import one_name
from mingg_host.report import figures
from mingg_host.report.page import render
from mingg_host.report.words import Told
from mingg_scoring.json_answers import WIND_NAMES

from mingg_club.course import Course
from mingg_club.decisions import Table as Seated
from mingg_club.movements.seating import WINDS
from mingg_club.night import TABLE_POINTS, hundredths
from mingg_club.records import runs, spans
from mingg_club.standing import Result, standing
from mingg_club.view import Rank

BEST = 10
LINES = 8  # of a score sheet whose sitting the director ends
TEMPLATES = Path(__file__).parent / "templates"


class Table(NamedTuple):
    """A table in a sitting. names: the first East first, then those who have left. deals: of its devices. rows: what
    counts, deals with what each player gained; None: one of paper. lost: what is missing of it, in words."""

    names: list[str]
    result: Result
    rows: list[tuple[PlayedDeal | None, dict[str, int]]]
    deals: list[PlayedDeal]
    lost: list[str]


class Best(NamedTuple):
    """A hand of a night."""

    sitting: int
    table: int
    hand: figures.Best


class ClubNight:
    """A night, as its course knows it.

    date       its first day, ISO 8601
    rules      in force at a table of four
    ranks      its standing, best first
    sittings   of each the tables, and who sat out
    penalties  of its director
    is_over    no sitting is still to come
    """

    def __init__(self, course: Course) -> None:
        night = course.night
        self.plan, self.penalties = night.plan, night.penalties
        self.title, self.date, self.rules = night.plan.name, night.since[:10], night.plan.in_force()
        self.results, self.ranks = course.results(), course.ranks()
        self.sittings = [([_table(course, table) for table in played.tables], played.out) for played in night.sittings]
        self.is_over = course.is_over()
        self.by_table_points = self.plan.rank == TABLE_POINTS
        self.deals = sum(result.deals for result in self.results.results)
        self._tables = [table for tables, _ in self.sittings for table in tables]
        self.lost = [
            f"Sitting {table.result.sitting}, table {table.result.table}: {words}"
            for table in self._tables
            for words in table.lost
        ]

    def stays(self, name: str) -> list[tuple[str, int] | None]:
        """Returns where a player sat in each sitting, and what they won; None: nowhere."""
        return [_stay(tables, name) for tables, _ in self.sittings]

    def best_hands(self) -> list[Best]:
        """Returns the hands with the highest scores, of two equal ones the earlier first."""
        hands = [
            Best(table.result.sitting, table.result.table, hand)
            for table in self._tables
            for hand in figures.best_hands(table.deals, BEST)
        ]
        return sorted(hands, key=lambda best: -best.hand.score)[:BEST]

    def chart(self) -> figures.Lines:
        names = [line.name for line in self.ranks]
        gains = [[stay[1] if stay else 0 for stay in self.stays(name)] for name in names]
        return figures.sums(names, gains, _alt("points won in play", "sitting"), "after sitting", "points won in play")


def _stay(tables: list[Table], name: str) -> tuple[str, int] | None:
    for names, result, *_ in tables:
        if name in result.won:
            seat = f" {WINDS[len(result.lines)][names.index(name)]}" if name in result.lines else ""
            return f"table {result.table}{seat}", result.won[name]
    return None


def _table(course: Course, table: Seated) -> Table:
    evenings = course.evenings(table)
    lost = []
    for name in course.ledgers(table):
        ledger = course.book.ledgers[name]
        if ledger.missing():
            lost.append(f"records {spans(ledger.missing())} are missing.")
        if ledger.conflicts():
            lost.append(f"records {spans(runs(ledger.conflicts()))} came with two contents; the last counts.")
    lost += [f"{gap}." for evening in evenings for gap in evening.gaps]
    result = course.result(table)
    if result.beyond:
        lost.append(f"deals after the end of the sitting, which do not count: {result.beyond}.")
    deals = [each.deal for each in course.deals(table) if not each.deal.undone]
    rows: list[tuple[PlayedDeal | None, dict[str, int]]] = [(deal, deal.net) for deal in deals]
    if table.paper is not None:
        rows = [(None, each.net) for each in course.entries(table)]
    return Table(list(result.won), result, rows, deals, lost)


class Season:
    """Several nights, oldest first; the same name means the same player. ranks: the standing of all of them, best
    first. The latest night says what ranks."""

    def __init__(self, nights: Sequence[ClubNight]) -> None:
        self.nights = sorted(nights, key=lambda night: night.date)
        self.ranks = standing([night.results for night in self.nights], self.nights[-1].plan.rank)
        self.by_table_points = self.nights[-1].by_table_points
        self._lines = [{one_name(line.name): line for line in night.ranks} for night in self.nights]

    def of(self, name: str) -> list[Rank | None]:
        """Returns a player's line in the standing of each night; None: was not there."""
        lines = [of_night.get(one_name(name)) for of_night in self._lines]
        return [line if line is not None and (line.deals or line.penalty) else None for line in lines]

    def best_hands(self) -> list[tuple[ClubNight, Best]]:
        """Returns the hands with the highest scores, of two equal ones the earlier first."""
        hands = [(night, best) for night in self.nights for best in night.best_hands()]
        return sorted(hands, key=lambda entry: -entry[1].hand.score)[:BEST]

    def chart(self) -> figures.Lines:
        unit = "table points" if self.by_table_points else "points"
        names = [line.name for line in self.ranks]
        gains = [[self._gain(line) for line in self.of(name)] for name in names]
        return figures.sums(names, gains, _alt(unit, "night"), "after night", f"{unit} in all")

    def _gain(self, line: Rank | None) -> float:
        if line is None:
            return 0
        return line.table_points / 100 if self.by_table_points else line.points


def _alt(what: str, step: str) -> str:
    """Returns a chart of sums in words."""
    return f"Lines: {what}, {step} after {step}. At the end: %s."


def report(nights: Sequence[ClubNight], title: str) -> str:
    """Returns the page of a report about nights, or a season of several, as HTML."""
    season = Season(nights) if len(nights) > 1 else None
    nights = season.nights if season else nights
    return render("club.html", title, Told(), TEMPLATES, season=season, nights=nights, hundredths=hundredths)


def sheets(course: Course) -> str:
    """Returns who sits where in the proposed sitting, or in the present one, and a score sheet for each table: HTML."""
    night = course.night
    sitting, count = course.sitting(), len(night.sittings)
    tables = night.proposal or [table.names for table in (sitting.tables if sitting else [])]
    out = night.out if night.proposal or sitting is None else sitting.out
    places = sorted((name, number) for number, names in enumerate(tables, 1) for name in names)
    seats = {name: wind for names in tables for name, wind in zip(names, WINDS[len(names)], strict=True)}
    title = f"{night.plan.name}, sitting {count + 1 if night.proposal or not count else count}"
    return render(
        "sheets.html", title, Told(), TEMPLATES, tables=tables, places=places, seats=seats, out=out, winds=WIND_NAMES,
        deals=[night.plan.deals_at(len(names)) or LINES for names in tables],
    )  # fmt: skip


def _night(course: Course) -> str:
    return report([ClubNight(course)], course.night.plan.name)


PAGES: dict[str, Callable[[Course], str]] = {"sheets": sheets, "night": _night}
