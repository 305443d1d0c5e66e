"""Reads and writes cards. legality.py checks whether a card is possible."""

from mingg.core.deal.card import LAST_SETS, PAIRS, SPECIAL_HANDS, SUITS, Card
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_list, a_word, an_object, words_of
from mingg.core.values import is_count

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

COUNTS = ("dragons", "seat_wind", "round_wind", "claimed")
FLAGS = ("only_place", "fourth")
KEYS = ("pungs", "kongs", "pairs", "suit", "flowers", "no_chows", "last_set", "special", "score") + COUNTS + FLAGS
MODERN_KEYS = ("winds", "fishing")  # of modern rule sets, whose table has those that they know


def _value(key: str, value: object, pointer: str) -> "Any":
    if key in ("pungs", "kongs"):
        counts = a_list(value, pointer)
        if len(counts) != 4:
            raise BadInput(
                pointer,
                "use four counts: exposed 2-8, concealed 2-8, exposed 1 9 honour, concealed 1 9 honour",
            )
        return [a_count(count, "%s/%d" % (pointer, i)) for i, count in enumerate(counts)]
    if key in COUNTS or key == "score":
        return a_count(value, pointer)
    if key in FLAGS or key == "no_chows":
        return a_flag(value, pointer)
    if key == "pairs":
        return words_of(value, pointer, PAIRS, "scoring pair")
    if key == "suit":
        return a_word(value, pointer, SUITS, "suit of a hand")
    if key == "last_set":
        return None if value is None else a_word(value, pointer, LAST_SETS, "last set")
    if key == "special":
        names = words_of(value, pointer, SPECIAL_HANDS, "special hand")
        for i, name in enumerate(names):
            if name in names[:i]:
                raise BadInput("%s/%d" % (pointer, i), "this hand is named twice. Leave one out.")
        return names
    flowers = a_list(value, pointer)
    for i, flower in enumerate(flowers):
        if not is_count(flower) or not 1 <= flower <= 8 or flower in flowers[:i]:
            raise BadInput("%s/%d" % (pointer, i), "a flower must be a number from 1 to 8, and each only once")
    return list(flowers)


def read_card(value: object, pointer: str = "", rules: "Rules | None" = None) -> Card:
    """Reads a card from its object; BadInput. rules: those in force; a modern rule set knows more keys and words."""
    card = Card()
    keys: "tuple[str, ...]" = KEYS
    read: "Any" = _value
    if rules is not None and "modern" in rules.table:
        from mingg.core.interchange.modern_deals import reader

        keys, read = reader(rules, KEYS, _value)
    for key, item in an_object(value, pointer, keys).items():
        setattr(card, key, read(key, item, pointer + "/" + key))
    if card.score is not None and list(write_card(card)) != ["score"]:
        raise BadInput(pointer + "/score", "a card with a score must have no other key. Leave them out.")
    return card


def write_card(card: Card) -> "Json":
    """The object of a card, without defaults."""
    plain = Card()
    keys = {key: getattr(card, key) for key in KEYS if getattr(card, key) != getattr(plain, key)}
    for key in MODERN_KEYS:
        if getattr(card, key, None):
            keys[key] = getattr(card, key)
    return keys
