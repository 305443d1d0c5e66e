"""Facts that the rule sets with a last set use: Harr's limit game and the Chinese one. See facts.py."""

from typing import Any, Callable

from mingg.core.rules.rows import PATTERN
from mingg.core.score.hand import Hand, on_original

# Special hands that a card must name, since its counts do not show them.
NAMED = (
    "thirteen_orphans",
    "seven_twins",
    "gates_of_heaven",
    "heads_and_tails",
    "imperial_jade",
    "jade",
    "winding_snake",
    "wriggling_snake",
    "all_pair_honours",
    "knitting",
    "triple_knitting",
)


def _shape(hand: Hand) -> "list[str]":
    last_set = hand.card.last_set
    return [] if last_set is None or on_original(hand) else [last_set]


def _fills(hand: Hand) -> "list[str]":
    ending = " drawn" if hand.win.drawn() else " claimed"
    return [last_set + ending for last_set in _shape(hand)]


def _all_majors(hand: Hand) -> bool:
    card = hand.card
    if "all_majors" in card.special:
        return True
    # Four sets of majors and a pair that is known to be of majors are enough.
    pair = bool(card.pairs) or card.suit == "honours" or card.last_set in ("pair-major", "pair-seat")
    return pair and card.majors() == 4


def _four_winds(hand: Hand) -> bool:
    card = hand.card
    if "four_winds" in card.special:
        return True
    if card.suit != "honours":
        return False
    winds = card.majors() - card.dragons
    # All tiles are honours. A pair of dragons would be named, so any other pair is the fourth wind.
    pair = "dragon" not in card.pairs and card.last_set != "pair-major"
    return winds == 4 or (winds == 3 and card.majors() == 4 and pair)


SELDOM: "dict[str, Callable[[Hand], Any]]" = {
    "shape": _shape,
    "shape_shown": lambda hand: [] if hand.win.hidden else _shape(hand),
    "fills": _fills,
    "seat_wind_in_own_round": lambda hand: hand.card.seat_wind if hand.own_round() else 0,
    "fourth": lambda hand: hand.card.fourth,
    "all_honours_unlimited": lambda hand: hand.card.suit == "honours" and hand.rules.limit is None,
    "four_winds": _four_winds,
    "four_winds_with_own": lambda hand: hand.card.seat_wind > 0 and _four_winds(hand),
    "all_majors": _all_majors,
    "three_dragons": lambda hand: hand.card.dragons == 3,
    "four_kongs": lambda hand: sum(hand.card.kongs) == 4,
    "four_concealed": lambda hand: hand.card.concealed() == 4,
}


def seldom(name: str) -> "Callable[[Hand], Any]":
    """The function of a fact that facts.py does not have. Raises KeyError if there is none."""
    if name.startswith(PATTERN):
        from mingg.core.score.pattern_cards import fact_of

        return fact_of(name[len(PATTERN) :])
    if name in NAMED:
        return lambda hand: name in hand.card.special
    fact = SELDOM.get(name)
    if fact is None:
        # Only options and the modern rule sets need these.
        from mingg.core.score.rare_facts import RARE

        fact = RARE[name]
    return fact
