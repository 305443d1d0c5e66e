"""The result of a deal: the count of each hand, the payments, and who deals next.

Losers first pay the winner. Then they settle with each other, the highest first. seldom.py has what few deals need.
"""

from typing import Any

from mingg.core.deal.deal import MUMMIES, NOT_TOUCHING, OUT, PASSES, STAYS, Answer, Count, Deal, Payment, seats
from mingg.core.deal.hand import ANY, KONGS
from mingg.core.rules import Rules
from mingg.core.score import score as scorer
from mingg.core.score.score import count

# Why a payment is made; or a word of deal.ENDINGS.
WON, LIABLE, LOST, SAT_OUT = "winner", "liable", "losers", "fifth"


class Settlement:
    """Collects the payments of one deal.

    Why each is paid: the points before they are doubled or rounded; 2 if they are doubled, else 1; a topic; and what
    the points were computed from:
        WON     nothing
        LIABLE  what each loser owes, by seat
        LOST    the higher score and the lower one
        SAT_OUT the points before the limit, and the doublings in them
        an ending: its number, see Deal
    """

    def __init__(self, rules: "Rules", seats: "tuple[str, ...]") -> None:
        self.rules = rules
        self.seats = seats
        self.payments: "list[Payment]" = []
        self.new_method = rules.on("new_method")
        self.to_ten = rules.on("round_to_ten")

    def times(self, seat: str, other: str) -> int:
        """2 if East is one of the two seats, else 1. By the New Method always 1 (B p.78)."""
        return 2 if (seat == "E" or other == "E") and not self.new_method else 1

    def pay(self, source: str, to: str, points: int, times: int, topic: str, of: "Any" = None) -> None:
        """Adds a payment, rounded if that was agreed. Adds none of 0 points. topic, of: why, see above."""
        why = points, times, topic, of
        points *= times
        if self.to_ten:
            points = (points + 4) // 10 * 10  # 4 down, 6 up; all amounts are even (B p.82)
        if points:
            self.payments.append(Payment(source, to, points, why))

    def times_to_winner(self, loser: str, deal: "Deal") -> int:
        """How many times the score a loser owes the winner before liability. By the New Method a discarder owes double,
        and after a drawn tile everyone does."""
        if not self.new_method:
            return 2 if loser == "E" or deal.winner == "E" else 1
        return 2 if deal.win.drawn() or deal.win.source == loser else 1

    def pay_winner(self, score: int, deal: "Deal", losers: "tuple[str, ...]") -> None:
        """All losers pay the winner, in the order of play, or those who are liable."""
        winner = deal.winner or ""
        if not deal.liable:
            for loser in losers:
                self.pay(loser, winner, score, self.times_to_winner(loser, deal), WON)
            return
        from mingg.core.settle.seldom import for_others

        due = {loser: score * self.times_to_winner(loser, deal) for loser in losers}
        for loser, points in for_others(deal, due, losers):
            self.pay(loser, winner, points, 1, LIABLE, due)

    def losers_settle(self, deal: "Deal", winners_score: int) -> bool:
        """Whether losers settle with each other."""
        # Feeding is an insurance penalty like the others (B p.78).
        if deal.liable:
            return False
        limit = self.rules.limit
        return limit is None or winners_score < limit or not self.rules.on("limit_cancels_losers")

    def settle_losers(self, scores: "dict[str, int]", losers: "tuple[str, ...]") -> None:
        """The loser with the highest score collects the difference from each other loser, then the next one (H p.25).
        Of equal scores, and of those who pay, the first from the winner's right comes first."""
        limit = self.rules.limit
        left = list(losers)
        while any(map(scores.get, left)):
            highest = max(left, key=lambda seat: scores.get(seat, 0))
            left.remove(highest)
            for other in left:
                higher, lower = scores.get(highest, 0), scores.get(other, 0)
                points = higher - lower
                if limit is not None:
                    points = min(points, limit)  # H p.60; only matters if losing hands may exceed the limit
                if points:
                    self.pay(other, highest, points, self.times(highest, other), LOST, (higher, lower))


def settle(
    scores: "dict[str, int]", deal: "Deal", rules: "Rules", seats: "tuple[str, ...]", doublings: int = 0
) -> "list[Payment]":
    """The payments of a deal: for each pair of players at most one.

    scores: by seat; a missing seat has 0. doublings: those of the winning hand.

    Each loser pays the winner's score. Every two losers settle the difference of their scores. Both are doubled if East
    is one of the two (Harr p.25; Babcock p.25-27). A draw pays nothing.
    """
    winner = deal.winner
    if winner is None and deal.ending is None:
        return []
    settlement = Settlement(rules, seats)
    if deal.ending is not None:
        from mingg.core.settle.seldom import settle_ending

        settle_ending(deal, rules, settlement)
    elif winner is not None:
        place, score = seats.index(winner), scores.get(winner, 0)
        losers = seats[place + 1 :] + seats[:place]  # in the order of play from the winner's right
        settlement.pay_winner(score, deal, losers)
        if settlement.losers_settle(deal, score):
            settlement.settle_losers(scores, losers)
        if rules.pays_fifth():
            from mingg.core.settle.seldom import for_fifth

            points, capped = for_fifth(rules, doublings)
            for loser in losers:
                settlement.pay(loser, OUT, capped, settlement.times(loser, OUT), SAT_OUT, (points, doublings))
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
    if rules.on("winner_deals"):
        return STAYS if deal.winner in (None, "E") else deal.winner
    if deal.ending is not None:
        # East who asks for a new deal stops being East (B p.80-81).
        return PASSES if deal.ending[0] in (MUMMIES, NOT_TOUCHING) and deal.ending[1] == "E" else STAYS
    if deal.winner is None:
        kongs = 0
        for hand in deal.hands.values():
            kongs += hand.number(ANY, KONGS)
        kongs = max(kongs, deal.kongs)
        if kongs and (rules.kong_passes() or (kongs >= 4 and rules.on("four_kongs_draw"))):
            return PASSES
        return STAYS
    # East deals again after winning (Harr p.13; Babcock p.26).
    if deal.winner == "E":
        return PASSES if deal.streak == 9 and rules.on("nine_easts_pass") and rules.on("nine_easts") else STAYS
    return PASSES


def prepare(rules: "Rules") -> None:
    """Loads what answer() needs by these rules. A build loads this module only for those who use a function of it."""
    scorer.prepare(rules)


def answer(deal: "Deal", rules: "Rules", counted: "Count | None" = None) -> Answer:
    """Counts and settles a legal deal. counted: the winner's count without a streak, if it is known. Raises
    seldom.Unpayable if the rules give no amount."""
    places = seats(rules.players)
    counts, scores, nothing, winner = {}, {}, Count(), deal.winner
    for seat in places:
        hand, found = deal.hands.get(seat), nothing
        if seat == winner and counted is not None and not deal.streak:
            found = counted
        # A dead hand scores nothing. One with too few tiles ("short") scores what it has (B p.73).
        elif hand is not None and hand.dead in (None, "short"):
            found = count(hand, seat, deal.win if seat == winner else None, rules, deal.streak)
        counts[seat] = found
        scores[seat] = found.score
    doublings = counts[winner].doublings if winner is not None else 0
    payments = settle(scores, deal, rules, places, doublings)
    people = places + (OUT,) if rules.players == 5 else places
    return Answer(counts, payments, net(payments, people), deals_next(deal, rules))
