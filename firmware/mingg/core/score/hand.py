"""A hand to be counted, and what several facts ask of it."""

from typing import Any

from mingg.core.deal.card import Card
from mingg.core.deal.deal import DRAWN, Win
from mingg.core.rules import Rules

# Special hands of seven pairs.
_OF_PAIRS = ("seven_twins", "all_pair_honours")


class Hand:
    """A card with its seat, the round wind, and the winner's Win (None: a losing hand).

    points  the sum of the earlier rows, without flowers: for the fact "nothing_else"
    streak  how many deals in a row East has won, this one included
    """

    def __init__(
        self, card: "Card", seat: str, round_wind: str, win: "Win | None", rules: "Rules", streak: int = 0
    ) -> None:
        self.card = card
        self.seat = seat
        self.round_wind = round_wind
        self.win: "Win | Any" = win  # Any: facts that read it are only asked of winners
        self.rules = rules
        self.streak = streak
        self.points = 0

    def won(self) -> bool:
        return self.win is not None

    def own_round(self) -> bool:
        """Whether the seat wind is the round wind."""
        return self.seat == self.round_wind


def on_original(hand: Hand) -> bool:
    return hand.win.opening == "original"


def drawn(hand: Hand) -> bool:
    # An original hand has no drawn tile and waited for none (Harr, Example 16; Babcock, Fig. 26).
    return hand.win.by in DRAWN and hand.win.opening != "original"


def after_kong(hand: Hand) -> bool:
    """Whether a loose tile after a kong won (Babcock p.35), and not after a flower."""
    return hand.win.by == "loose" and any(hand.card.kongs)


def of_pairs(card: "Card", rules: "Rules") -> bool:
    """Whether a card names a hand of seven pairs."""
    for hand in card.special:
        if hand in _OF_PAIRS:
            return True
        if hand in rules.table["patterns"]:
            from mingg.core.score.pattern_cards import is_of_pairs

            if is_of_pairs(hand, rules):
                return True
    return False
