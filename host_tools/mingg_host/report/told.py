"""An evening as its report tells it: the deals and payments that stand, in order, each with what it left."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from mingg.core.answer import answer
from mingg.core.interchange.deals import read_deal
from mingg.core.interchange.sessions import Replay
from mingg.core.kinds import DEAL, PAY
from mingg.core.outcome import OUT

from mingg_host.reading import Played, replay

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


class _Telling(Replay):
    """A replay that remembers what it played."""

    def _start(self) -> None:
        super()._start()
        self.start = list(self.session.balances)
        self.events: list[Dealt | Paid] = []

    def _play(self, line: Any) -> None:
        session, table = self.session, self.session.table
        round_wind, streak = table.round_wind(), table.streak
        seats = {seat: table.player(seat) for seat in table.seats}
        out = table.sitting_out()
        if out is not None:
            seats[OUT] = out
        super()._play(line)
        balances = list(session.balances)
        if line.kind == PAY:
            self.events.append(Paid(*line.value, balances))
        elif line.kind == DEAL:
            deal = read_deal(line.value, session.rules, round_wind)
            deal.streak = streak + 1 if deal.winner == "E" else 0
            played = Played(session.rules, round_wind, deal, answer(deal, session.rules, round_wind))
            number = 1 + sum(isinstance(event, Dealt) for event in self.events)
            self.events.append(Dealt(number, round_wind, seats, played, balances))



def tell(data: bytes, title: str) -> Evening:
    """The evening that a session's lines are, as `mingg replay` takes them; BadLine names the line that is wrong."""
    told = replay(data, _Telling)
    session = told.session
    names = [shown(name) for name in session.names]
    return Evening(shown(title), names, session.rules, told.events, told.start, session.table.over())
