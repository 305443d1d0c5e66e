"""Facts that the rule sets with a last set use: Harr's limit game and the Chinese one. See facts.py."""

from typing import Any, Callable

from mingg.core.deal.hand import ANY, DRAGON, KONGS, MOST, OWN, SETS
from mingg.core.rules.rows import PATTERN, SHAPELESS, WITH_CHOWS
from mingg.core.score.seated import Seated, on_original

# Special hands that a hand must name, since its sets do not show them.
NAMED = SHAPELESS + WITH_CHOWS + ("heads_and_tails", "imperial_jade", "jade", "winding_snake")


def _shape(seated: Seated) -> "list[str]":
    last_set = seated.hand.last_set
    return [] if last_set is None or on_original(seated) else [last_set]


def _fills(seated: Seated) -> "list[str]":
    ending = " drawn" if seated.win.drawn() else " claimed"
    return [last_set + ending for last_set in _shape(seated)]


def _all_majors(seated: Seated) -> bool:
    hand = seated.hand
    if "all_majors" in hand.special:
        return True
    # Four sets of majors and a pair that is known to be of majors are enough.
    pair = hand.pairs() > 0 or hand.suit == "honours" or hand.last_set in ("pair-major", "pair-seat")
    return pair and hand.majors() == MOST


def _four_winds(seated: Seated) -> bool:
    hand = seated.hand
    if "four_winds" in hand.special:
        return True
    if hand.suit != "honours":
        return False
    winds = hand.winds()
    # All tiles are honours. A pair of dragons would be named, so any other pair is the fourth wind.
    pair = not hand.pairs() & DRAGON and hand.last_set != "pair-major"
    return winds == MOST or (winds == 3 and hand.majors() == MOST and pair)


SELDOM: "dict[str, Callable[[Seated], Any]]" = {
    "shape": _shape,
    "shape_shown": lambda seated: [] if seated.win.hidden else _shape(seated),
    "fills": _fills,
    "fourth": lambda seated: seated.hand.fourth,
    "all_honours_unlimited": lambda seated: seated.hand.suit == "honours" and seated.rules.limit is None,
    "four_winds": _four_winds,
    "four_winds_with_own": lambda seated: seated.hand.number(OWN, SETS) > 0 and _four_winds(seated),
    "all_majors": _all_majors,
    "three_dragons": lambda seated: seated.hand.number(DRAGON, SETS) == 3,
    "four_kongs": lambda seated: seated.hand.number(ANY, KONGS) == MOST,
    "four_concealed": lambda seated: seated.hand.concealed() == MOST,
}


def seldom(name: str) -> "Callable[[Seated], Any]":
    """The function of a fact that facts.py does not have. Raises KeyError if there is none."""
    if name.startswith(PATTERN):
        from mingg.core.score.pattern_hands import fact_of

        return fact_of(name[len(PATTERN) :])
    if name in NAMED:
        return lambda seated: name in seated.hand.special
    fact = SELDOM.get(name)
    if fact is None:
        # Only options and the modern rule sets need these.
        from mingg.core.score.rare_facts import RARE

        fact = RARE[name]
    return fact
