"""The facts that rows of the rule tables name. Here are those that Harr's and Babcock's own games use; seldom_facts.py
and rare_facts.py have those that only options and the other rule sets use.

A fact is a function of a Seated hand. It returns how many times the fact holds (0 or False: not at all); `shape` and
`fills` return words. A fact that only sets make is a number: their classes | their ways.
"""

from typing import Any

from mingg.core.deal.hand import ANY, BOTH, DRAGON, KONGS, MOST, OF_ROUND, OWN, PAIR, PUNGS, SETS
from mingg.core.score.seated import Seated, after_kong, drawn, on_original


def _only_place(seated: Seated) -> bool:
    return seated.hand.only_place and not on_original(seated)


def _nothing_else(seated: Seated) -> bool:
    return bool(seated.points == seated.rules.mahjong)


def _no_chows(seated: Seated) -> bool:
    return seated.hand.size() == MOST


FACTS: "dict[str, Any]" = {
    "won": Seated.won,
    "no_chows": _no_chows,
    "drawn": drawn,
    # A loose tile that replaces a flower counts as an ordinary drawn tile.
    "drawn_from_wall": lambda seated: drawn(seated) and not after_kong(seated),
    "loose": lambda seated: seated.win.by == "loose",
    "loose_kong": after_kong,
    "only_place": _only_place,
    # Babcock p.33, a tile that was mixed in unshown proves nothing.
    "only_place_shown": lambda seated: _only_place(seated) and not seated.win.hidden,
    "robbed": lambda seated: seated.win.by == "rob",
    "last": lambda seated: seated.win.last and drawn(seated),
    "nothing_else": _nothing_else,
    "nothing_else_shown": lambda seated: _nothing_else(seated) and not seated.win.hidden,
    "pungs": ANY | PUNGS,
    "kongs": ANY | KONGS,
    "pairs": ANY | PAIR,
    "dragons": DRAGON | SETS,
    "seat_wind": OWN | SETS,
    "round_wind": OF_ROUND | SETS,
    "seat_wind_in_own_round": BOTH | SETS,
    "half_suit": lambda seated: seated.hand.suit == "half",
    "full_suit": lambda seated: seated.hand.suit == "full",
    "all_honours": lambda seated: seated.hand.suit == "honours",
    "original": on_original,
    "original_unlimited": lambda seated: seated.rules.limit is None and on_original(seated),
    "first_discard": lambda seated: seated.win.opening == "first-discard",
    "thirteen": lambda seated: seated.win.opening == "thirteen",
}


def find(name: str) -> "Any":
    """A fact. Raises KeyError if there is no such fact."""
    fact = FACTS.get(name)
    if fact is None:
        # Only options and some rule sets need these.
        from mingg.core.score.seldom_facts import seldom

        fact = seldom(name)
    return fact
