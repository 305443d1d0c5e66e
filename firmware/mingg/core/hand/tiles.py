"""Tiles as small numbers, in the order of the suits.

0-8 characters (m) 1-9, 9-17 dots (p), 18-26 bamboo (s), 27-33 honours (z): East South West North White Green Red.
Flowers are not among these tiles: they have numbers 1-8 of their own.
"""

from mingg.core.deal.deal import WINDS

KINDS = 34
# Tuples, not strings: MicroPython searches the table of interned strings for each character that it takes out.
SUITS = ("m", "p", "s", "z")
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
HONOURS = 27
WHITE = 31


def name(tile: int) -> str:
    """The name of a tile in the interchange format: "5m"."""
    return DIGITS[tile % 9] + SUITS[tile // 9]


def tile_of(text: str) -> int:
    """The tile with this name; ValueError if there is none."""
    if len(text) == 2 and text[1] in SUITS:
        rank = ord(text[0]) - ord("1")
        tile = 9 * SUITS.index(text[1]) + rank
        if 0 <= rank < 9 and tile < KINDS:
            return tile
    raise ValueError("no tile: %s. Use 1m-9m, 1p-9p, 1s-9s or 1z-7z." % text)


def is_major(tile: int) -> bool:
    """Whether a tile is a terminal or an honour."""
    return tile >= HONOURS or tile % 9 in (0, 8)


def wind(seat: str) -> int:
    """The tile of a wind: "E" is 27."""
    return HONOURS + WINDS.index(seat)
