"""The result of a deal: the count of each hand, the payments, and who deals next.

Losers first pay the winner. Then they settle with each other, the highest first.
"""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import (
    DEAD_PAYS,
    FALSE_WIN,
    MUMMIES,
    NOT_TOUCHING,
    OUT,
    PASSES,
    STAYS,
    WASHING,
    Answer,
    Count,
    Payment,
)
from mingg.core.deal.winds import seats
from mingg.core.scoring.score import count
from mingg.core.scoring.score import prepare as prepare  # for callers of answer()

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules

WASHING_PAYS = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}  # points by number of different majors (H p.61)
MUMMY_PAYS = 50  # points for nine majors, and for each more (B p.80-81)


class Unpayable(ValueError):
    """The rules in force give no amount: for example, half the limit is due, but there is no limit. key: FALSE_WIN or
    DEAD_PAYS."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class Settlement:
    """Collects the payments of one deal."""

    def __init__(self, rules: "Rules", seats: "tuple[str, ...]") -> None:
        self.rules = rules
        self.seats = seats
        self.payments: "list[Payment]" = []

    def times(self, seat: str, other: str) -> int:
        """2 if East is one of the two seats, else 1. By the New Method always 1 (B p.78)."""
        return 2 if "E" in (seat, other) and not self.rules.on("new_method") else 1

    def pay(self, source: str, to: str, points: int) -> None:
        """Adds a payment, rounded if that was agreed. Adds none of 0 points."""
        if self.rules.on("round_to_ten"):
            points = (points + 4) // 10 * 10  # 4 down, 6 up; all amounts are even (B p.82)
        if points:
            self.payments.append(Payment(source, to, points))

    # ---- the winner ----

    def due(self, loser: str, deal: "Deal", score: int) -> int:
        """The points that a loser owes the winner before liability. By the New Method a discarder owes double, and
        after a drawn tile everyone does."""
        if not self.rules.on("new_method"):
            return score * self.times(loser, deal.winner or "")
        return score * 2 if deal.win.drawn() or deal.win.source == loser else score

    def pay_winner(self, deal: "Deal", score: int, losers: "tuple[str, ...]") -> None:
        """All losers pay the winner, or those who are liable pay for them."""
        winner = deal.winner or ""
        if not deal.liable:
            for loser in losers:
                self.pay(loser, winner, self.due(loser, deal, score))
            return
        due = {loser: self.due(loser, deal, score) for loser in losers}
        owed = sum(due.values())
        liable = [payer.seat for payer in deal.liable]
        if deal.liable[0].share == "full":
            due = {liable[0]: owed}
        elif len(liable) == 2:
            # Each liable player pays half of all that is owed, the others nothing (B p.76).
            half = owed // 2 // 2 * 2
            due = {liable[0]: owed - half, liable[1]: half}
        else:
            # The liable player pays their own debt and half of the others'. The others pay their other half, rounded
            # down to an even number.
            for loser in losers:
                if loser != liable[0]:
                    due[loser] = due[loser] // 4 * 2
            due[liable[0]] += owed - sum(due.values())
        # Liable players pay first.
        for loser in liable + [loser for loser in losers if loser not in liable]:
            self.pay(loser, winner, due.get(loser, 0))

    # ---- the losers ----

    def losers_settle(self, deal: "Deal", winners_score: int) -> bool:
        """Whether losers settle with each other."""
        # Feeding is an insurance penalty like the others (B p.78). In the first edition it was not.
        if deal.liable and not (self.rules.edition == 1 and any(payer.why == "feeding" for payer in deal.liable)):
            return False
        limit = self.rules.limit
        return not (self.rules.on("limit_cancels_losers") and limit is not None and winners_score >= limit)

    def settle_losers(self, scores: "dict[str, int]", losers: "tuple[str, ...]") -> None:
        """The loser with the highest score collects the difference from each other loser, then the next one (H p.25).
        Of equal scores, and of those who pay, the first from the winner's right comes first."""
        limit = self.rules.limit
        left = list(losers)
        while left:
            highest = max(left, key=lambda seat: scores.get(seat, 0))
            left.remove(highest)
            for other in left:
                points = scores.get(highest, 0) - scores.get(other, 0)
                if limit is not None:
                    points = min(points, limit)  # H p.60; only matters if losing hands may exceed the limit
                self.pay(other, highest, points * self.times(highest, other))

    def for_fifth(self, doublings: int) -> "tuple[int, int]":
        """The points that a loser owes the player who sits out (B p.85): those for mah-jong, doubled; and with the
        limit as their cap (B p.28). doublings: those of the winning hand. In the first two editions 20 points, without
        a cap."""
        rules = self.rules
        earlier = rules.edition < 3
        points = (20 if earlier else rules.mahjong) << doublings
        return points, points if earlier or rules.limit is None else min(points, rules.limit)

    def pay_fifth(self, winner: str, losers: "tuple[str, ...]", doublings: int) -> None:
        """The losers pay the player who sits out. doublings: those of the winning hand."""
        points = self.for_fifth(doublings)[1]
        for loser in losers:
            self.pay(loser, OUT, points * self.times(loser, OUT))

    # ---- endings without a winner ----

    def share(self, key: str, amount: object) -> int:
        """An agreed amount in points. amount: points, "half" or "limit". Raises Unpayable if there is no limit."""
        if amount in ("half", "limit"):
            if self.rules.limit is None:
                raise Unpayable(key, "there is no limit to pay a share of. Agree on a limit or on points.")
            return self.rules.limit if amount == "limit" else self.rules.limit // 4 * 2
        return int(amount)  # type: ignore[call-overload, no-any-return]

    def false_win(self, price: object) -> int:
        """The points that the player of a false win pays each other player. price: of this deal; 0: as agreed."""
        agreed = price or self.rules.on("false_win") or self.rules.table["false_win"]
        return self.share(FALSE_WIN, "half" if agreed is True else agreed)

    def pay_everybody(self, seat: str, points: int, single: bool = False) -> None:
        """One seat pays all others, double if East is one of the two. single: never double."""
        for other in self.seats:
            if other != seat:
                self.pay(seat, other, points if single else points * self.times(seat, other))

    def collect(self, seat: str, points: int) -> None:
        """All others pay one seat the same points, East too (H p.61; B p.80)."""
        for other in self.seats:
            if other != seat:
                self.pay(other, seat, points)

    def end(self, ending: str, seat: str, number: "Any") -> None:
        """Adds the payments of an ending without a winner. number: see Deal."""
        rules = self.rules
        if ending == FALSE_WIN:
            self.pay_everybody(seat, self.false_win(number), "false_win_single" in rules.table)
        elif ending == DEAD_PAYS:
            self.pay_everybody(seat, self.share(DEAD_PAYS, "limit"))
        elif ending == WASHING:
            self.collect(seat, WASHING_PAYS[number])
        elif ending == MUMMIES and rules.on("nine_mummies") == "bonus":
            self.collect(seat, MUMMY_PAYS * (number - 8))


