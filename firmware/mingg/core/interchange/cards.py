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
# The words of a key in the rule sets of the books, and the noun for one of them.
VOCABULARY = {
    "pairs": (PAIRS, "scoring pair"),
    "suit": (SUITS, "suit of a hand"),
    "last_set": (LAST_SETS, "last set"),
    "special": (SPECIAL_HANDS, "special hand"),
}


def _keys(rules: "Rules") -> "tuple[str, ...]":
    """The keys of a card by these rules."""
    more = rules.table.get("card_keys", ())
    return tuple([key for key in KINDS if key not in MODERN_KEYS or key in more])


def check_values(card: Card, pointer: str, rules: "Rules") -> None:
    """Checks the kind of each value of a card. pointer: the place of the card. Raises BadInput."""
    plain = Card()
    for key, check in KINDS.items():
        value = getattr(card, key, None)
        if value is getattr(plain, key, None):
            continue
        if key in MODERN_KEYS and value:
            an_object({key: value}, pointer, _keys(rules))
        words: "tuple[Any, ...]" = VOCABULARY.get(key, ())
        if "modern" in rules.table:
            from mingg.core.interchange.modern_deals import vocabulary

            words = vocabulary(key, rules)
        check(value, pointer + "/" + key, *words)
    if card.score is not None and len(write_card(card)) > 1:
        raise BadInput(pointer + "/score", "a card with a score must have no other key. Leave them out.")


def read_card(value: object, pointer: str, rules: "Rules") -> Card:
    """Reads a card from its object. check_values() checks the values. Raises BadInput."""
    card = Card()
    for key, item in an_object(value, pointer, _keys(rules)).items():
        if item is None and KINDS[key] is not a_word:
            raise BadInput(pointer + "/" + key, "this has no value. Add it, or leave the key out.")
        setattr(card, key, list(item) if isinstance(item, list) else item)
    return card


def write_card(card: Card) -> "Json":
    """The object of a card, without defaults."""
    plain: "Any" = Card()
    plain.winds, plain.fishing = 0, None
    defaults = {key: getattr(plain, key) for key in KINDS}
    return {key: getattr(card, key) for key in KINDS if getattr(card, key, defaults[key]) != defaults[key]}
