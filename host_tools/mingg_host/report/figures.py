"""Computes the figures of an evening: the standing, who paid whom, whose discards won, East's results, best hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mingg_host.evenings.evening import Evening, Gap, PlayedDeal

BEST = 5

Pairs = Counter[tuple[str, str]]


def title_of(evening: Evening) -> str:
    """Returns the title of a report about an evening."""
    return evening.name.capitalize() if evening.number else Path(evening.name).stem.replace("_", " ")


@dataclass
class Player:
    """place: 1 the first, shared by who has the same. deals: how many they sat in; won: how many of them; drawn: with a
    drawn tile; unsaid: with a discard of an unknown player. best: their highest score, 0 where there is none.

    easts: deals as East; east_won: how many of them; run: the most deals running that they won as East. east_gain,
    elsewhere: points gained as East, and in the other seats; payments beside the deals do not count.
    """

    name: str
    balance: int
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
        return self.balance - Evening.START


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

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.title = title_of(evening)
        balances = evening.balances
        self.players = {
            name: Player(name, balance, 1 + sum(other > balance for other in balances.values()))
            for name, balance in balances.items()
        }
        self.standing = sorted(self.players.values(), key=lambda player: player.place)
        self.paid, self.fed, self.fed_points = Pairs(), Pairs(), Pairs()
        self.best = best_hands(evening, BEST)
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


def best_hands(evening: Evening, most: int) -> list[Best]:
    """Returns the hands with the highest scores, of winners and losers. Of two equal hands the earlier one is first."""
    hands = [
        Best(count.score, deal.players[seat], deal, seat)
        for deal in evening.deals
        for seat, count in deal.answer.counts.items()
        if count.score
    ]
    return sorted(hands, key=lambda hand: -hand.score)[:most]


class Season:
    """Several evenings; the same name means the same player. names: who gained most first. gains: by player and
    evening, None where they were not there. totals: by player."""

    def __init__(self, evenings: Sequence[Figures]) -> None:
        def total(name: str) -> int:
            return sum(evening.players[name].gain for evening in evenings if name in evening.players)

        names = dict.fromkeys(player.name for evening in evenings for player in evening.standing)
        self.names = sorted(names, key=total, reverse=True)
        self.totals = list(map(total, self.names))
        self.gains = [
            [evening.players[name].gain if name in evening.players else None for evening in evenings]
            for name in self.names
        ]
