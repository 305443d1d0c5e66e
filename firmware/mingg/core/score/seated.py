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
    order   a number for each set, sorted: kind << 6 | slot << 4 | its place; kind: 0 a pung, 1 a kong, 2 a pair
    classes those of its pungs and kongs, in one number
    """

    def __init__(self, hand: "Hand", seat: str, win: "Win | None", rules: "Rules", streak: int = 0) -> None:
        self.hand = hand
        self.seat = seat
        self.win: "Win | Any" = win  # Any: facts that read it are only asked of winners
        self.rules = rules
        self.streak = streak
        self.points = 0
        order = []
        classes = 0
        for place, item in enumerate(hand.sets):
            code = place if item & SIMPLE else place | 32
            if item & CONCEALED:
                code |= 16
            if item & PAIR:
                code |= 128
            else:
                classes |= item
                if item & KONGS:
                    code |= 64
            order.append(code)
        order.sort()
        self.order = order
        self.classes = classes & ANY

    def won(self) -> bool:
        return self.win is not None


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
