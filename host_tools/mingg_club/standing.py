"""The standing of a night or a season, computed from results of ledgers alone, and its forms: text, JSON, CSV, XLSX."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mingg_host.common import printing
from mingg_host.common.output import printable
from mingg_host.evenings import names, sheets
from mingg_host.evenings.sheets import Row
from rich.text import Text

from mingg_club.night import POINTS, TABLE_POINTS, hundredths
from mingg_club.view import Rank

COLUMNS = ("rank", "number", "player", "points", "table points", "average place", "deals", "sittings", "penalty")
RESULT_COLUMNS = ("night", "sitting", "table", "player", "points", "table points", "deals", "done")


@dataclass(frozen=True)
class Result:
    """What a table has played in a sitting. won: points won or lost, by name; the first East first. deals: how many
    count; beyond: how many do not, since the sitting was over. done: the sitting is over at this table. table_points:
    in hundredths, of the best, the second, ... lines: what ranks the players, by name: with the points of those whose
    seat they have taken; {} if nobody has. played: by name, how many deals; {} if everyone has played all."""

    sitting: int
    table: int
    won: dict[str, int]
    deals: int
    done: bool
    table_points: tuple[int, ...] = ()
    beyond: int = 0
    lines: dict[str, int] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)

    def places(self) -> dict[str, int]:
        """Returns the places at the table in hundredths; equals share theirs."""
        return shares(self.lines or self.won, range(100, 600, 100)) if self.done and self.deals else {}

    def shares(self) -> dict[str, int]:
        """Returns the table points by name, in hundredths. Equals share theirs. {} before the sitting is over, and if
        it ended without a deal: nobody was better than the others."""
        return shares(self.lines or self.won, self.table_points) if self.done and self.deals else {}


@dataclass(frozen=True)
class NightResults:
    """What is known of a night. penalties: points lost outside of play, by name: 0 or more. players: those of the
    night, also if they have not played; guests: those who are not ranked; numbers: of members, by name."""

    name: str
    results: list[Result]
    penalties: dict[str, int] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    guests: frozenset[str] = frozenset()
    numbers: Mapping[str, str] = field(default_factory=dict)


def shares(won: Mapping[str, int], table_points: Sequence[int]) -> dict[str, int]:
    """Returns the table points of a table in hundredths. Equals share the points of their places; a remainder of less
    than a hundredth for each is lost.

    won: points by name. table_points: in hundredths, for the best first; further places get 0.
    """
    given = {}
    places = [*table_points, *[0] * len(won)]
    for points in set(won.values()):
        above = sum(other > points for other in won.values())
        equals = [name for name, other in won.items() if other == points]
        each = sum(places[above : above + len(equals)]) // len(equals)
        given.update(dict.fromkeys(equals, each))
    return given


def standing(nights: Iterable[NightResults], rank: str = POINTS, *, everyone: bool = False) -> list[Rank]:
    """Returns the standing of one night or of several, best first. rank: POINTS or TABLE_POINTS; the other one decides
    between equals, and those who are equal in both share a rank. The same name means the same player. everyone: also
    players who have played nothing, last and without a rank; they are there anyway if nobody has played."""
    sums: dict[str, list[int]] = {}  # points, table points, deals, sittings, penalty, places
    spelled, numbers = names.Spelled(), dict[str, str]()
    guests, members = set[str](), set[str]()  # a guest of one night may be a member in another one
    for night in nights:
        for name in night.players:
            sums.setdefault(spelled(name), [0] * 6)
        guests.update(map(spelled, night.guests))
        members.update(spelled(name) for name in night.players if name not in night.guests)
        numbers.update((spelled(name), number) for name, number in night.numbers.items())
        for result in night.results:
            of_table, places = result.shares(), result.places()
            for name, points in result.won.items():
                line = sums.setdefault(spelled(name), [0] * 6)
                line[0] += points
                line[1] += of_table.get(name, 0)
                line[2] += result.played.get(name, result.deals)
                line[3] += int(name in places)
                line[5] += places.get(name, 0)
        for name, points in night.penalties.items():
            line = sums.setdefault(spelled(name), [0] * 6)
            line[0] -= points
            line[4] -= points
    guests -= members
    played = {name: line for name, line in sums.items() if line[2] or line[4]}
    sums = sums if everyone or not played else played
    competing = played.keys() - guests
    first, second = (1, 0) if rank == TABLE_POINTS else (0, 1)
    values = {name: (line[first], line[second]) for name, line in sums.items()}
    ordered = sorted((value for name, value in values.items() if name in competing), reverse=True)
    ranked = {value: number for number, value in reversed(list(enumerate(ordered, 1)))}
    ranks = [
        Rank(
            ranked[values[name]] if name in competing else 0, name, points, table_points, deals,
            sittings, penalty, round(places / max(1, sittings)), numbers.get(name, ""), name in guests,
        )
        for name, (points, table_points, deals, sittings, penalty, places) in sums.items()
    ]  # fmt: skip
    return sorted(ranks, key=lambda line: (line.name not in played, not line.rank, line.rank, -line.points, line.name))


# ---- forms ----


def as_text(title: str, ranks: Sequence[Rank]) -> str:
    """Returns the standing as a table for people."""
    table = printing.table(printable(title))
    table.show_header = True
    has_numbers = any(line.number for line in ranks)
    shown = [heading for heading in COLUMNS if heading != "number" or has_numbers]
    for heading in shown:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for line in ranks:
        cells: tuple[str | Text, ...] = (
            *(line.place_word, Text(printable(line.number)), Text(printable(line.name)), f"{line.points:+d}"),
            *(hundredths(line.table_points), hundredths(line.place), str(line.deals), str(line.sittings)),
            str(line.penalty or ""),
        )
        table.add_row(*[cell for heading, cell in zip(COLUMNS, cells, strict=True) if heading in shown])
    return printing.printed(table)


def as_json(title: str, ranks: Sequence[Rank]) -> str:
    """Returns the standing as a JSON object; table points are decimals."""
    lines = [dict(zip(COLUMNS, row, strict=True)) for row in rank_rows(ranks)]
    objects = [{key.replace(" ", "_"): value for key, value in line.items()} for line in lines]
    return json.dumps({"standing": title, "players": objects}, ensure_ascii=False) + "\n"


def as_csv(ranks: Sequence[Rank]) -> bytes:
    """Returns the standing as CSV, see evenings.sheets."""
    return sheets.as_csv((COLUMNS, rank_rows(ranks)))


def as_xlsx(ranks: Sequence[Rank], nights: Sequence[NightResults]) -> bytes:
    """Returns a workbook with two sheets: the standing, and the result of every table."""
    return sheets.xlsx({"Standing": (COLUMNS, rank_rows(ranks)), "Tables": (RESULT_COLUMNS, _result_rows(nights))})


def rank_rows(ranks: Sequence[Rank]) -> list[Row]:
    """Returns rows with COLUMNS."""
    return [
        (
            *(line.rank or None, line.number or None, line.name, line.points, _decimal(line.table_points)),
            *(_decimal(line.place), line.deals, line.sittings, line.penalty),
        )
        for line in ranks
    ]


def _result_rows(nights: Sequence[NightResults]) -> list[Row]:
    return [
        (
            *(night.name, result.sitting, result.table, name, points),
            *(_decimal(result.shares().get(name, 0)), result.deals, int(result.done)),
        )
        for night in nights
        for result in night.results
        for name, points in result.won.items()
    ]


def _decimal(number: int) -> int | float:
    return number // 100 if number % 100 == 0 else number / 100
