"""An evening as its report shows it: valid deals and payments in order, each with the balances after it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mingg.core.interchange.tables import read_session
from mingg.core.table.session import START

from mingg_host.evenings import evening as evenings
from mingg_host.scoring.played_deal import Played

JOINERS = "\u200c\u200d"  # needed for Persian, and for emoji made of several characters


def shown(text: str) -> str:
    """Escapes invisible characters with an effect: controls, changes of direction, halves of characters."""
    return "".join(ch if ch.isprintable() or ch in JOINERS else json.dumps(ch)[1:-1] for ch in text)


@dataclass(frozen=True)
class Dealt:
    """A deal. number: from 1. seats: the player at each seat (OUT: the one who sits out). played: the deal and its
    answer. balances: by player, after it."""

    number: int
    round_wind: str
    seats: dict[str, int]
    played: Played
    balances: list[int]

    @property
    def gains(self) -> list[int]:
        """The points that each player gained, by player."""
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
        """The player whose tile won, or None: the winner drew it, or the source is unknown."""
        win = self.played.deal.win
        return None if win is None or win.source is None else self.seats[win.source]


@dataclass(frozen=True)
class Paid:
    """A payment between two players beside the deals. balances: by player, after it."""

    source: int
    to: int
    points: int
    balances: list[int]


@dataclass(frozen=True)
class Gap:
    """Lost records, in words. deals: the number of lost deals. balances: by player, after them."""

    words: str
    deals: int
    balances: list[int]


@dataclass(frozen=True)
class Adjusted:
    """Points beside the deals, in words: see evenings.Adjusted. balances: by player, after them."""

    words: str
    balances: list[int]


@dataclass(frozen=True)
class Evening:
    """names: the players, the first East first, safe to show. rules: the rule set in force. events: valid deals,
    payments, adjustments and gaps, in order. start: everyone's balance at the start. damage: damaged places of its
    ledger."""

    title: str
    names: list[str]
    rules: Any  # rules.Rules
    events: list[Dealt | Paid | Adjusted | Gap]
    start: list[int]
    over: bool
    damage: list[str]

    @property
    def deals(self) -> list[Dealt]:
        return [event for event in self.events if isinstance(event, Dealt)]

    @property
    def gaps(self) -> list[Gap]:
        return [event for event in self.events if isinstance(event, Gap)]

    @property
    def balances(self) -> list[int]:
        """Everyone's balance at the end, by player."""
        return self.events[-1].balances if self.events else self.start


def content_of(evening: evenings.Evening) -> Evening:
    """Returns the content of a report about an evening."""
    rules = read_session(evening.lines[0]).rules
    players = {name: player for player, name in enumerate(evening.names)}
    events: list[Dealt | Paid | Adjusted | Gap] = []
    for entry in evening.history:
        balances = [entry.balances[name] for name in evening.names]
        if isinstance(entry, evenings.Paid):
            events.append(Paid(players[entry.source], players[entry.to], entry.points, balances))
        elif isinstance(entry, evenings.Adjusted):
            events.append(Adjusted(str(entry), balances))
        elif isinstance(entry, evenings.Gap):
            events.append(Gap(str(entry), entry.deals, balances))
        elif not entry.undone:
            events.append(_dealt(entry, rules, players, balances))
    title = evening.name.capitalize() if evening.number else Path(evening.name).stem.replace("_", " ")
    return Evening(
        title=shown(title),
        names=[shown(name) for name in evening.names],
        rules=rules,
        events=events,
        start=[START] * len(players),
        over=evening.over,
        damage=[shown(str(remark)) for remark in evening.damage],
    )


def _dealt(deal: evenings.PlayedDeal, rules: Any, players: dict[str, int], balances: list[int]) -> Dealt:
    seats = {seat: players[name] for seat, name in deal.players.items()}
    return Dealt(deal.number, deal.round, seats, Played(rules, deal.round, deal.read, deal.answer), balances)
