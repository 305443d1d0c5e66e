"""The facts that rows of the rule tables name. Here are those that Harr's and Babcock's own games use; seldom_facts.py
and rare_facts.py have those that only options and the other rule sets use.

A fact is a function of a Seated hand. It returns how many times the fact holds (0 or False: not at all). Rows of pungs,
kongs and pairs have no such function: score.py finds the sets in the hand (SETS_OF). `shape` and `fills` return words.
"""

from typing import Any, Callable

from mingg.core.deal.hand import DRAGON, KONGS, MOST, OWN, PAIR, PUNGS, SETS
from mingg.core.score.seated import Seated, after_kong, drawn, on_original

# The facts of sets, and the ways of these.
SETS_OF = {"pungs": PUNGS, "kongs": KONGS, "pairs": PAIR}


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
    "last": lambda seated: seated.win.last,
    "nothing_else": _nothing_else,
    "nothing_else_shown": lambda seated: _nothing_else(seated) and not seated.win.hidden,
    "dragons": lambda seated: seated.hand.number(DRAGON, SETS),
    "seat_wind": lambda seated: seated.hand.number(OWN, SETS),
    "half_suit": lambda seated: seated.hand.suit == "half",
    "full_suit": lambda seated: seated.hand.suit == "full",
    "all_honours": lambda seated: seated.hand.suit == "honours",
    "original": on_original,
    "original_unlimited": lambda seated: seated.rules.limit is None and on_original(seated),
    "first_discard": lambda seated: seated.win.opening == "first-discard",
    "thirteen": lambda seated: seated.win.opening == "thirteen",
}


def find(name: str) -> "Callable[[Seated], Any]":
    """The function of a fact. Raises KeyError if there is no such fact."""
    fact = FACTS.get(name) or SETS_OF.get(name)
    if fact is None:
        # Only options and some rule sets need these.
        from mingg.core.score.seldom_facts import seldom

        fact = seldom(name)
    return fact
