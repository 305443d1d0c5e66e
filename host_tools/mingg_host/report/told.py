"""An evening as its report tells it: the deals and payments that stand, in order, each with what it left."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mingg.core.interchange.deals import read_deal
from mingg.core.interchange.tables import read_session
from mingg.core.session import START

from mingg_host import evenings
from mingg_host.reading import Played

JOINERS = "\u200c\u200d"  # letters of Persian and whole families of pictures need them


def shown(text: str) -> str:
    """Text without what cannot be seen but works: control characters, changes of direction, halves of characters."""
    return "".join(ch if ch.isprintable() or ch in JOINERS else json.dumps(ch)[1:-1] for ch in text)


@dataclass(frozen=True)
class Dealt:
    """A deal: number, from 1; round_wind; seats: the player at each seat (OUT: who sits out); played: the deal and its
    answer; balances: by player, after it."""

    number: int
    round_wind: str
    seats: dict[str, int]
    played: Played
    balances: list[int]

    @property
    def gains(self) -> list[int]:
        """What each player gained, by player."""
        gains = [0] * len(self.balances)
        for seat, gain in self.played.answer.net.items():
            gains[self.seats[seat]] += gain
        return gains

    @property
    def winner(self) -> int | None:
        """The player who won, or None."""
        seat = self.played.deal.winner
        return None if seat is None else self.seats[seat]

    @property
    def source(self) -> int | None:
        """Whose tile it was won with, or None: drawn, or nobody said."""
        win = self.played.deal.win
        return None if win is None or win.source is None else self.seats[win.source]


@dataclass(frozen=True)
class Paid:
    """A payment between two players outside any deal; balances: by player, after it."""

    source: int
    to: int
    points: int
    balances: list[int]


@dataclass(frozen=True)
class Evening:
    """title: what the evening is called; names: the players, the first East first, as they may be shown; rules: the
    rule set in force; events: what stands, in order; start: everybody's balance before it."""

    title: str
    names: list[str]
    rules: Any  # rules.Rules
    events: list[Dealt | Paid]
    start: list[int]
    over: bool

    @property
    def deals(self) -> list[Dealt]:
        return [event for event in self.events if isinstance(event, Dealt)]

    @property
    def balances(self) -> list[int]:
        """Everybody's balance at the end, by player."""
        return self.events[-1].balances if self.events else self.start


def tell(evening: evenings.Evening) -> Evening:
    """What the report tells of an evening."""
    rules = read_session(evening.lines[0]).rules
    players = {name: player for player, name in enumerate(evening.names)}
    start = [START] * len(players)
    events: list[Dealt | Paid] = []
    balances, streak, payments = start, 0, list(evening.payments)
    for deal in evening.deals:
        while payments and payments[0].after < deal.number:
            events.append(_pay(payments.pop(0), players, balances))
            balances = events[-1].balances
        read = read_deal(deal.deal, rules, deal.round)
        read.streak = streak = streak + 1 if read.winner == "E" else 0
        seats = {seat: players[name] for seat, name in deal.players.items()}
        balances = [deal.balances[name] for name in evening.names]
        events.append(Dealt(deal.number, deal.round, seats, Played(rules, deal.round, read, deal.answer), balances))
    for payment in payments:
        events.append(_pay(payment, players, balances))
        balances = events[-1].balances
    title = evening.name.capitalize() if evening.number else Path(evening.name).stem.replace("_", " ")
    return Evening(shown(title), [shown(name) for name in evening.names], rules, events, start, evening.over)


def _pay(paid: evenings.Paid, players: dict[str, int], before: list[int]) -> Paid:
    source, to, balances = players[paid.source], players[paid.to], list(before)
    balances[source] -= paid.points
    balances[to] += paid.points
    return Paid(source, to, paid.points, balances)
