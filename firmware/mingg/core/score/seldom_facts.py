"""Facts that the rule sets with a last set use: Harr's limit game and the Chinese one. See facts.py."""

from typing import Any

from mingg.core.deal.hand import ANY, DRAGON, KONGS, MOST, OWN, SETS
from mingg.core.rules.rows import PATTERN, SHAPELESS, WITH_CHOWS
from mingg.core.score.facts import ALWAYS, FOUR, HONOURS, LAST_SET, TOLD, Seated

# Special hands that a hand must name, since its sets do not show them.
NAMED = SHAPELESS + WITH_CHOWS + ("heads_and_tails", "imperial_jade", "jade", "winding_snake")


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


SELDOM: "dict[str, Any]" = {
    "shape": LAST_SET,
    "shape_shown": (LAST_SET, lambda seated: None if seated.win.hidden else seated.hand.last_set),
    "fills": (LAST_SET, lambda seated: seated.hand.last_set + (" drawn" if seated.win.drawn() else " claimed")),
    "fourth": (ALWAYS, lambda seated: seated.hand.fourth),
    "all_honours_unlimited": (HONOURS, lambda seated: seated.rules.limit is None),
    "four_winds": (TOLD | HONOURS, _four_winds),
    "four_winds_with_own": (OWN, _four_winds),
    "all_majors": (TOLD | FOUR, _all_majors),
    "three_dragons": (DRAGON, lambda seated: seated.hand.number(DRAGON, SETS) == 3),
    "four_kongs": (FOUR, lambda seated: seated.hand.number(ANY, KONGS) == MOST),
    "four_concealed": (FOUR, lambda seated: seated.hand.concealed() == MOST),
}


def seldom(name: str) -> "Any":
    """A fact that facts.py does not have. Raises KeyError if there is none."""
    if name.startswith(PATTERN):
        from mingg.core.score.pattern_hands import fact_of

        return TOLD, fact_of(name[len(PATTERN) :])
    if name in NAMED:
        return TOLD, lambda seated: name in seated.hand.special
    fact = SELDOM.get(name)
    if fact is None:
        # Only options and the modern rule sets need these.
        from mingg.core.score.rare_facts import RARE

        fact = RARE[name]
    return fact
