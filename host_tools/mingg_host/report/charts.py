"""Computes the charts of a report. `templates/charts.html` draws them.

A chart has no size: places are in percent, from the left and from the top. So it fits a phone, a window and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from mingg_host.evenings.evening import Evening, Gap, PlayedDeal
from mingg_host.report.figures import Figures, Season

NAMED = 8  # lines with names. Each has dashes and marks of its own, so nobody needs colours.
MARKS = 24  # most marks on a line
TICKS = 8  # most steps between the ticks of a scale

Values = Sequence[float | None]  # None: unknown
Point = tuple[float, float]


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


class Lines:
    """The values of all players, step by step.

    alt            the chart in words; measure, step: what the scales count
    heights, steps the ticks of the scales: places and words. gutter: letters of the longest height
    level          the height of the values at the start
    named          the first players, (style, name, last value in words): the line that ends highest is the first
    others         the players without a name
    """

    def __init__(
        self, names: Sequence[str], rows: Sequence[Values], measure: str, step: str, alt: str, level: int = 0
    ) -> None:
        """rows: the values of all, at the start and after each step. level: what everyone starts with; if it is 0,
        values have signs."""
        self.measure, self.step, self.alt = measure, step, alt
        known = [value for row in rows for value in row if value is not None]
        scale = _scale(min(known), max(known))
        self._rows, self._bottom, self._height = rows, scale[0], scale[-1] - scale[0]
        self._last = max(1, len(rows) - 1)
        self.level = self._down(level)
        self.heights = [(self._down(tick), _words(tick)) for tick in scale]
        self.gutter = max(len(words) for _, words in self.heights)
        self.steps = [(self._across(tick), str(tick)) for tick in _scale(0, len(rows) - 1) if tick < len(rows)]
        ends = [value or 0 for value in rows[-1]]  # all known: a gap ends with known balances
        highest = sorted(range(min(len(names), NAMED)), key=lambda player: -ends[player])
        self.named = [
            (player, names[player], _words(ends[player]) if level else signed(ends[player])) for player in highest
        ]
        self.others = range(NAMED, len(names))

    def _down(self, value: float) -> float:
        return round(100 - 100 * (value - self._bottom) / self._height, 2)

    def _across(self, step: int) -> float:
        return round(100 * step / self._last, 2)

    def _points(self, player: int) -> list[Point | None]:
        values = enumerate(row[player] for row in self._rows)
        return [None if value is None else (self._across(at), self._down(value)) for at, value in values]

    def path(self, player: int) -> str:
        """Returns the parts of an SVG path of a player's line. An unknown value leaves a gap."""
        drawn = ((before, point) for before, point in pairwise([None, *self._points(player)]) if point is not None)
        return "".join(f"{'M' if before is None else 'L'}{point[0]:g} {point[1]:g}" for before, point in drawn)

    def marks(self, player: int) -> list[Point]:
        return [point for point in self._points(player)[:: math.ceil(len(self._rows) / MARKS)] if point is not None]


class Bars:
    """What each player gained as East, and in other seats. alt: the chart in words. zero: where the bars begin. rows:
    by player, both values."""

    def __init__(self, rows: dict[str, tuple[int, int]]) -> None:
        self.rows = rows
        values = [0, *(value for pair in rows.values() for value in pair)]
        self._low, self._span = min(values), max(values) - min(values) or 1
        self.zero = self.across(0)
        words = (
            f"{name} {signed(east)} as East and {signed(other)} in other seats" for name, (east, other) in rows.items()
        )
        self.alt = f"Bars: points gained. {', '.join(words)}."

    def across(self, value: int) -> float:
        """Returns the place where the bar of a value ends."""
        return round(100 * (value - self._low) / self._span, 2)


def sums(names: Sequence[str], gains: Iterable[Sequence[float]], what: str, step: str, measure: str) -> Lines:
    """Returns the chart of what all players have at the start and after each step. gains: of each player, step by
    step. what: what they gain; measure: the same on the scale."""
    rows = list(zip(*(accumulate(steps, initial=0) for steps in gains), strict=True))
    ended = ", ".join(f"{name} {signed(points)}" for name, points in zip(names, rows[-1], strict=True))
    alt = f"Lines: {what}, {step} after {step}. At the end: {ended}."
    return Lines(names, rows, measure, f"after {step}", alt)


def balances(evening: Evening) -> Lines:
    """Returns the chart of everyone's balance, from the start and after each deal."""
    rows: list[Values] = [[evening.START] * len(evening.names)]
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
    return Lines(evening.names, rows, "balance, points", "after deal", alt, evening.START)


def season(season: Season) -> Lines:
    """Returns the chart of everyone's gain, evening after evening."""
    gains = [[gain or 0 for gain in each] for each in season.gains]
    return sums(season.names, gains, "points gained", "evening", "points gained in all")


def easts(figures: Figures) -> Bars:
    """Returns the chart of everyone's gain as East, and in the other seats."""
    return Bars({name: (player.east_gain, player.elsewhere) for name, player in figures.players.items()})
