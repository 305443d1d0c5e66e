"""Keys by what players do, as text: one language for golden screens, walks and pressed deals.

    said("Cy<Bo! pung dragon (kong simple) a")    is    "up a right right right left up a"

    Cy<Bo  Cy<Bo!  Cy<        Cy wins with Bo's tile, which had no other place; or draws the tile
    (pung simple)  kong wind  enters a set of a card: exposed, concealed; seat, round: where the arrow of winds asks
    pair dragon               enters a scoring pair
    x3 ...                    the next word three times
    MENU  rare:robbed:left    a name, here or in named_keys; a function of these

Other words are keys as `mingg press` takes them. docs/manual.md explains the keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from help import named_keys

# where four people sit at a new table; elsewhere an arrow stands for a person
ARROWS = {"Ann": "down", "Bo": "right", "Cy": "up", "Di": "left"}
# the class of a set, and its way
MAJOR, SIMPLE, DRAGON, OWN_WIND = "up", "left", "right", "down"
KINDS = {"major": MAJOR, "simple": SIMPLE, "dragon": DRAGON, "wind": OWN_WIND}
KINDS |= {"seat": "down down", "round": "down up"}  # if they count differently, the arrow down asks which
TABLE, HAND = "table", "hand"
PUNG = {TABLE: "left", HAND: "right"}
KONG = {TABLE: "up", HAND: "down"}
# on More, where A held leads
HALF_SUIT, ONE_SUIT, HONOURS, LIST = "left", "up", "right", "down"
# what the winning tile made; where it was no chow, also what else: the pair on the card, or which one
BETWEEN, ONE_END, BOTH_ENDS, NO_CHOW = "up", "left", "right", "down"
A_PUNG = f"{NO_CHOW} up"

WORDS = r"\(?(?:pung|kong|pair) [a-z]+\)?|\w+<\w*!?|\S+"


def said(text: str, names: Mapping[str, str] | None = None) -> str:
    """Returns the keys of a text, with a blank behind them. names: what else may be in it."""
    keys, times = "", 1
    for word in re.findall(rf"x\d+ |{WORDS}", text):
        if re.fullmatch(r"x\d+ ", word):
            times = int(word[1:])
        else:
            keys += f"{_keys_of(word, names or {})} " * times
            times = 1
    return keys


def _keys_of(word: str, names: Mapping[str, str]) -> str:
    if word in names:
        return names[word]
    if match := re.fullmatch(r"(\w+)<(\w*)(!?)", word):
        winner, source, only = match.groups()
        keys = [ARROWS.get(winner, winner), *(["a"] if only else []), ARROWS.get(source or winner, source or winner)]
        return " ".join(keys)
    if match := re.fullmatch(r"(\(?)(pung|kong|pair) (\w+)\)?", word):
        way = {"pung": PUNG, "kong": KONG}.get(match[2], {})
        return f"{KINDS[match[3]]} {way.get(TABLE if match[1] else HAND, 'a')}"
    name, *words = word.split(":")
    found = globals().get(name) if name.isupper() else None
    found = getattr(named_keys, name, None) if found is None else found
    if callable(found):
        return str(found(*[int(each) if each.isdigit() else each.replace("_", " ") for each in words]))
    return word if found is None else str(found)
