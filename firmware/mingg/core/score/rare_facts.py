"""Facts that only options and the modern rule sets use. See facts.py."""

from typing import Any

from mingg.core.deal.hand import ANY, CLAIMED, CONCEALED, DRAGON, KONGS, MAJORS, MOST, PUNG, SETS, WINDS, class_of
from mingg.core.score.facts import ALWAYS, FLOWERS, FOUR, FULL, HONOURS, LAST, LOOSE, ROB, TOLD, Seated


def _series(seated: Seated) -> "list[bool]":
    """Whether the hand has all four flowers 1-4, and all four flowers 5-8."""
    return [all(first + i in seated.hand.flowers for i in range(4)) for first in (1, 5)]


def _own_flowers(seated: Seated) -> "list[int]":
    """The series, 0 or 1, of each flower with the number of the seat."""
    number = "ESWN".index(seated.seat) + 1
    return [series for series in (0, 1) if number + 4 * series in seated.hand.flowers]


def _own_outside_series(seated: Seated) -> int:
    return sum([not _series(seated)[i] for i in _own_flowers(seated)])


def _big_winds(seated: Seated) -> bool:
    if seated.hand.winds() == MOST:
        return True
    # Babcock's four winds may be three sets and a pair.
    return any(
        row.fact in ("big_winds", "four_blessings") and row.id in seated.hand.special for row in seated.rules.special
    )


def _little_winds(seated: Seated) -> bool:
    hand = seated.hand
    if hand.winds() != 3:
        return False
    if seated.won() and hand.suit == "honours" and hand.size() == MOST:
        return not hand.pairs() & DRAGON
    return bool(hand.pairs() & WINDS)


def _zero_points(seated: Seated) -> bool:
    """Whether sets and pair have no points."""
    hand = seated.hand
    if hand.size() or any(name in seated.rules.table["shapeless"] for name in hand.special):
        return False
    scoring = [row.worth for row in seated.rules.points if row.id == "pair"]
    return not any(worth.get(class_of(pair)) for worth in scoring for pair in hand.sets)


def concealed_sets(seated: Seated) -> int:
    """The concealed pungs and kongs; if the rules say so, also kongs that were claimed onto three concealed tiles."""
    hand = seated.hand
    return hand.concealed() + (hand.number(ANY, CLAIMED) if seated.rules.on("claimed_concealed") else 0)


def _concealed_hand(seated: Seated) -> bool:
    """Whether the whole hand is concealed and the winning tile was drawn. The sets do not show whether the chows are
    concealed: so a hand with chows must name `concealed_hand`."""
    return seated.win.drawn() and ("concealed_hand" in seated.hand.special or concealed_sets(seated) == MOST)


def _purity(seated: Seated) -> bool:
    if seated.won():
        return seated.hand.suit == "full" and seated.hand.size() == MOST
    return seated.hand.fishing == "purity"


def _buried_treasure(seated: Seated) -> bool:
    hand = seated.hand
    return "buried_treasure" in hand.special or (hand.number(ANY, PUNG) == MOST and hand.suit in ("half", "full"))


def _won_with(seated: Seated, name: str, tile: str) -> bool:
    return name in seated.hand.special or seated.win.tile == tile


RARE: "dict[str, Any]" = {
    "zero_points": (ALWAYS, _zero_points),
    "flowers": FLOWERS,
    "own_flowers": (FLOWERS, lambda seated: len(_own_flowers(seated))),
    "own_flowers_outside_series": (FLOWERS, _own_outside_series),
    "both_own_flowers": (FLOWERS, lambda seated: len(_own_flowers(seated)) == 2 and not any(_series(seated))),
    "both_own_flowers_held": (FLOWERS, lambda seated: len(_own_flowers(seated)) == 2),
    "flower_series": (FLOWERS, lambda seated: sum(_series(seated))),
    "last_discard": (ALWAYS, lambda seated: seated.win.last and seated.win.by == "discard"),
    "called": (ALWAYS, lambda seated: seated.win.call),
    "twofold": (LOOSE, lambda seated: seated.win.twofold),
    "earth": (ALWAYS, lambda seated: seated.win.opening == "first-discard"),
    "plum": (LOOSE, lambda seated: _won_with(seated, "plum", "5p")),
    "moon": (LAST, lambda seated: _won_with(seated, "moon", "1p")),
    "pole": (ROB, lambda seated: _won_with(seated, "pole", "2s")),
    "little_winds": (MAJORS - DRAGON, _little_winds),
    "big_winds": (TOLD | FOUR, _big_winds),
    "four_blessings": (TOLD | FOUR, _big_winds),
    "little_dragons": (
        DRAGON,
        lambda seated: seated.hand.number(DRAGON, SETS) == 2 and seated.hand.pairs() & DRAGON > 0,
    ),
    "three_scholars": (DRAGON, lambda seated: seated.hand.number(DRAGON, SETS) == 3 and seated.hand.size() == MOST),
    "winds_and_dragons": (HONOURS, lambda seated: seated.hand.size() == MOST),
    "fourfold_plenty": (FOUR, lambda seated: seated.hand.number(ANY, KONGS) == MOST),
    "three_concealed": (CONCEALED | CLAIMED, lambda seated: seated.hand.number(ANY, CONCEALED | CLAIMED) > 2),
    "four_concealed_drawn": (FOUR, lambda seated: seated.hand.concealed() == MOST and seated.win.drawn()),
    "concealed_hand": (TOLD | FOUR, _concealed_hand),
    "concealed_full_suit": (FULL, _concealed_hand),
    "hidden_treasure": (FOUR, lambda seated: concealed_sets(seated) == MOST and seated.win.drawn()),
    "buried_treasure": (TOLD | FOUR, _buried_treasure),
    "purity": (ALWAYS, _purity),
    "nine_gates": (TOLD, lambda seated: "nine_gates" in seated.hand.special and not seated.win.hidden),
    # Only East has a streak.
    "nine_easts": (ALWAYS, lambda seated: seated.streak == 9),
}
