"""The figures of an evening: who stands where, who paid whom, who fed whom, East's fortune, the best hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mingg_host.report.content import Dealt, Evening, Gap, Paid

BEST = 5


def _zeros(players: int) -> list[list[int]]:
    return [[0] * players for _ in range(players)]


@dataclass(frozen=True)
class Standing:
    """place: 1 the first, shared by who has the same; player; balance; gain: since the start; deals: how many he sat
    in; won: how many of them; drawn: how many with a tile of his own; best: his highest score, 0 where he had none."""

    place: int
    player: int
    balance: int
    gain: int
    deals: int
    won: int
    drawn: int
    best: int


def standings(evening: Evening) -> list[Standing]:
    """Who stands where in the end, the first first."""
    balances, deals = evening.balances, evening.deals
    found = []
    for player in sorted(range(len(balances)), key=lambda each: -balances[each]):
        seated = [(deal, seat) for deal in deals for seat in deal.played.answer.counts if deal.seats[seat] == player]
        won = [deal for deal in deals if deal.winner == player]
        found.append(
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
    return found


def payments(evening: Evening) -> list[list[int]]:
    """What each player paid each other in all, deals and payments by hand: [who pays][to whom]."""
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
    """tiles: how often somebody won with a tile of another's, [whose][who won]; points: what that other paid him in
    those deals; drawn: wins with a tile of one's own, by player; unsaid: wins with a discard of nobody knows whom."""

    tiles: list[list[int]]
    points: list[list[int]]
    drawn: list[int]
    unsaid: list[int]


def fed(evening: Evening) -> Fed:
    """Who won with whose tiles: discards, and kongs robbed."""
    players = len(evening.names)
    found = Fed(_zeros(players), _zeros(players), [0] * players, [0] * players)
    for deal in evening.deals:
        if deal.winner is None:
            continue
        if deal.source is not None:
            found.tiles[deal.source][deal.winner] += 1
            found.points[deal.source][deal.winner] += _paid(deal, deal.source, deal.winner)
        elif deal.played.deal.win.drawn():
            found.drawn[deal.winner] += 1
        else:
            found.unsaid[deal.winner] += 1
    return found


def _paid(deal: Dealt, source: int, to: int) -> int:
    return sum(
        payment.points
        for payment in deal.played.answer.payments
        if (deal.seats[payment.source], deal.seats[payment.to]) == (source, to)
    )


@dataclass
class Fortune:
    """Of a player as East, and else: deals, wins, points gained; run: the most deals running that he won as East."""

    deals: int = 0
    won: int = 0
    gain: int = 0
    elsewhere: int = 0
    run: int = 0


def fortunes(evening: Evening) -> list[Fortune]:
    """East's fortune, by player. What was paid by hand belongs to no deal and is left out; a deal that is lost ends a
    run, as nobody knows."""
    found = [Fortune() for _ in evening.names]
    run = 0
    for deal in evening.events:
        if isinstance(deal, Gap):
            run = 0
        if not isinstance(deal, Dealt):
            continue
        for player, gain in enumerate(deal.gains):
            if player != deal.seats["E"]:
                found[player].elsewhere += gain
        east = found[deal.seats["E"]]
        east.deals += 1
        east.gain += deal.gains[deal.seats["E"]]
        if deal.played.deal.winner == "E":
            # East who wins deals again: a run is never that of two players.
            run += 1
            east.won += 1
            east.run = max(east.run, run)
        else:
            run = 0
    return found


@dataclass(frozen=True)
class Best:
    """A hand: the deal and the seat it was held at."""

    deal: Dealt
    seat: str

    @property
    def score(self) -> int:
        score: int = self.deal.played.answer.counts[self.seat].score
        return score


def best_hands(evening: Evening, most: int = BEST) -> list[Best]:
    """The hands that scored most, winners' and losers' alike; of two alike the earlier one first."""
    hands = [Best(deal, seat) for deal in evening.deals for seat in deal.played.answer.counts]
    return sorted((hand for hand in hands if hand.score), key=lambda hand: -hand.score)[:most]


# ---- several evenings ----


@dataclass
class Season:
    """names: the players, who gained most first; gains: by player and evening, None where he was not there."""

    names: list[str]
    gains: list[list[int | None]] = field(default_factory=list)

    def totals(self) -> list[int]:
        return [sum(gain or 0 for gain in gains) for gains in self.gains]

    def played(self) -> list[int]:
        """How many evenings each was there."""
        return [sum(gain is not None for gain in gains) for gains in self.gains]


def season(evenings: Iterable[Evening]) -> Season:
    """The evenings together; who has the same name is the same player."""
    by_name: dict[str, dict[int, int]] = {}
    number = 0
    for number, evening in enumerate(evenings, 1):
        for standing in standings(evening):
            by_name.setdefault(evening.names[standing.player], {})[number - 1] = standing.gain
    names = sorted(by_name, key=lambda name: -sum(by_name[name].values()))
    return Season(names, [[by_name[name].get(each) for each in range(number)] for name in names])
