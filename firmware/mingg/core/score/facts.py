"""The facts that rows of the rule tables name. Here are those that Harr's and Babcock's own games use; seldom_facts.py
and rare_facts.py have those that only options and the other rule sets use.

A fact is a function of a Hand. It returns how many times the fact holds (0 or False: not at all). `pungs` and `kongs`
return the number of sets of each class, `pairs` the kinds of pair.
"""

from typing import Any, Callable

from mingg.core.score.hand import Hand, after_kong, drawn, on_original


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
    # Babcock p.33, a tile that was mixed in unshown proves nothing.
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


def find(name: str) -> "Callable[[Hand], Any]":
    """The function of a fact. Raises KeyError if there is no such fact."""
    fact = FACTS.get(name)
    if fact is None:
        # Only options and some rule sets need these.
        from mingg.core.score.seldom_facts import seldom

        fact = seldom(name)
    return fact
