"""Reads the values of a card that only the modern rule sets know."""

from mingg.core.deal.card import PAIRS, SPECIAL_HANDS
from mingg.core.interchange.json_in import BadInput, a_count, a_word, words_of
from mingg.core.scoring.modern_facts import PATTERN
from mingg.core.scoring.modern_legality import NAMES

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.rules import Rules

    Reader = Callable[[str, object, str], Any]


def reader(rules: "Rules", plain: "Reader") -> "Reader":
    """A function that reads the value of a key: (key, value, pointer). plain: reads all other values."""
    table = rules.table
    waiting = tuple([row.id for row in table.get("fishing", ())])
    if waiting and rules.knows("purity"):
        waiting += ("purity",)
    patterns = tuple([row.id for row in rules.special if row.fact.startswith(PATTERN)])
    hands = SPECIAL_HANDS + tuple([name for name in NAMES if name in rules.hands]) + patterns
    pairs = PAIRS + ("wind",) if "winds" in table.get("card_keys", ()) else PAIRS

    def read(key: str, value: object, pointer: str) -> "Any":
        if key == "winds":
            return a_count(value, pointer)
        if key == "fishing":
            return None if value is None else a_word(value, pointer, waiting, "special hand to wait for")
        if key == "pairs":
            return words_of(value, pointer, pairs, "pair")
        if key == "special":
            names = words_of(value, pointer, hands, "special hand")
            for i, name in enumerate(names):
                if name in names[:i]:
                    raise BadInput("%s/%d" % (pointer, i), "this hand is named twice. Leave one out.")
            return names
        return plain(key, value, pointer)

    return read
