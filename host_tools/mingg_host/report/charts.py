"""Computes the charts of a report. `templates/charts.html` draws them.

A chart has no size: places are in percent, from the left and from the top. So it fits a phone, a window and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from mingg.core.table.session import START

from mingg_host.evenings.evening import Evening, Gap, PlayedDeal
from mingg_host.report.figures import Fortune, Season

NAMED = 8  # lines with names. Each has dashes and marks of its own, so nobody needs colours.
MARKS = 24  # most marks on a line
TICKS = 8  # most steps between the ticks of a scale

Values = Sequence[float | None]  # None: unknown
Tick = tuple[float, str]


@dataclass(frozen=True)
class Line:
    """A player's line. style: its number. path: the parts of an SVG path. last: the last value, in words."""

    style: int
    name: str
    path: str
    marks: list[tuple[float, float]]
    last: str


@dataclass(frozen=True)
class Lines:
    """The values of all players, step by step. alt: the chart in words. measure, step: what the scales count. level:
    the height of the values at the start. gutter: letters of the longest height. named: the line that ends highest is
    the first. others: paths."""

    alt: str
    measure: str
    step: str
    level: float
    heights: list[Tick]
    steps: list[Tick]
    gutter: int
    named: list[Line]
    others: list[str]


@dataclass(frozen=True)
class Bar:
    """A bar from zero. value: in words. end: where the value stands. negative: the bar leads to the left."""

    left: float
    width: float
    end: float
    value: str
    negative: bool


@dataclass(frozen=True)
class Bars:
    """What each player gained as East, and in other seats. zero: where the bars begin."""

    alt: str
    zero: float
    rows: list[tuple[str, tuple[Bar, Bar]]]


def signed(points: float) -> str:
    """Returns points with a plus or a typographic minus."""
    return _words(points, "+") if points else "0"


def _words(points: float, sign: str = "") -> str:
    return f"{points:{sign}.2f}".rstrip("0").rstrip(".").replace("-", "−")


def _scale(low: float, high: float) -> list[int]:
    """Returns the ticks of a scale around these values: multiples of 1, 2, 5, 10, 20 ..."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            first, last = math.floor(low / step), math.ceil(high / step)
            if last - first <= TICKS:
                return [tick * step for tick in range(first, max(last, first + 1) + 1)]
        size *= 10


def lines(names: Sequence[str], rows: Sequence[Values], measure: str, step: str, alt: str, level: int = 0) -> Lines:
    """Returns the chart of these players, the first ones named. rows: the values of all, at the start and after each
    step. level: what everyone starts with; if it is 0, values have signs."""
    known = [value for row in rows for value in row if value is not None]
    scale = _scale(min(known), max(known))
    bottom, height = scale[0], scale[-1] - scale[0]
    last = max(1, len(rows) - 1)

    def down(value: float) -> float:
        return round(100 - 100 * (value - bottom) / height, 2)

    def points(player: int) -> list[tuple[float, float] | None]:
        values = (row[player] for row in rows)
        return [None if value is None else (round(100 * at / last, 2), down(value)) for at, value in enumerate(values)]

    named = []
    for player, name in enumerate(names[:NAMED]):
        value = rows[-1][player]
        assert value is not None  # a gap ends with known balances
        marks = [point for point in points(player)[:: math.ceil(len(rows) / MARKS)] if point is not None]
        words = _words(value) if level else signed(value)
        named.append((value, Line(player, name, _path(points(player)), marks, words)))
    return Lines(
        alt=alt,
        measure=measure,
        step=step,
        level=down(level),
        heights=[(down(tick), _words(tick)) for tick in scale],
        gutter=max(len(_words(tick)) for tick in scale),
        steps=[(round(100 * tick / last, 2), str(tick)) for tick in _scale(0, len(rows) - 1) if tick < len(rows)],
        named=[line for _, line in sorted(named, key=lambda pair: -pair[0])],
        others=[_path(points(player)) for player in range(NAMED, len(names))],
    )


def _path(points: Sequence[tuple[float, float] | None]) -> str:
    """Returns the parts of an SVG path through these points. An unknown point leaves a gap."""
    drawn = ((before, point) for before, point in pairwise([None, *points]) if point is not None)
    return "".join(f"{'M' if before is None else 'L'}{point[0]:g} {point[1]:g}" for before, point in drawn)


def sums(gains: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Returns what all players have at the start and after each step. gains: of each player, step by step."""
    return list(zip(*(accumulate(steps, initial=0) for steps in gains), strict=True))


def balances(evening: Evening) -> Lines:
    """Returns the chart of everyone's balance, from the start and after each deal."""
    rows: list[Values] = [[START] * len(evening.names)]
    for event in evening.counted:
        balances = list(event.balances.values())
        if isinstance(event, PlayedDeal):
            rows.append(balances)
        elif isinstance(event, Gap) and event.deals:
            rows += [[None] * len(evening.names)] * (event.deals - 1) + [balances]
        else:
            rows[-1] = balances  # a payment is between two deals
    ended = ", ".join(f"{name} {balance}" for name, balance in evening.balances.items())
    alt = f"Lines: everyone's balance over {len(rows) - 1} deals. At the end: {ended}."
    return lines(evening.names, rows, "balance, points", "after deal", alt, START)


def season(results: Season) -> Lines:
    """Returns the chart of everyone's gain, evening after evening."""
    rows = sums([gain or 0 for gain in gains] for gains in results.gains)
    ended = ", ".join(f"{name} {signed(total)}" for name, total in zip(results.names, rows[-1], strict=True))
    alt = f"Lines: points gained, evening after evening. At the end: {ended}."
    return lines(results.names, rows, "points gained in all", "after evening", alt)


def fortunes(results: Mapping[str, Fortune]) -> Bars:
    """Returns the chart of everyone's gain as East, and in the other seats."""
    gains = {name: (fortune.gain, fortune.elsewhere) for name, fortune in results.items()}
    low = min(0, *(min(pair) for pair in gains.values()))
    span = max(0, *(max(pair) for pair in gains.values())) - low or 1

    def across(value: int) -> float:
        return round(100 * (value - low) / span, 2)

    def bar(value: int) -> Bar:
        ends = sorted((across(0), across(value)))
        return Bar(ends[0], round(ends[1] - ends[0], 2), across(value), signed(value), value < 0)

    words = ", ".join(
        f"{name} {signed(east)} as East and {signed(other)} in other seats" for name, (east, other) in gains.items()
    )
    rows = [(name, (bar(east), bar(other))) for name, (east, other) in gains.items()]
    return Bars(f"Bars: points gained. {words}.", across(0), rows)
