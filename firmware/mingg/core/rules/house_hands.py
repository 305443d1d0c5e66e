"""Reads the special hands of house rules: patterns.py says what they are."""

from typing import Any

from mingg.core.rules.agreed import SHARES, BadHouse, check_name, is_even
from mingg.core.rules.patterns import LONGEST, SUITS, Way, groups_of, masks_of, parse, ways_of, words_of
from mingg.core.rules.rows import CHANGED, HOUSE, LOSER, PATTERN, WINNER, Row, Rules
from mingg.core.values import is_count, step

MOST_HANDS = 32
# In all hands of a file: a tile hand is compared with many of them. One hand with every letter has 629856.
MOST_READINGS = 1000000
_WITH_WORDS = 100  # a reading of a hand with words takes so much longer


def put(hands: "Any", rules: "Rules") -> None:
    """Adds the rows of all hands; to Rules.table the hands, as "patterns", and the names of those that are not four
    sets and a pair, to "shapeless". Raises BadHouse."""
    if not isinstance(hands, dict):
        raise BadHouse("/house/hands", "this must be an object")
    if len(hands) > MOST_HANDS:
        raise BadHouse("/house/hands", "at most %d hands fit. Leave some out." % MOST_HANDS)
    table = rules.table
    table["patterns"], table["hands_named"] = hands, True
    count_waiting = bool(rules.waiting)
    total = 0
    # Sorted: a dictionary keeps no order on MicroPython.
    for name in sorted(hands):
        hand = hands[name]
        pointer = step("/house/hands", name)
        check_hand_name(name, pointer)
        if not isinstance(hand, dict):
            raise BadHouse(pointer, "this must be an object")
        for key in ("tiles", "score"):
            if key not in hand:
                raise BadHouse(pointer, "%s is missing. Add it." % key)
        for key in sorted(hand):
            problem = wrong(key, hand, count_waiting)
            if problem:
                raise BadHouse(step(pointer, key), problem)
        ways = ways_of(hand["tiles"])
        total += sum([way.readings() * (_WITH_WORDS if way.words else 1) for way in ways])
        if total > MOST_READINGS:
            raise BadHouse(
                step(pointer, "tiles"), "with this hand, the letters of all hands can mean too much. Use fewer letters."
            )
        score = hand["score"]
        worth = (score,) if is_count(score) else SHARES[score]
        rules.special.append(Row(name, PATTERN + name, worth, WINNER, HOUSE, CHANGED))
        if hand.get("waiting", True) and count_waiting:
            waiting = (hand["waiting"],) if "waiting" in hand else _two_fifths(worth)
            rules.waiting.append(Row(name, name, waiting, LOSER, HOUSE, CHANGED))
        if not all(way.is_regular() for way in ways):
            table["shapeless"] += (name,)


def _two_fifths(worth: "int | tuple[int, ...]") -> "tuple[int, ...]":
    """What a loser scores who waits, as for each hand of the British rules."""
    if isinstance(worth, tuple):
        return (worth[0] * 2 // 5 // 2 * 2,)
    return (1, 5) if worth == 2 else (2, 5 * worth)


def check_hand_name(name: str, pointer: str) -> None:
    """Raises BadHouse if this cannot be the name of a hand. Names do not begin like the ids of the books' hands."""
    check_name(name, pointer)
    if "a" <= name[0] <= "z":
        raise BadHouse(pointer, "a name begins with a capital letter. Write for example Winter garden.")


def wrong(key: str, hand: "Any", waiting: bool = True) -> "str | None":
    """The problem of a key of a hand, or None. waiting: the rule set has something for losers who wait."""
    if key not in KEYS:
        return "unknown key. Use %s." % ", ".join(KEYS)
    if key == "waiting" and not waiting:
        return "these rules have nothing for a loser who waits. Leave this out."
    is_right, message = KEYS[key]
    try:
        return (None if is_right(hand[key], hand) else message) or _in_vain(key, hand)
    except ValueError as error:  # a pattern
        return str(error)


def _in_vain(key: str, hand: "Any") -> "str | None":
    """Why a key that says what words and letters can stand for says nothing; else None."""
    if key not in ("of", "same", "suits"):
        return None
    try:
        ways = parse(hand.get("tiles"), True)
        of_tiles = "of" not in hand or _are_tiles(hand["of"], hand)
    except ValueError:
        return None  # the problem of another key
    if key == "of" and not any(way.words for way in ways):
        return "this is for words such as pung or pair. Put one into tiles, or leave this out."
    if key == "same" and hand[key] and not any(any(Way(way.groups, False, []).rivals) for way in ways):
        return "this is for two letters such as n and k. Put two into tiles, or leave this out."
    if key == "suits" and of_tiles and not masks_of(hand, ways):
        return "the tiles of this hand never have so many suits. Use another number."
    return None


def _are_tiles(value: object, hand: "Any") -> bool:
    groups = groups_of(value) if isinstance(value, str) and len(value) <= LONGEST else []
    return bool(groups) and not (any(letter or suit in SUITS for suit, letter, _, _ in groups) or words_of(str(value)))


def _are_flowers(value: object, hand: "Any") -> bool:
    if not isinstance(value, str):
        return is_count(value) and 1 <= value <= 8
    numbers = value.replace("f", " ").replace(" ", "")
    known = [sign for sign in numbers if "1" <= sign <= "8"]
    return bool(known) and len(set(known)) == len(known) == len(numbers) and value.rstrip()[-1] == "f"


def _is_score(value: object, hand: "Any") -> bool:
    return value in SHARES if isinstance(value, str) else bool(value) and is_even(value)


_FLAG = (lambda value, hand: isinstance(value, bool)), "this must be true or false"
# What each key may be: a function of the value and the hand, and the problem of any other value.
KEYS: "dict[str, Any]" = {
    "tiles": (lambda value, hand: parse(value, hand.get("same") is True), ""),
    "of": (_are_tiles, 'this must be tiles: for example "19m 19p 19s 1234567z"'),
    "suits": (
        lambda value, hand: is_count(value) and 1 <= value <= 3,
        "this must be how many suits the hand has: 1, 2 or 3. Honours are none.",
    ),
    "same": _FLAG,
    "score": (_is_score, 'this must be "limit", "half", "third", or an even number of points'),
    "concealed": _FLAG,
    "claim": _FLAG,
    "flowers": (_are_flowers, 'this must be how many flowers, from 1 to 8, or which: for example "4f8f"'),
    "waiting": (lambda value, hand: is_even(value), "this must be an even number of points; 0 for none"),
}
