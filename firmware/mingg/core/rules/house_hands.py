"""Reads the special hands of house rules: patterns.py says what they are."""

from typing import Any

from mingg.core.rules.agreed import HIGHEST_LIMIT, SHARES, BadHouse, check_name
from mingg.core.rules.patterns import LONGEST, SUITS, Way, groups_of, masks_of, parse, ways_of, words_of
from mingg.core.rules.rows import CHANGED, HOUSE, LOSER, PATTERN, WINNER, Row
from mingg.core.rules.rules import Rules
from mingg.core.values import is_count, step

KEYS = ("tiles", "of", "suits", "same", "score", "concealed", "claim", "flowers", "waiting")
MOST_HANDS = 32
# In all hands of a file: a tile hand is compared with many of them. One hand with every letter has 629856.
MOST_READINGS = 1000000
_WITH_WORDS = 100  # a reading of a hand with words takes so much longer


def put(hands: "Any", rules: "Rules") -> None:
    """Adds the rows of all hands; to Rules.table the hands, as "patterns", and the names of those that are not four
    sets and a pair, to "shapeless". Raises BadHouse."""
    if not isinstance(hands, dict):
        raise BadHouse("/hands", "this must be an object")
    if len(hands) > MOST_HANDS:
        raise BadHouse("/hands", "at most %d hands fit. Leave some out." % MOST_HANDS)
    table = rules.table
    table["patterns"], table["hands_named"] = hands, True
    count_waiting = bool(rules.waiting)
    total = 0
    # Sorted: a dictionary keeps no order on MicroPython.
    for name in sorted(hands):
        hand = hands[name]
        pointer = step("/hands", name)
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
    value = hand[key]
    if key == "tiles":
        try:
            parse(value, hand.get("same") is True)
        except ValueError as error:
            return str(error)
    elif key == "score":
        if isinstance(value, str) and value in SHARES:
            return None
        if not is_count(value) or not value or value % 2 or value > HIGHEST_LIMIT:
            return 'this must be "limit", "half", "third", or an even number of points'
    elif key in ("of", "suits", "same"):
        return _wrong_choice(key, hand)
    elif key in ("concealed", "claim"):
        if not isinstance(value, bool):
            return "this must be true or false"
    elif key == "flowers":
        return _wrong_flowers(value)
    elif key == "waiting":
        return wrong_waiting(value, waiting)
    else:
        return "unknown key. Use %s." % ", ".join(KEYS)
    return None


def wrong_waiting(value: object, waiting: bool) -> "str | None":
    """The problem of what a loser scores who waits for a hand, or None. waiting: as in wrong()."""
    if not waiting:
        return "these rules have nothing for a loser who waits. Leave this out."
    if not is_count(value) or value % 2 or value > HIGHEST_LIMIT:
        return "this must be an even number of points; 0 for none"
    return None


def _wrong_choice(key: str, hand: "Any") -> "str | None":
    """The problem of a key that says what words and letters can stand for, or None."""
    value = hand[key]
    if key == "of":
        problem = _wrong_tiles(value)
        if problem:
            return problem
    elif key == "same":
        if not isinstance(value, bool):
            return "this must be true or false"
    elif value not in (1, 2, 3) or isinstance(value, bool):
        return "this must be how many suits the hand has: 1, 2 or 3. Honours are none."
    try:
        ways = parse(hand.get("tiles"), True)
    except ValueError:
        return None  # the problem of `tiles`
    if key == "of" and not any(way.words for way in ways):
        return "this is for words such as pung or pair. Put one into tiles, or leave this out."
    if key == "same" and value and not any(any(Way(way.groups, False, []).rivals) for way in ways):
        return "this is for two letters such as n and k. Put two into tiles, or leave this out."
    if key == "suits" and not ("of" in hand and _wrong_tiles(hand["of"])) and not masks_of(hand, ways):
        return "the tiles of this hand never have so many suits. Use another number."
    return None


def _wrong_tiles(value: object) -> "str | None":
    try:
        groups = groups_of(value) if isinstance(value, str) and len(value) <= LONGEST else []
    except ValueError as error:
        return str(error)
    if not groups or any(letter or suit in SUITS for suit, letter, _, _ in groups) or words_of(str(value)):
        return 'this must be tiles: for example "19m 19p 19s 1234567z"'
    return None


def _wrong_flowers(value: object) -> "str | None":
    if is_count(value) and 1 <= value <= 8:
        return None
    if isinstance(value, str):
        numbers = value.replace("f", " ").replace(" ", "")
        known = [sign for sign in numbers if "1" <= sign <= "8"]
        if known and len(set(known)) == len(known) == len(numbers) and value.rstrip()[-1] == "f":
            return None
    return 'this must be how many flowers, from 1 to 8, or which: for example "4f8f"'
