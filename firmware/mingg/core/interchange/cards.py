"""Reads, checks and writes the values of cards. legality.py checks whether a card is possible."""

from typing import Any

from mingg.core.deal.card import LAST_SETS, PAIRS, SPECIAL_HANDS, SUITS, Card
from mingg.core.interchange.json_in import BadInput, Json, a_count, a_flag, a_list, a_word, an_object
from mingg.core.rules import Rules
from mingg.core.rules.rows import PATTERN
from mingg.core.values import is_count


def four_counts(value: object, pointer: str) -> None:
    """Checks a count of each class of sets."""
    counts = a_list(value, pointer)
    if len(counts) != 4:
        raise BadInput(pointer, "use four counts: exposed 2-8, concealed 2-8, exposed 1 9 honour, concealed 1 9 honour")
    for i, count in enumerate(counts):
        a_count(count, "%s/%d" % (pointer, i))


def three_counts(value: object, pointer: str) -> None:
    """Checks how many sets of dragons and winds are kongs."""
    counts = a_list(value, pointer)
    if len(counts) != 3:
        raise BadInput(pointer, "use three counts of kongs: dragons, seat wind, round wind")
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
    # Only some rule sets know these (card_keys in their table):
    "winds": a_count,
    "fishing": a_word,
    "honour_kongs": three_counts,
}
_KEYS = tuple([key for key in KINDS if key not in ("winds", "fishing", "honour_kongs")])


def vocabulary(key: str, rules: "Rules") -> "tuple[Any, ...]":
    """The words of a key, and the noun for one of them; () for a key without words."""
    if key == "pairs":
        return (PAIRS + ("wind",), "pair") if "winds" in rules.table["card_keys"] else (PAIRS, "scoring pair")
    if key == "suit":
        return SUITS, "suit of a hand"
    if key == "last_set":
        return LAST_SETS, "last set"
    if key == "special":
        words = tuple([row.id for row in rules.special if row.fact.startswith(PATTERN)])
        if rules.table["shapeless"]:
            from mingg.core.score.named import NAMES

            words = tuple([name for name in NAMES if name in rules.hands]) + words
        return SPECIAL_HANDS + words, "special hand"
    if key == "fishing":
        waiting = tuple([row.id for row in rules.waiting])
        return waiting + ("purity",) if waiting and rules.knows("purity") else waiting, "special hand to wait for"
    return ()


def _checked(value: object, pointer: str, rules: "Rules") -> "Json":
    """Checks the keys and values of the object of a card."""
    keys = an_object(value, pointer, _KEYS + rules.table["card_keys"])
    for key, item in keys.items():
        if item is None and key in ("last_set", "fishing"):
            continue
        KINDS[key](item, pointer + "/" + key, *vocabulary(key, rules))
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
    plain = Card()
    return {key: getattr(card, key) for key in KINDS if getattr(card, key) != getattr(plain, key)}
