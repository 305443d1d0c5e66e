"""A deal with its answer, and why it was counted so."""

from typing import Any

from mingg.core.deal.deal import Answer, Deal
from mingg.core.deal.hand import Hand
from mingg.core.explain import explain, paid
from mingg.core.explain.explain import Added, Why
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE
from mingg.core.score.facts import Seated
from mingg.core.score.special import flowers_beside, share_of_limit
from mingg.core.settle.settle import Settlement


class Counted:
    """A deal with its rules and its answer, as the core has them. notes: assumptions about a typed deal,
    each with the tile or the seats that it is about."""

    def __init__(
        self, rules: "Rules", deal: "Deal", answer: "Answer", notes: "tuple[tuple[str, str], ...]" = ()
    ) -> None:
        self.rules = rules
        self.deal = deal
        self.answer = answer
        self.notes = notes

    def seated(self, seat: str) -> "Seated":
        """A seat's hand as it was counted."""
        deal = self.deal
        win = deal.win if seat == deal.winner else None
        return Seated(deal.hands.get(seat) or Hand(), seat, win, self.rules, deal.streak)

    def points_of_special(self, seat: str) -> "int | None":
        """The points of the special hand that set a score, if points for flowers were added to it; else None."""
        count = self.answer.counts[seat]
        if count.special in (None, ALONE) or not flowers_beside(self.seated(seat)):
            return None  # ALONE is a doubling, and has no points
        return share_of_limit(self.rules.limit, count.special_row.worth)

    def added(self, seat: str) -> "list[Added]":
        """What was added after the doublings."""
        return explain.of_added(self.seated(seat), self.answer.counts[seat])

    def why_score(self, seat: str) -> "Why | None":
        """Explains a score that points, doublings and additions alone do not make; else None."""
        return explain.of_score(self.answer.counts[seat], self.seated(seat))

    def dropped(self, seat: str) -> "list[Why]":
        """Why a dead hand, or a hidden tile, does not count."""
        hand = self.seated(seat)
        dead = self.deal.hands[seat].dead if seat in self.deal.hands else None
        found = [paid.dead(dead, self.rules)] if dead else []
        if hand.won() and hand.win.hidden and self.rules.knows_hidden:
            found.append(Why("play hidden", (), "Babcock p.33"))
        return found

    def even(self) -> "list[Why]":
        """Why losers whose scores differ do not settle; [] if they do."""
        deal, counts = self.deal, self.answer.counts
        if deal.winner is None or len({counts[seat].score for seat in counts if seat != deal.winner}) < 2:
            return []
        if Settlement(self.rules, tuple(counts)).losers_settle(deal, counts[deal.winner].score):
            return []
        of_liable: "Any" = deal.liable and paid.source_of_liable(deal, self.rules)
        return [Why("pay even liable" if of_liable else "pay even limit", (), of_liable or "Babcock p.81")]
