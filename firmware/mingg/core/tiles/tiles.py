"""Tiles as small numbers, in the order of the suits.

0-8 characters (m) 1-9, 9-17 dots (p), 18-26 bamboo (s), 27-33 honours (z): East South West North White Green Red.
Flowers are no tiles of a hand: they are numbers 1-8 of their own.
"""

from mingg.core.deal.winds import WINDS

KINDS = 34
# Tuples of strings, not strings: MicroPython looks up every sign it takes out of one.
SUITS = ("m", "p", "s", "z")
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
HONOURS = 27
WHITE = 31


def name(tile: int) -> str:
    """A tile as the interchange format writes it: "5m"."""
    return DIGITS[tile % 9] + SUITS[tile // 9]


def tile_of(text: str) -> int:
    """The tile of a name; ValueError where none is called so."""
    if len(text) == 2 and text[1] in SUITS:
        at = ord(text[0]) - ord("1")
        tile = 9 * SUITS.index(text[1]) + at
        if 0 <= at < 9 and tile < KINDS:
            return tile
    raise ValueError("no tile: %s" % text)


def is_major(tile: int) -> bool:
    """A terminal or an honour."""
    return tile >= HONOURS or tile % 9 in (0, 8)


def wind(seat: str) -> int:
    """The tile of a wind: "E" is 27."""
    return HONOURS + WINDS.index(seat)