def _others(winner: str, seats: "tuple[str, ...]") -> "tuple[str, ...]":
    """The other seats, in the order of play from the winner's right."""
    start = seats.index(winner)
    return seats[start + 1 :] + seats[:start]


def settle(
    scores: "dict[str, int]",
    deal: "Deal",
    rules: "Rules",
    seats: "tuple[str, ...]",
    doublings: int = 0,
) -> "list[Payment]":
    """The payments of a deal: for each pair of players at most one.

    scores: by seat; a missing seat has 0. doublings: those of the winning hand.

    Each loser pays the winner's score. Every two losers settle the difference of their scores. Both are doubled if East
    is one of the two (Harr p.25; Babcock p.25-27). A draw pays nothing.
    """
    settlement = Settlement(rules, seats)
    if deal.ending is not None:
        settlement.end(*deal.ending)
    elif deal.winner is not None:
        losers = _others(deal.winner, seats)
        settlement.pay_winner(deal, scores.get(deal.winner, 0), losers)
        if settlement.losers_settle(deal, scores.get(deal.winner, 0)):
            settlement.settle_losers(scores, losers)
        if rules.pays_fifth():
            settlement.pay_fifth(deal.winner, losers, doublings)
    return settlement.payments


def net(payments: "list[Payment]", seats: "tuple[str, ...]") -> "dict[str, int]":
    """The points that each seat gains, or loses (negative); they add up to zero."""
    gains = dict.fromkeys(seats, 0)
    for payment in payments:
        gains[payment.source] -= payment.points
        gains[payment.to] += payment.points
    return gains


def deals_next(deal: "Deal", rules: "Rules") -> str:
    """STAYS, PASSES, or the seat that deals next."""
    if rules.on("east_passes"):
        return PASSES
    if rules.on("winner_deals") and rules.edition > 2:
        return STAYS if deal.winner in (None, "E") else deal.winner
    if deal.ending is not None:
        # East who asks for a new deal stops being East (B p.80-81).
        return PASSES if deal.ending[0] in (MUMMIES, NOT_TOUCHING) and deal.ending[1] == "E" else STAYS
    if deal.winner is None:
        kongs = 0
        for card in deal.cards.values():
            kongs += sum(card.kongs)
        kongs = max(kongs, deal.kongs)
        if kongs and (rules.kong_passes() or (kongs >= 4 and rules.on("four_kongs_draw"))):
            return PASSES
        return STAYS
    # East deals again after winning (Harr p.13; Babcock p.26).
    if deal.winner == "E":
        return PASSES if deal.streak == 9 and "nine_easts_pass" in rules.table and rules.on("nine_easts") else STAYS
    return deal.winner if rules.on("winner_deals") else PASSES


def answer(deal: "Deal", rules: "Rules", round_wind: str) -> Answer:
    """Counts and settles a legal deal. Raises Unpayable if the rules give no amount."""
    places = seats(rules.players)
    counts = {}
    for seat in places:
        # A dead hand scores nothing. One with too few tiles ("short") scores what it has (B p.73).
        if deal.dead.get(seat, "short") != "short":
            counts[seat] = Count()
        else:
            win = deal.win if seat == deal.winner else None
            counts[seat] = count(deal.cards.get(seat) or Card(), seat, round_wind, win, rules, deal.streak)
    scores = {seat: counts[seat].score for seat in places}
    doublings = counts[deal.winner].doublings if deal.winner is not None else 0
    payments = settle(scores, deal, rules, places, doublings)
    people = places + (OUT,) if rules.players == 5 else places
    return Answer(counts, payments, net(payments, people), deals_next(deal, rules))
