"""Reads a typed card: `pungs=1,0,0,1 dragons=1 only-place`, with the words of the interchange format."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from mingg.core.deal.card import Card
from mingg.core.interchange.cards import KINDS, four_counts, some_flowers, some_words
from mingg.core.interchange.json_in import a_count, a_flag

from mingg_host.scoring.typed.tiles import narrow

FORM = "Write a card as pungs=1,0,0,1 dragons=1 pairs=dragon,seat suit=half only-place"


def word_of(text: str) -> str:
    """Returns a name in the form of the interchange format."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def is_card(text: str) -> bool:
    """True for the words of a card, not for tiles."""
    return any(word_of(word.partition("=")[0]) in KINDS for word in words_in(text))


def card(text: str, hands: Iterable[str] = ()) -> Card:
    """Returns the card, whose values are not checked. hands: the special hands of house rules, which may be typed as
    winter-garden or winter_garden. Raises ValueError for an unknown word."""
    result, known, written = Card(), {word_of(name): name for name in hands}, set[str]()
    for word in words_in(text):
        key, equals, value = word.partition("=")
        key = word_of(key)
        if key not in KINDS:
            raise ValueError(f"{word} is not a word of a card. {FORM}")
        if key in written:
            raise ValueError(f"{key} is written twice. Leave one out.")
        if not equals and KINDS[key] is not a_flag:
            raise ValueError(f"{key} has no value. Write for example {_example(key)}")
        written.add(key)
        meant: Any = _value(key, value) if equals else True
        if key == "special":
            meant = [known.get(name, name) for name in meant]
        elif key == "fishing":
            meant = known.get(meant, meant)
        setattr(result, key, meant)
    return result


def words_in(text: str) -> list[str]:
    """Splits at blanks, but not at blanks around = and commas."""
    return re.sub(r"\s*([=,])\s*", r"\1", narrow(text)).split()


def _value(key: str, text: str) -> Any:
    kind = KINDS[key]
    if kind is a_flag:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if kind is a_count:
        return _number(text)
    parts = [part for part in text.split(",") if part]
    if kind is some_words:
        return [word_of(part) for part in parts]
    if kind is some_flowers:
        return [_number(part.removesuffix("f")) for part in parts]
    if kind is four_counts:
        # A number of sets has one digit.
        return [_number(part) for part in (text if len(parts) == 1 and len(text) == 4 else parts)]
    if key == "fishing":
        return None if text.lower() == "none" else word_of(text)
    return None if text.lower() == "none" and key == "last_set" else text.lower().replace("_", "-")


def _number(text: str) -> Any:
    """Returns a number. Other words stay, and the caller refuses them."""
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _example(key: str) -> str:
    return {"pungs": "pungs=1,0,0,1", "kongs": "kongs=0,0,1,0", "pairs": "pairs=dragon", "suit": "suit=half"}.get(
        key, {"flowers": "flowers=1,5", "special": "special=all_majors", "last_set": "last_set=pair-major"}.get(key, "")
    ) or f"{key}=1"
