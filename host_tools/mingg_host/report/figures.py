"""Computes the figures of an evening: the standing, who paid whom, whose discards won, East's results, best hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mingg_host.report.content import Dealt, Evening, Gap, Paid

BEST = 5


def _zeros(players: int) -> list[list[int]]:
    return [[0] * players for _ in range(players)]


@dataclass(frozen=True)
class Standing:
    """place: 1 the first, shared by who has the same; player; balance; gain: since the start; deals: how many they
    sat in; won: how many of them; drawn: how many of these with a drawn tile; best: their highest score, 0 where there
    is none."""

    place: int
    player: int
    balance: int
    gain: int
    deals: int
    won: int
    drawn: int
    best: int


def standings(evening: Evening) -> list[Standing]:
    """Returns the final standing, the first player first."""
    balances, deals = evening.balances, evening.deals
    result = []
    for player in sorted(range(len(balances)), key=lambda index: -balances[index]):
        seated = [(deal, seat) for deal in deals for seat in deal.played.answer.counts if deal.seats[seat] == player]
        won = [deal for deal in deals if deal.winner == player]
        result.append(
            Standing(
                place=1 + sum(balance > balances[player] for balance in balances),
                player=player,
                balance=balances[player],
                gain=balances[player] - evening.start[player],
                deals=len(seated),
                won=len(won),
                drawn=sum(deal.played.deal.win.drawn() for deal in won),
                best=max((deal.played.answer.counts[seat].score for deal, seat in seated), default=0),
            )
        )
    return result


def payments(evening: Evening) -> list[list[int]]:
    """Returns the total that each player paid to each other player, with payments beside the deals: [payer][payee]."""
    paid = _zeros(len(evening.names))
    for event in evening.events:
        if isinstance(event, Paid):
            paid[event.source][event.to] += event.points
        elif isinstance(event, Dealt):
            for payment in event.played.answer.payments:
                paid[event.seats[payment.source]][event.seats[payment.to]] += payment.points
    return paid


@dataclass
class Fed:
    """tiles: how often a player's tile won for another, [whose][winner]. points: what that player paid the winner in
    those deals. drawn: wins with a drawn tile, by player. unsaid: wins with a discard of an unknown player."""

    tiles: list[list[int]]
    points: list[list[int]]
    drawn: list[int]
    unsaid: list[int]


def fed(evening: Evening) -> Fed:
    """Counts who won with whose tiles: discards and robbed kongs."""
    players = len(evening.names)
    result = Fed(_zeros(players), _zeros(players), [0] * players, [0] * players)
    for deal in evening.deals:
        if deal.winner is None:
            continue
        if deal.source is not None:
            result.tiles[deal.source][deal.winner] += 1
            result.points[deal.source][deal.winner] += _paid(deal, deal.source, deal.winner)
        elif deal.played.deal.win.drawn():
            result.drawn[deal.winner] += 1
        else:
            result.unsaid[deal.winner] += 1
    return result


def _paid(deal: Dealt, source: int, to: int) -> int:
    return sum(
        payment.points
        for payment in deal.played.answer.payments
        if (deal.seats[payment.source], deal.seats[payment.to]) == (source, to)
    )


@dataclass
class Fortune:
    """Of a player as East, and else: deals, wins, points gained; run: the most deals running that they won as East."""

    deals: int = 0
    won: int = 0
    gain: int = 0
    elsewhere: int = 0
    run: int = 0


def fortunes(evening: Evening) -> list[Fortune]:
    """Returns each player's results as East. Payments beside the deals do not count. A lost deal ends a run."""
    result = [Fortune() for _ in evening.names]
    run, dealer = 0, -1
    for deal in evening.events:
        if isinstance(deal, Gap):
            run = 0
        if not isinstance(deal, Dealt):
            continue
        for player, gain in enumerate(deal.gains):
            if player != deal.seats["E"]:
                result[player].elsewhere += gain
        east = result[deal.seats["E"]]
        east.deals += 1
        east.gain += deal.gains[deal.seats["E"]]
        if deal.played.deal.winner == "E":
            # After a correction of an older deal, another player may have been East in the next one.
            run = run + 1 if deal.seats["E"] == dealer else 1
            east.won += 1
            east.run = max(east.run, run)
        else:
            run = 0
        dealer = deal.seats["E"]
    return result


@dataclass(frozen=True)
class Best:
    """A hand: its deal and its seat."""

    deal: Dealt
    seat: str

    @property
    def score(self) -> int:
        score: int = self.deal.played.answer.counts[self.seat].score
        return score


def best_hands(evening: Evening, most: int = BEST) -> list[Best]:
    """Returns the hands with the highest scores, of winners and losers. Of two equal hands the earlier one is first."""
    hands = [Best(deal, seat) for deal in evening.deals for seat in deal.played.answer.counts]
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
            by_name.setdefault(evening.names[standing.player], {})[number - 1] = standing.gain
    names = sorted(by_name, key=lambda name: -sum(by_name[name].values()))
    return Season(names, [[by_name[name].get(index) for index in range(number)] for name in names])
