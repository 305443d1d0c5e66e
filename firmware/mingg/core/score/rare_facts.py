"""Facts that only options and the modern rule sets use. See facts.py."""

from typing import Any, Callable

from mingg.core.score.hand import Hand, after_kong, drawn

_OF_WINDS = ("seat", "round", "both", "wind")


def _round_wind(hand: Hand) -> int:
    # A card may count a set of the wind that is both only as seat wind.
    if hand.own_round() and hand.rules.own_winds(hand.seat) == hand.seat:
        return max(hand.card.round_wind, hand.card.seat_wind)
    return hand.card.round_wind


def _series(hand: Hand) -> "list[bool]":
    """Whether the hand has all four flowers 1-4, and all four flowers 5-8."""
    return [all(first + i in hand.card.flowers for i in range(4)) for first in (1, 5)]


def _own_flowers(hand: Hand) -> "list[int]":
    """The series, 0 or 1, of each flower with the number of the seat."""
    number = "ESWN".index(hand.seat) + 1
    return [series for series in (0, 1) if number + 4 * series in hand.card.flowers]


def _big_winds(hand: Hand) -> bool:
    if hand.card.wind_sets() == 4:
        return True
    # Babcock's four winds may be three sets and a pair.
    return any(
        row.fact in ("big_winds", "four_blessings") and row.id in hand.card.special for row in hand.rules.special
    )


def _little_winds(hand: Hand) -> bool:
    card = hand.card
    if card.wind_sets() != 3:
        return False
    if hand.won() and card.suit == "honours" and card.sets() == 4:
        return "dragon" not in card.pairs
    return any(pair in _OF_WINDS for pair in card.pairs)


def _nothing_but_drawn(hand: Hand) -> bool:
    if after_kong(hand) or not drawn(hand) or hand.win.hidden:
        return False
    points = hand.rules.mahjong
    for row in hand.rules.points:
        if row.id == "drawn":
            points += row.worth
    return hand.points == points


def _zero_points(hand: Hand) -> bool:
    """Whether sets and pair have no points."""
    card = hand.card
    if card.sets() or any(name in hand.rules.table["shapeless"] for name in card.special):
        return False
    scoring = [row.worth for row in hand.rules.points if row.id == "pair"]
    return not any(worth.get(pair) for worth in scoring for pair in card.pairs)


def concealed_sets(hand: Hand) -> int:
    """The concealed pungs and kongs; if the rules say so, also kongs that were claimed onto three concealed tiles."""
    return hand.card.concealed() + (hand.card.claimed if hand.rules.on("claimed_concealed") else 0)


def _concealed_hand(hand: Hand) -> bool:
    """Whether the whole hand is concealed and the winning tile was drawn. The counts of a card do not show whether its
    chows are concealed: so a card with chows must name `concealed_hand`."""
    return hand.win.drawn() and ("concealed_hand" in hand.card.special or concealed_sets(hand) == 4)


def _purity(hand: Hand) -> bool:
    if hand.won():
        return hand.card.suit == "full" and hand.card.sets() == 4
    return hand.card.fishing == "purity"


def _buried_treasure(hand: Hand) -> bool:
    card = hand.card
    return "buried_treasure" in card.special or (card.pungs[1] + card.pungs[3] == 4 and card.suit in ("half", "full"))


def _won_with(hand: Hand, name: str, tile: str) -> bool:
    return name in hand.card.special or hand.win.tile == tile


RARE: "dict[str, Callable[[Hand], Any]]" = {
    "nothing_but_drawn": _nothing_but_drawn,
    "zero_points": _zero_points,
    "round_wind": _round_wind,
    "flowers": lambda hand: len(hand.card.flowers),
    "own_flowers": lambda hand: len(_own_flowers(hand)),
    "own_flowers_outside_series": lambda hand: sum([not _series(hand)[i] for i in _own_flowers(hand)]),
    "both_own_flowers": lambda hand: len(_own_flowers(hand)) == 2 and not any(_series(hand)),
    "both_own_flowers_held": lambda hand: len(_own_flowers(hand)) == 2,
    "flower_series": lambda hand: sum(_series(hand)),
    "last_drawn": lambda hand: hand.win.last and hand.win.drawn(),
    "last_discard": lambda hand: hand.win.last and hand.win.by == "discard",
    "called": lambda hand: hand.win.call,
    "twofold": lambda hand: hand.win.twofold,
    "earth": lambda hand: hand.win.opening == "first-discard",
    "plum": lambda hand: hand.win.by == "loose" and _won_with(hand, "plum", "5p"),
    "moon": lambda hand: hand.win.last and hand.win.drawn() and _won_with(hand, "moon", "1p"),
    "pole": lambda hand: hand.win.by == "rob" and _won_with(hand, "pole", "2s"),
    "little_winds": _little_winds,
    "big_winds": _big_winds,
    "four_blessings": _big_winds,
    "little_dragons": lambda hand: hand.card.dragons == 2 and "dragon" in hand.card.pairs,
    "three_scholars": lambda hand: hand.card.dragons == 3 and hand.card.sets() == 4,
    "winds_and_dragons": lambda hand: hand.card.suit == "honours" and hand.card.sets() == 4,
    "fourfold_plenty": lambda hand: sum(hand.card.kongs) == 4,
    "three_concealed": lambda hand: hand.card.concealed() + hand.card.claimed >= 3,
    "four_concealed_drawn": lambda hand: hand.card.concealed() == 4 and hand.win.drawn(),
    "concealed_hand": _concealed_hand,
    "concealed_full_suit": lambda hand: hand.card.suit == "full" and _concealed_hand(hand),
    "hidden_treasure": lambda hand: concealed_sets(hand) == 4 and hand.win.drawn(),
    "buried_treasure": _buried_treasure,
    "purity": _purity,
    "nine_gates": lambda hand: "nine_gates" in hand.card.special and not hand.win.hidden,
    # East's ninth win in a row.
    "nine_easts": lambda hand: hand.streak == 9 and hand.seat == "E",
}
