"""Computes the figures of an evening: the standing, who paid whom, whose discards won, East's results, best hands. Also
the charts of a report, which `templates/charts.html` draws.

A chart has no size: places are in percent, from the left and from the top. So it fits a phone, a window and paper.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

from mingg.core.table.session import START
from mingg_scoring.texts import Words

from mingg_host.evenings.evening import Evening, Gap, PlayedDeal
from mingg_host.evenings.names import Spelled

BEST = 5

Pairs = Counter[tuple[str, str]]
Say = Callable[..., str]  # of Words, in the language of the report


def title_of(evening: Evening, say: Say | None = None) -> str:
    """Returns the title of a report about an evening, in English without say()."""
    if evening.number:
        return (say or Words().say)("evening n", ", ".join(re.findall("[0-9]+", evening.name)))
    return Path(evening.name).stem.replace("_", " ")


@dataclass
class Player:
    """place: 1 the first, shared by who has the same. deals: how many they sat in; won: how many of them; drawn: with a
    drawn tile; unsaid: with a discard of an unknown player. best: their highest score, 0 where there is none.

    easts: deals as East; east_won: how many of them; run: the most deals running that they won as East. east_gain,
    elsewhere: points gained as East, and in the other seats; payments beside the deals do not count.
    """

    name: str
    balance: int
    began: int
    place: int
    deals: int = 0
    won: int = 0
    drawn: int = 0
    unsaid: int = 0
    best: int = 0
    easts: int = 0
    east_won: int = 0
    run: int = 0
    east_gain: int = 0
    elsewhere: int = 0

    @property
    def gain(self) -> int:
        """Points gained since the start."""
        return self.balance - self.began


class Best(NamedTuple):
    """A hand."""

    score: int
    player: str
    deal: PlayedDeal
    seat: str


class Figures:
    """The figures of an evening.

    players   by name, the first East first; standing: the first player first
    paid      points that a player paid another, with payments beside the deals: [payer, payee]
    fed       how often a player's tile won for another: [whose, winner]; discards and robbed kongs. fed_points: what
              that player paid the winner in those deals
    best      the hands with the highest scores
    """

    def __init__(self, evening: Evening, say: Say) -> None:
        self.evening, self._say = evening, say
        self.title = title_of(evening, say)
        balances = evening.balances
        self.players = {
            name: Player(name, balance, evening.began[name], 1 + sum(other > balance for other in balances.values()))
            for name, balance in balances.items()
        }
        self.standing = sorted(self.players.values(), key=lambda player: player.place)
        self.paid, self.fed, self.fed_points = Pairs(), Pairs(), Pairs()
        self.best = best_hands(evening.deals, BEST)
        for payment in evening.payments:
            self.paid[payment.source, payment.to] += payment.points
        run, dealer = 0, ""
        for event in evening.counted:
            if isinstance(event, PlayedDeal):
                self._count(event)
                # After a correction of an older deal, another player may have been East in the next one.
                run = (run if event.east == dealer else 0) + 1 if event.winner == event.east else 0
                dealer = event.east
                self.players[dealer].run = max(self.players[dealer].run, run)
            elif isinstance(event, Gap):
                run = 0

    def _count(self, deal: PlayedDeal) -> None:
        for seat, count in deal.answer.counts.items():
            player = self.players[deal.players[seat]]
            player.deals += 1
            player.best = max(player.best, count.score)
        paid = Pairs()
        for payment in deal.answer.payments:
            paid[deal.players[payment.source], deal.players[payment.to]] += payment.points
        self.paid += paid
        east = self.players[deal.east]
        east.easts += 1
        east.east_won += deal.winner == deal.east
        for name, gain in deal.net.items():
            if name == deal.east:
                east.east_gain += gain
            else:
                self.players[name].elsewhere += gain
        if deal.winner is None:
            return
        winner = self.players[deal.winner]
        winner.won += 1
        if deal.source is not None:
            self.fed[deal.source, deal.winner] += 1
            self.fed_points[deal.source, deal.winner] += paid[deal.source, deal.winner]
        elif deal.deal.win.drawn():
            winner.drawn += 1
        else:
            winner.unsaid += 1

    def balances(self) -> Lines:
        """Returns the chart of everyone's balance, from the start and after each deal."""
        evening = self.evening
        rows: list[Values] = [list(evening.began.values())]
        for event in evening.counted:
            balances = list(event.balances.values())
            if isinstance(event, PlayedDeal):
                rows.append(balances)
            elif isinstance(event, Gap) and event.deals:
                rows += [[None] * len(evening.names)] * (event.deals - 1) + [balances]
            else:
                rows[-1] = balances  # a payment is between two deals
        ended = ", ".join(f"{name} {balance}" for name, balance in evening.balances.items())
        alt = self._say("balance lines", len(rows) - 1, ended)
        return Lines(evening.names, rows, self._say("balance points"), self._say("after deal"), alt, START)


def best_hands(deals: Iterable[PlayedDeal], most: int) -> list[Best]:
    """Returns the hands with the highest scores, of winners and losers. Of two equal hands the earlier one is first."""
    hands = [
        Best(count.score, deal.players[seat], deal, seat)
        for deal in deals
        for seat, count in deal.answer.counts.items()
        if count.score
    ]
    return sorted(hands, key=lambda hand: -hand.score)[:most]


class Season:
    """Several evenings; the same name means the same player. names: who gained most first. gains: by player and
    evening, None where they were not there. totals: by player."""

    def __init__(self, evenings: Sequence[Figures], say: Say) -> None:
        spelled, self._say = Spelled(), say
        known: list[dict[str, int]] = []
        for evening in evenings:
            known.append({})
            for player in evening.standing:
                name = spelled(player.name)
                known[-1][name] = known[-1].get(name, 0) + player.gain
        names = dict.fromkeys(name for gains in known for name in gains)

        def total(name: str) -> int:
            return sum(gains.get(name, 0) for gains in known)

        self.names = sorted(names, key=total, reverse=True)
        self.totals = list(map(total, self.names))
        self.gains = [[gains.get(name) for gains in known] for name in self.names]

    def chart(self) -> Lines:
        """Returns the chart of everyone's gain, evening after evening."""
        gains = [[gain or 0 for gain in each] for each in self.gains]
        alt, step, measure = map(self._say, ("season lines", "after evening", "season points"))
        return sums(self.names, gains, alt, step, measure)


# ---- charts ----

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


def sums(names: Sequence[str], gains: Iterable[Sequence[float]], alt: str, step: str, measure: str) -> Lines:
    """Returns the chart of what all players have at the start and after each step. gains: of each player, step by
    step. alt: the chart in words, with a place for what all have at the end. step, measure: what the scales count."""
    rows = list(zip(*(accumulate(steps, initial=0) for steps in gains), strict=True))
    ended = ", ".join(f"{name} {signed(points)}" for name, points in zip(names, rows[-1], strict=True))
    return Lines(names, rows, measure, step, alt % ended)
