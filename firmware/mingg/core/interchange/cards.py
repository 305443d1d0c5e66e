"""Reads, checks and writes the values of cards. legality.py checks whether a card is possible."""

from mingg.core.deal.card import LAST_SETS, PAIRS, SPECIAL_HANDS, SUITS, Card
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_list, a_word, an_object
from mingg.core.values import is_count

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules


def four_counts(value: object, pointer: str) -> None:
    """Checks a count of each class of sets."""
    counts = a_list(value, pointer)
    if len(counts) != 4:
        raise BadInput(pointer, "use four counts: exposed 2-8, concealed 2-8, exposed 1 9 honour, concealed 1 9 honour")
    for i, count in enumerate(counts):
        a_count(count, "%s/%d" % (pointer, i))


def some_flowers(value: object, pointer: str) -> None:
    flowers = a_list(value, pointer)
    for i, flower in enumerate(flowers):
        if not is_count(flower) or not 1 <= flower <= 8 or flower in flowers[:i]:
            raise BadInput("%s/%d" % (pointer, i), "a flower must be a number from 1 to 8, and each only once")


def some_words(value: object, pointer: str, words: "tuple[str, ...]", noun: str) -> None:
    """Checks a list of such words. Only pairs may be named twice."""
    items = a_list(value, pointer)
    for i, item in enumerate(items):
        a_word(item, "%s/%d" % (pointer, i), words, noun)
        if item in items[:i] and item not in PAIRS + ("wind",):
            raise BadInput("%s/%d" % (pointer, i), "this hand is named twice. Leave one out.")


# The keys of a card, and what checks each value. A key that is left out has the value of a new Card.
KINDS: "dict[str, Any]" = {
    "pungs": four_counts,
    "kongs": four_counts,
    "pairs": some_words,
    "suit": a_word,
    "flowers": some_flowers,
    "no_chows": a_flag,
    "last_set": a_word,
    "special": some_words,
    "score": a_count,
    "dragons": a_count,
    "seat_wind": a_count,
    "round_wind": a_count,
    "claimed": a_count,
    "only_place": a_flag,
    "fourth": a_flag,
    # Of modern rule sets, whose table has those that they know:
    "winds": a_count,
    "fishing": a_word,
}
MODERN_KEYS = ("winds", "fishing")
_KEYS = tuple([key for key in KINDS if key not in MODERN_KEYS])
# The words of a key in the rule sets of the books, and the noun for one of them.
VOCABULARY = {
    "pairs": (PAIRS, "scoring pair"),
    "suit": (SUITS, "suit of a hand"),
    "last_set": (LAST_SETS, "last set"),
    "special": (SPECIAL_HANDS, "special hand"),
}


def _checked(value: object, pointer: str, rules: "Rules") -> "Json":
    """Checks the keys and values of the object of a card."""
    more = rules.table.get("card_keys")
    keys = an_object(value, pointer, _KEYS + more if more else _KEYS)
    for key, item in keys.items():
        if item is None and key in ("last_set", "fishing"):
            continue
        words: "tuple[Any, ...]" = VOCABULARY.get(key, ())
        if "modern" in rules.table:
            from mingg.core.interchange.modern_deals import vocabulary

            words = vocabulary(key, rules) or words
        KINDS[key](item, pointer + "/" + key, *words)
    return keys


def check_values(card: Card, pointer: str, rules: "Rules") -> None:
    """Checks the values of a card. pointer: its place. Raises BadInput."""
    keys = _checked(write_card(card), pointer, rules)
    if "score" in keys and len(keys) > 1:
        raise BadInput(pointer + "/score", "a card with a score must have no other key. Leave them out.")


def read_card(value: object, pointer: str, rules: "Rules") -> Card:
    """Reads a card from its object, and checks its values. Raises BadInput."""
    card = Card()
    for key, item in _checked(value, pointer, rules).items():
        setattr(card, key, list(item) if isinstance(item, list) else item)
    if card.score is not None:
        check_values(card, pointer, rules)
    return card


def write_card(card: Card) -> "Json":
    """The object of a card, without defaults."""
    plain: "Any" = Card()
    plain.winds, plain.fishing = 0, None
    keys: "Json" = {}
    for key in KINDS:
        value = getattr(card, key, None)
        # A card lacks the keys of modern rule sets, or has None or 0 there.
        if value != getattr(plain, key) and (value is not None or key not in MODERN_KEYS):
            keys[key] = value
    return keys
