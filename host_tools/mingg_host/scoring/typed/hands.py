"""Reads a typed hand: its tiles, or a card.

Besides `123m`, `(222p)` and Unicode's tiles it accepts capitals, full-width signs and commas; b, c and d after digits
for bamboo, characters and dots; honours as E S W N, R G and Wh, or as words. It refuses an S that may be a suit or a
wind. A card has the words of the interchange format: `pungs=1,0,0,1 dragons=1 only-place`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from mingg.core.deal.card import LAST_SETS, PAIRS, SPECIAL_HANDS, SUITS, Card
from mingg.core.hand.hand import parse
from mingg.core.hand.tiles import KINDS as TILE_KINDS
from mingg.core.hand.tiles import name
from mingg.core.interchange.cards import KINDS, four_counts, some_flowers, some_words, three_counts
from mingg.core.interchange.json_in import a_count, a_flag, a_word

CARD = "Write a card as pungs=1,0,0,1 dragons=1 pairs=dragon,seat suit=half only-place"
TILES = "Tiles are 1m-9m, 1p-9p, 1s-9s, winds E S W N, dragons R G Wh (or 1z-7z), flowers 1f-8f"

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
    names = [name(kind) for kind in range(TILE_KINDS) for _ in range(hand.counts[kind])]
    if len(names) != 1 or hand.flowers or hand.melds:
        raise ValueError(f"this must be one tile. {TILES}")
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
        raise ValueError(f"{match[0]} has no suit. {TILES}")
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
        raise ValueError(f"no such tile: {letters}. {TILES}")
    return "".join(_HONOURS[honour] for honour in words) + "z"


# ---- cards ----


def word_of(text: str) -> str:
    """Returns a name in the form of the interchange format."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def is_card(text: str) -> bool:
    """True for the words of a card, not for tiles."""
    return any(word_of(word.partition("=")[0]) in KINDS for word in words_in(text))


def card(text: str, hands: Iterable[str] = ()) -> Card:
    """Returns the card, whose values are not checked. hands: the special hands of house rules, which may be typed as
    winter-garden or winter_garden. Raises ValueError for an unknown word."""
    result, names, written = Card(), {word_of(name): name for name in (*LAST_SETS, *hands)}, set[str]()
    for word in words_in(text):
        key, equals, value = word.partition("=")
        key = word_of(key)
        if key not in KINDS:
            raise ValueError(f"{word} is not a word of a card. {CARD}")
        if key in written:
            raise ValueError(f"{key} is written twice. Leave one out.")
        if not equals and KINDS[key] is not a_flag:
            raise ValueError(f"{key} has no value. Write for example {key}={_example(key)}")
        written.add(key)
        setattr(result, key, _value(KINDS[key], value, names) if equals else True)
    return result


def words_in(text: str) -> list[str]:
    """Splits at blanks, but not at blanks around = and commas."""
    return re.sub(r"\s*([=,])\s*", r"\1", narrow(text)).split()


def _value(kind: object, text: str, names: dict[str, str]) -> Any:
    """Returns the value of a key. names: words that are not in the form of word_of()."""
    if kind is a_flag:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if kind is a_count:
        return number(text)
    if kind is a_word and text.lower() == "none":
        return None
    parts = [part for part in text.split(",") if part]
    if kind is some_flowers:
        return [number(part.removesuffix("f")) for part in parts]
    if kind in (four_counts, three_counts):
        # A number of sets has one digit.
        return [number(part) for part in (text if len(parts) == 1 and len(text) == 4 else parts)]
    words = [names.get(word_of(part), word_of(part)) for part in parts]
    return words if kind is some_words else ",".join(words)


def number(text: str) -> Any:
    """Returns a number. Other words stay, and the caller refuses them."""
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _example(key: str) -> str:
    words = {"pairs": PAIRS, "suit": SUITS, "last_set": LAST_SETS, "special": SPECIAL_HANDS}
    if key in words:
        return words[key][-1]
    return {four_counts: "1,0,0,1", three_counts: "1,0,0", some_flowers: "1,5"}.get(KINDS[key], "1")
