"""Special hands that depend on the tiles (Babcock p.53-61; Harr p.62-64): checks of counts of the 34 tiles.

`held` counts the tiles of the whole hand, `counts` the concealed ones.
"""

from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.tiles import HONOURS, KINDS, WHITE

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.core.tiles.hand import TileHand

COMPLETE = 14
# Terminals and honours: thirteen orphans have one of each.
MAJORS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)


def is_all_majors(held: "bytearray") -> bool:
    """Whether all tiles are terminals and honours."""
    return not (any(held[1:8]) or any(held[10:17]) or any(held[19:26]))


def has_four_winds(held: "bytearray") -> bool:
    """Whether a hand of sets has three sets of winds, and at least a pair of the fourth."""
    winds = held[HONOURS:WHITE]
    return min(winds) > 1 and sum([1 for wind in winds if wind > 2]) > 2


def is_nine_gates(counts: "bytearray", last: int) -> bool:
    """Whether the tiles are 1112345678999 of a suit, all concealed, and one more tile of it: `last`, or any if that is
    -1."""
    first = 0
    while first < HONOURS and sum(counts[first : first + 9]) != COMPLETE:
        first += 9
    if first == HONOURS:
        return False
    for tile in range(first, first + 9):
        over = counts[tile] - (3 if tile % 9 in (0, 8) else 1)
        if over < 0 or (over and last not in (tile, -1)):
            return False
    return True


def orphans_pair(counts: "bytearray") -> int:
    """The tile of the pair in thirteen orphans; -1 if the tiles are not thirteen orphans."""
    for tile in MAJORS:
        if not counts[tile]:
            return -1
    if sum(counts) != COMPLETE or not is_all_majors(counts):
        return -1
    return next(tile for tile in MAJORS if counts[tile] == 2)


def orphans_waits(counts: "bytearray") -> "list[int]":
    """The tiles that would complete thirteen orphans."""
    missing: "list[int]" = []
    for tile in MAJORS:
        if not counts[tile]:
            if missing:
                return []
            missing.append(tile)
    if sum(counts) != COMPLETE - 1 or not is_all_majors(counts):
        return []
    return missing or list(MAJORS)


def twins(counts: "bytearray") -> "list[int]":
    """The pairs of seven twins, four equal tiles as two pairs; [] if the tiles are not seven pairs."""
    pairs: "list[int]" = []
    # Most hands are none: their first odd count ends the search.
    for count in counts:
        if count & 1:
            return pairs
    if sum(counts) == COMPLETE:
        for tile in range(KINDS):
            pairs += [tile] * (counts[tile] // 2)
    return pairs


def twins_waits(counts: "bytearray") -> "list[int]":
    """The tile that would complete seven twins, in a list; [] if there is none."""
    single: "list[int]" = []
    for tile in range(KINDS):
        if counts[tile] & 1:
            if single:
                return []
            single.append(tile)
    return single if sum(counts) == COMPLETE - 1 else []


def makes_hand(hand: "TileHand", rules: "Rules") -> bool:
    """Whether 14 tiles win by the rules of the two books."""
    counts = hand.counts
    return (
        bool(Concealed(counts).arrangements())
        or ("thirteen_orphans" in rules.hands and orphans_pair(counts) >= 0)
        or ("seven_twins" in rules.hands and bool(twins(counts)))
    )
