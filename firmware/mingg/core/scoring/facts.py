"""The facts that rows of the rule tables name. Here are those that Harr's and Babcock's own games use; special_facts.py
has those that only options and the other rule sets use.

A fact is a function of a Hand. It returns how many times the fact holds (0 or False: not at all). `pungs` and `kongs`
return the number of sets of each class, `pairs` the kinds of pair.
"""

from mingg.core.deal.deal import DRAWN

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import Rules


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
    """Whether a loose tile after a kong won (Babcock p.35). In the first edition one for a flower counts too."""
    return hand.win.by == "loose" and (any(hand.card.kongs) or hand.rules.edition == 1)


def unproved(win: "Win", rules: "Rules") -> bool:
    """Whether the winner cannot prove which tile won, since it was mixed in unshown (Babcock p.33). In the first two
    editions this cost points only."""
    return win.hidden and rules.edition > 2


def _only_place(hand: Hand) -> bool:
    return hand.card.only_place and not on_original(hand)


def _nothing_else(hand: Hand) -> bool:
    return bool(hand.points == hand.rules.mahjong)


def _pairs(hand: Hand) -> "list[str]":
    # Here a pair that the card calls "seat" is also of the round wind.
    if hand.own_round():
        return ["both" if pair == "seat" else pair for pair in hand.card.pairs]
    return hand.card.pairs


FACTS: "dict[str, Callable[[Hand], Any]]" = {
    "won": Hand.won,
    "no_chows": lambda hand: hand.card.without_chows(),
    "drawn": drawn,
    # A loose tile that replaces a flower counts as an ordinary drawn tile.
    "drawn_from_wall": lambda hand: drawn(hand) and not after_kong(hand),
    "loose": lambda hand: hand.win.by == "loose",
    "loose_kong": after_kong,
    "only_place": _only_place,
    # Babcock p.33, as in unproved().
    "only_place_shown": lambda hand: _only_place(hand) and not hand.win.hidden,
    "robbed": lambda hand: hand.win.by == "rob",
    "last": lambda hand: hand.win.last,
    "nothing_else": _nothing_else,
    "nothing_else_shown": lambda hand: _nothing_else(hand) and not hand.win.hidden,
    "pungs": lambda hand: hand.card.pungs,
    "kongs": lambda hand: hand.card.kongs,
    "pairs": _pairs,
    "dragons": lambda hand: hand.card.dragons,
    "seat_wind": lambda hand: hand.card.seat_wind,
    "half_suit": lambda hand: hand.card.suit == "half",
    "full_suit": lambda hand: hand.card.suit == "full",
    "all_honours": lambda hand: hand.card.suit == "honours",
    "original": on_original,
    "original_unlimited": lambda hand: hand.rules.limit is None and on_original(hand),
    "first_discard": lambda hand: hand.win.opening == "first-discard",
    "thirteen": lambda hand: hand.win.opening == "thirteen",
}
