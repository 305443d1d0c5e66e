"""Names tiles in words: text for people has *white dragon* where JSON has `5z`. The words are those of the device."""

from __future__ import annotations

import re

SUITS = {"m": "characters", "p": "dots", "s": "bamboo", "f": "flower"}
HONOURS = ("East Wind", "South Wind", "West Wind", "North Wind", "white dragon", "green dragon", "red dragon")
# A tile that a message names. A range such as 1z-7z and advice such as `write 2z` are about writing, and stay.
_NAMED = re.compile(r"(?<![\w+-])(?<!rite )(?<!mple )(?<! or )([1-9][mps]|[1-7]z|[1-8]f)(?![\w+-])")


def tile_words(tile: str) -> str:
    """Returns a tile in words: "dots 2", "white dragon", "flower 3"."""
    number, kind = int(tile[0]), tile[1]
    return HONOURS[number - 1] if kind == "z" else f"{SUITS[kind]} {number}"


def in_words(text: str) -> str:
    """Returns a message with its tiles in words."""
    return _NAMED.sub(lambda tile: tile_words(tile[1]), text)
