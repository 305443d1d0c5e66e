"""Special hands of the modern rule sets, by their tiles: tests of a complete hand of 14 tiles, kongs counted as three.

A test takes a Tiles. It searches for no chows: if a hand may have some, modern_search.py must also find its sets.
"""

from mingg.core.tiles import shapes
from mingg.core.tiles.hand import CHOW, KONG, TileHand
from mingg.core.tiles.tiles import HONOURS, WHITE

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.tiles.hand import Meld

_GREEN = (19, 20, 21, 23, 25, 32)  # bamboo 2 3 4 6 8, green dragon
_DRAGON_TILES = (31, 32, 33)
_WIND_TILES = (27, 28, 29, 30)


class Tiles:
    """The tiles of a complete hand.

    counts   how many of each tile are concealed
    held     how many of each tile the whole hand has
    `melds`  the declared sets
    last     the winning tile, or -1: none
    drawn    whether it was drawn
    suits    the suits that the hand has: the sum of 1 characters, 2 dots, 4 bamboo, 8 honours
    """

    def __init__(self, hand: "TileHand", last: int, drawn: bool) -> None:
        self.counts = hand.counts
        self.melds: "list[Meld]" = hand.melds
        self.held = hand.held()
        self.last = last
        self.drawn = drawn
        self.suits = 0
        for suit in range(4):
            if any(self.held[9 * suit : 9 * suit + 9]):
                self.suits |= 1 << suit

    def only(self, tiles: "tuple[int, ...]") -> bool:
        """Whether all tiles are among these."""
        return sum([self.held[tile] for tile in tiles]) == sum(self.held)

    def is_one_suit(self) -> bool:
        return self.suits in (1, 2, 4)

    def first(self) -> int:
        """The first tile of the lowest suit, for example 9 (the 1 of dots). The hand must not be empty."""
        suit = 0
        while not self.suits >> suit & 1:
            suit += 1
        return 9 * suit

    def are_pungs(self) -> bool:
        """Whether the hand is four pungs or kongs and a pair."""
        pairs = 0
        for number in self.counts:
            if number in (1, 4):
                return False
            pairs += number == 2
        return pairs == 1 and not any(meld.kind == CHOW for meld in self.melds)

    def pungs_of(self, tiles: "tuple[int, ...]") -> int:
        """How many of these tiles the hand has three of."""
        return sum([1 for tile in tiles if self.held[tile] > 2])


def _thirteen_orphans(tiles: Tiles) -> bool:
    return not tiles.melds and shapes.orphans_pair(tiles.counts) >= 0


def _all_pair_honours(tiles: Tiles) -> bool:
    return not tiles.melds and bool(shapes.twins(tiles.counts)) and shapes.is_all_majors(tiles.counts)


def _suits_of(counts: "bytearray") -> "list[bytearray]":
    return [counts[0:9], counts[9:18], counts[18:27]]


def _knitting(tiles: Tiles) -> bool:
    """Seven pairs of a number, one tile of each of the same two suits."""
    if tiles.melds or tiles.suits not in (3, 5, 6):
        return False
    one, other = [suit for suit in _suits_of(tiles.counts) if any(suit)]
    return one == other


def _triple_knitting(tiles: Tiles) -> bool:
    """Four times one number in all three suits, and one number in two suits."""
    if tiles.melds or tiles.suits != 7:
        return False
    over = 0
    for numbers in zip(*_suits_of(tiles.counts)):
        least = min(numbers)
        more = sum(numbers) - 3 * least
        if more not in (0, 2) or max(numbers) > least + 1:
            return False
        over += more
    return over == 2


def _wriggling_snake(tiles: Tiles) -> bool:
    """11 and 2 to 9 of a suit, and the four winds."""
    if tiles.melds or tiles.suits not in (9, 10, 12) or tiles.counts[HONOURS:WHITE] != b"\1\1\1\1":
        return False
    first = tiles.first()
    return tiles.counts[first : first + 9] == b"\2\1\1\1\1\1\1\1\1"


def _gates_of_heaven(tiles: Tiles) -> bool:
    """111 999 and 2 to 8 of a suit, one of 2 to 8 twice. A claimed tile must be a 1 or a 9."""
    if tiles.melds or not tiles.is_one_suit():
        return False
    first = tiles.first()
    counts = tiles.counts[first : first + 9]
    if counts[0] != 3 or counts[8] != 3 or sorted(counts[1:8]) != [1, 1, 1, 1, 1, 1, 2]:
        return False
    return tiles.drawn or tiles.last - first in (0, 8)


def _nine_gates(tiles: Tiles) -> bool:
    return not tiles.melds and shapes.is_nine_gates(tiles.counts, tiles.last)


def _winding_snake(tiles: Tiles) -> bool:
    """Pungs or kongs of 1 and 9 of a suit, 2 to 8 of it, and one more 2, 5 or 8."""
    if not tiles.is_one_suit():
        return False
    first = tiles.first()
    for meld in tiles.melds:
        if meld.kind == CHOW and meld.tile - first in (0, 6):
            return False
    held = tiles.held[first : first + 9]
    if held[0] < 3 or held[8] < 3:
        return False
    more = [rank for rank in range(1, 8) if held[rank] != 1]
    return len(more) == 1 and more[0] in (1, 4, 7) and held[more[0]] == 2


def _buried_treasure(tiles: Tiles) -> bool:
    return not tiles.melds and tiles.are_pungs() and tiles.suits in (1, 2, 4, 9, 10, 12)


def _are_kongs(tiles: Tiles) -> bool:
    return sum([1 for meld in tiles.melds if meld.kind == KONG]) == 4 and tiles.are_pungs()


TESTS: "dict[str, Callable[[Tiles], bool]]" = {
    "thirteen_orphans": _thirteen_orphans,
    "all_pair_honours": _all_pair_honours,
    "knitting": _knitting,
    "triple_knitting": _triple_knitting,
    "wriggling_snake": _wriggling_snake,
    "gates_of_heaven": _gates_of_heaven,
    "nine_gates": _nine_gates,
    "winding_snake": _winding_snake,
    "imperial_jade": lambda tiles: tiles.only(_GREEN) and tiles.are_pungs(),
    "jade": lambda tiles: tiles.only(_GREEN),
    "heads_and_tails": lambda tiles: not tiles.suits & 8 and shapes.is_all_majors(tiles.held) and tiles.are_pungs(),
    "winds_and_dragons": lambda tiles: tiles.suits == 8 and tiles.are_pungs(),
    "fourfold_plenty": _are_kongs,
    "three_scholars": lambda tiles: tiles.pungs_of(_DRAGON_TILES) == 3 and tiles.are_pungs(),
    "four_blessings": lambda tiles: tiles.pungs_of(_WIND_TILES) == 4 and tiles.are_pungs(),
    "buried_treasure": _buried_treasure,
    "purity": lambda tiles: tiles.is_one_suit() and tiles.are_pungs(),
}


def completing(hand: "TileHand", last: int) -> "Tiles | None":
    """The Tiles of a hand of thirteen with one more tile, drawn; None if the hand has all four of it."""
    complete = TileHand()
    complete.melds = hand.melds
    complete.counts = bytearray(hand.counts)
    complete.counts[last] += 1
    tiles = Tiles(complete, last, True)
    return tiles if tiles.held[last] < 5 else None
