"""Computes the figures of an evening: the standing, who paid whom, whose discards won, East's results, best hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mingg.core.table.session import START

from mingg_host.evenings.evening import Evening, Gap, PlayedDeal
from mingg_host.report import shown

BEST = 5


def title_of(evening: Evening) -> str:
    """Returns the title of a report about an evening, safe to show."""
    return shown(evening.name.capitalize() if evening.number else Path(evening.name).stem.replace("_", " "))


@dataclass(frozen=True)
class Standing:
    """place: 1 the first, shared by who has the same; player: a name; balance; gain: since the start; deals: how many
    they sat in; won: how many of them; drawn: how many of these with a drawn tile; best: their highest score, 0 where
    there is none."""

    place: int
    player: str
    balance: int
    gain: int
    deals: int
    won: int
    drawn: int
    best: int


def standings(evening: Evening) -> list[Standing]:
    """Returns the final standing, the first player first."""
    balances, deals = evening.balances, evening.deals
    scores: dict[str, list[int]] = {name: [] for name in balances}
    for deal in deals:
        for seat, count in deal.answer.counts.items():
            scores[deal.players[seat]].append(count.score)
    result = []
    for player in sorted(balances, key=lambda name: -balances[name]):
        won = [deal for deal in deals if deal.winner == player]
        result.append(
            Standing(
                place=1 + sum(balance > balances[player] for balance in balances.values()),
                player=player,
                balance=balances[player],
                gain=balances[player] - START,
                deals=len(scores[player]),
                won=len(won),
                drawn=sum(deal.deal.win.drawn() for deal in won),
                best=max(scores[player], default=0),
            )
        )
    return result


Pairs = Counter[tuple[str, str]]


def _paid(deal: PlayedDeal) -> Pairs:
    paid = Pairs()
    for payment in deal.answer.payments:
        paid[deal.players[payment.source], deal.players[payment.to]] += payment.points
    return paid


def payments(evening: Evening) -> Pairs:
    """Returns the total that each player paid to each other player, with payments beside the deals: [payer, payee]."""
    paid = Pairs()
    for event in evening.payments:
        paid[event.source, event.to] += event.points
    for deal in evening.deals:
        paid.update(_paid(deal))
    return paid


@dataclass
class Fed:
    """tiles: how often a player's tile won for another, [whose, winner]. points: what that player paid the winner in
    those deals. drawn: wins with a drawn tile, by player. unsaid: wins with a discard of an unknown player."""

    tiles: Pairs = field(default_factory=Pairs)
    points: Pairs = field(default_factory=Pairs)
    drawn: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)


def fed(evening: Evening) -> Fed:
    """Counts who won with whose tiles: discards and robbed kongs."""
    result = Fed()
    for deal in evening.deals:
        if deal.winner is None:
            continue
        if deal.source is not None:
            pair = deal.source, deal.winner
            result.tiles[pair] += 1
            result.points[pair] += _paid(deal)[pair]
        elif deal.deal.win.drawn():
            result.drawn[deal.winner] += 1
        else:
            result.unsaid[deal.winner] += 1
    return result


@dataclass
class Fortune:
    """Of a player as East, and else: deals, wins, points gained; run: the most deals running that they won as East."""

    deals: int = 0
    won: int = 0
    gain: int = 0
    elsewhere: int = 0
    run: int = 0


def fortunes(evening: Evening) -> dict[str, Fortune]:
    """Returns each player's results as East. Payments beside the deals do not count. A lost deal ends a run."""
    result = {name: Fortune() for name in evening.names}
    run, dealer = 0, ""
    for event in evening.counted:
        if isinstance(event, Gap):
            run = 0
        if not isinstance(event, PlayedDeal):
            continue
        east = result[event.east]
        for player, gain in event.net.items():
            if player == event.east:
                east.gain += gain
            else:
                result[player].elsewhere += gain
        east.deals += 1
        if event.winner == event.east:
            # After a correction of an older deal, another player may have been East in the next one.
            run = run + 1 if event.east == dealer else 1
            east.won += 1
            east.run = max(east.run, run)
        else:
            run = 0
        dealer = event.east
    return result


@dataclass(frozen=True)
class Best:
    """A hand: its deal and its seat."""

    deal: PlayedDeal
    seat: str

    @property
    def player(self) -> str:
        return self.deal.players[self.seat]

    @property
    def score(self) -> int:
        score: int = self.deal.answer.counts[self.seat].score
        return score


def best_hands(evening: Evening, most: int = BEST) -> list[Best]:
    """Returns the hands with the highest scores, of winners and losers. Of two equal hands the earlier one is first."""
    hands = [Best(deal, seat) for deal in evening.deals for seat in deal.answer.counts]
    return sorted((hand for hand in hands if hand.score), key=lambda hand: -hand.score)[:most]


# ---- several evenings ----


@dataclass
class Season:
    """names: the players, who gained most first; gains: by player and evening, None where they were not there."""

    names: list[str]
    gains: list[list[int | None]] = field(default_factory=list)

    def totals(self) -> list[int]:
        return [sum(gain or 0 for gain in gains) for gains in self.gains]

    def played(self) -> list[int]:
        """The number of evenings that each player took part in."""
        return [sum(gain is not None for gain in gains) for gains in self.gains]


def season(evenings: Iterable[Evening]) -> Season:
    """Combines evenings. The same name means the same player."""
    by_name: dict[str, dict[int, int]] = {}
    number = 0
    for number, evening in enumerate(evenings, 1):
        for standing in standings(evening):
            by_name.setdefault(standing.player, {})[number - 1] = standing.gain
    names = sorted(by_name, key=lambda name: -sum(by_name[name].values()))
    return Season(names, [[by_name[name].get(index) for index in range(number)] for name in names])
