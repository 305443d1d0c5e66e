"""A hand to be counted, and what several facts ask of it."""

from typing import Any

from mingg.core.deal.deal import DRAWN, Win
from mingg.core.deal.hand import ANY, CONCEALED, KONGS, PAIR, SIMPLE, Hand
from mingg.core.rules import Rules

# Special hands of seven pairs.
_OF_PAIRS = ("seven_twins", "all_pair_honours")


class Seated:
    """A hand with its seat and the winner's Win (None: a losing hand).

    points  the sum of the earlier rows, without flowers: for the fact "nothing_else"
    streak  how many deals in a row East has won, this one included
    order   the places of its sets: pungs, kongs, pairs; of these simple ones first, then exposed ones
    """

    def __init__(self, hand: "Hand", seat: str, win: "Win | None", rules: "Rules", streak: int = 0) -> None:
        self.hand = hand
        self.seat = seat
        self.win: "Win | Any" = win  # Any: facts that read it are only asked of winners
        self.rules = rules
        self.streak = streak
        self.points = 0
        sets = hand.sets
        self.order: "list[int]" = list(range(len(sets)))
        if len(sets) > 1:
            codes = [_rank(item) << 4 | place for place, item in enumerate(sets)]
            codes.sort()
            self.order = [code & 15 for code in codes]

    def won(self) -> bool:
        return self.win is not None


def _rank(item: int) -> int:
    """Where a set comes in the order."""
    kind = 8 if item & PAIR else 4 if item & KONGS else 0
    return kind | (0 if item & SIMPLE else 2) | (item & CONCEALED > 0)


def on_original(seated: Seated) -> bool:
    return seated.win.opening == "original"


def drawn(seated: Seated) -> bool:
    # An original hand has no drawn tile and waited for none (Harr, Example 16; Babcock, Fig. 26).
    return seated.win.by in DRAWN and seated.win.opening != "original"


def after_kong(seated: Seated) -> bool:
    """Whether a loose tile after a kong won (Babcock p.35), and not after a flower."""
    return seated.win.by == "loose" and seated.hand.number(ANY, KONGS) > 0


def of_pairs(hand: "Hand", rules: "Rules") -> bool:
    """Whether a hand is named as one of seven pairs."""
    for name in hand.special:
        if name in _OF_PAIRS:
            return True
        if name in rules.table["patterns"]:
            from mingg.core.score.pattern_hands import is_of_pairs

            if is_of_pairs(name, rules):
                return True
    return False
