"""Facts that the standard games of the two books do not use: last sets, flowers, special hands. See facts.py. Those of
the modern rule sets are in modern_facts.py."""

from mingg.core.scoring.facts import Hand, after_kong, drawn, on_original, unproved

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.card import Card


def _round_wind(hand: Hand) -> int:
    # A card may count a set of the wind that is both only as seat wind.
    if hand.own_round() and hand.rules.own_winds(hand.seat) == hand.seat:
        return max(hand.card.round_wind, hand.card.seat_wind)
    return hand.card.round_wind


def _shape(hand: Hand) -> "list[str]":
    last_set = hand.card.last_set
    return [] if last_set is None or on_original(hand) else [last_set]


def _fills(hand: Hand) -> "list[str]":
    ending = " drawn" if hand.win.drawn() else " claimed"
    return [last_set + ending for last_set in _shape(hand)]


def _series(hand: Hand) -> "list[bool]":
    """Whether the hand has all four flowers 1-4, and all four flowers 5-8."""
    return [all(first + i in hand.card.flowers for i in range(4)) for first in (1, 5)]


def _own_numbers(hand: Hand) -> "list[int]":
    number = "ESWN".index(hand.seat) + 1
    return [number, number + 4]


def _own_flowers(hand: Hand) -> int:
    return sum(1 for number in _own_numbers(hand) if number in hand.card.flowers)


def _own_flowers_outside_series(hand: Hand) -> int:
    full = _series(hand)
    return sum(1 for i, number in enumerate(_own_numbers(hand)) if number in hand.card.flowers and not full[i])


def _concealed(card: "Card") -> int:
    return card.pungs[1] + card.pungs[3] + card.kongs[1] + card.kongs[3]


def _named(name: str) -> "Callable[[Hand], bool]":
    return lambda hand: name in hand.card.special


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


def _nothing_but_drawn(hand: Hand) -> bool:
    if after_kong(hand) or not drawn(hand) or unproved(hand.win, hand.rules):
        return False
    points = hand.rules.mahjong
    for row in hand.rules.points:
        if row.id == "drawn":
            points += row.worth
    return hand.points == points


SELDOM: "dict[str, Callable[[Hand], Any]]" = {
    "shape_shown": lambda hand: [] if hand.win.hidden else _shape(hand),
    "fills": _fills,
    "nothing_but_drawn": _nothing_but_drawn,
    "seat_wind_in_own_round": lambda hand: hand.card.seat_wind if hand.own_round() else 0,
    "round_wind": _round_wind,
    "fourth": lambda hand: hand.card.fourth,
    "flowers": lambda hand: len(hand.card.flowers),
    "own_flowers": _own_flowers,
    "own_flowers_outside_series": _own_flowers_outside_series,
    "both_own_flowers": lambda hand: _own_flowers(hand) == 2 and not any(_series(hand)),
    "flower_series": lambda hand: sum(_series(hand)),
    "all_honours_unlimited": lambda hand: hand.card.suit == "honours" and hand.rules.limit is None,
    "four_winds": _four_winds,
    "four_winds_with_own": lambda hand: hand.card.seat_wind > 0 and _four_winds(hand),
    "all_majors": _all_majors,
    "three_dragons": lambda hand: hand.card.dragons == 3,
    "four_kongs": lambda hand: sum(hand.card.kongs) == 4,
    "three_concealed": lambda hand: _concealed(hand.card) + hand.card.claimed >= 3,
    "four_concealed": lambda hand: _concealed(hand.card) == 4,
    "four_concealed_drawn": lambda hand: _concealed(hand.card) == 4 and hand.win.drawn(),
    "nine_gates": lambda hand: "nine_gates" in hand.card.special and not unproved(hand.win, hand.rules),
    "thirteen_orphans": _named("thirteen_orphans"),
    "seven_twins": _named("seven_twins"),
    # East's ninth win in a row.
    "nine_easts": lambda hand: hand.streak == 9 and hand.seat == "E",
}


def seldom(name: str) -> "Callable[[Hand], Any]":
    """The function of a fact that facts.py does not have. Raises KeyError if there is none."""
    if name in SELDOM:
        return SELDOM[name]
    from mingg.core.scoring.modern_facts import modern

    return modern(name)
