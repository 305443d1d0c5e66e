"""Turns typed tiles into those of the interchange format.

Besides `123m`, `(222p)` and Unicode's tiles it accepts capitals, full-width signs and commas; b, c and d after digits
for bamboo, characters and dots; honours as E S W N, R G and Wh, or as words. It refuses an S that may be a suit or a
wind.
"""

from __future__ import annotations

import re
import unicodedata

from mingg.core.tiles.hand import parse
from mingg.core.tiles.tiles import KINDS, name

FORM = "Tiles are 1m-9m, 1p-9p, 1s-9s, winds E S W N, dragons R G Wh (or 1z-7z), flowers 1f-8f"

_SUITS = {"m": "m", "p": "p", "s": "s", "z": "z", "f": "f", "c": "m", "d": "p", "b": "s"}
_HONOURS = {"e": "1", "s": "2", "w": "3", "n": "4", "wh": "5", "g": "6", "r": "7"}
_WORDS = {"east": "1", "south": "2", "west": "3", "north": "4", "white": "5", "green": "6", "red": "7"}
_PARTS = re.compile(r"(?P<digits>[0-9][0-9+]*)?(?P<letters>[A-Za-z]+)")
_HONOUR = re.compile("wh|[eswnrg]")
_SET = re.compile(r"\([^)]*\)?|\[[^\]]*\]?")
_TILES = re.compile("([0-9]+)([mpszf])|([\U0001f000-\U0001f021])")


def narrow(text: str) -> str:
    """Replaces full-width characters by the usual ones."""
    return unicodedata.normalize("NFKC", text).strip()


def tiles(text: str) -> str:
    """Returns a hand's tiles in the interchange format. Raises ValueError for an ambiguous or unknown sign. The caller
    checks what the format forbids."""
    return _PARTS.sub(_tiles, narrow(text).replace(",", " "))


def tile(text: str) -> str:
    """Returns the name of one tile. Raises ValueError if it is not exactly one."""
    hand = parse(tiles(text))
    names = [name(kind) for kind in range(KINDS) for _ in range(hand.counts[kind])]
    if len(names) != 1 or hand.flowers or hand.melds:
        raise ValueError(f"this must be one tile. {FORM}")
    return names[0]


def last(text: str) -> str | None:
    """Returns the last tile in the hand of a text from `tiles`, or None."""
    held = [match for match in _TILES.finditer(_SET.sub(" ", text)) if match[2] != "f"]
    if not held:
        return None
    digits, suit, sign = held[-1].groups()
    return tile(sign) if sign else digits[-1] + suit


def _tiles(match: re.Match[str]) -> str:
    digits, letters = match["digits"], match["letters"]
    if digits is None:
        return _honours(letters)
    suit, rest = letters[0].lower(), letters[1:]
    if letters.lower() in _WORDS or suit not in _SUITS:
        raise ValueError(f"{match[0]} has no suit. {FORM}")
    if rest[:1].lower() == "s":
        raise ValueError(f"{match[0]} may be bamboo or South. Put a blank between a suit and a wind, or write 2z.")
    return digits + _SUITS[suit] + (_honours(rest) if rest else "")


def _honours(letters: str) -> str:
    word = letters.lower()
    if word in _WORDS:
        return _WORDS[word] + "z"
    if set(letters) == {"s"}:
        raise ValueError(f"{letters} may be bamboo without digits, or South. Write S or 2z for South.")
    if word in _SUITS:
        return letters  # the caller reports missing digits
    words = _HONOUR.findall(word)
    if "".join(words) != word:
        raise ValueError(f"no such tile: {letters}. {FORM}")
    return "".join(_HONOURS[honour] for honour in words) + "z"
