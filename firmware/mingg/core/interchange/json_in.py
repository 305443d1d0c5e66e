"""Checks of JSON values. Each raises BadInput with the place of the error."""

from typing import Any

from mingg.core.table.session import Session
from mingg.core.values import BadInput as BadInput
from mingg.core.values import is_count, step

Json = dict[str, Any]  # a JSON object, as Python's json module reads it


def an_object(value: object, pointer: str, keys: "str | tuple[str, ...]") -> "Json":
    """Checks an object with no other keys than these. A string stands for its letters."""
    if not isinstance(value, dict):
        raise BadInput(pointer, "this must be an object")
    for key in value:
        if key not in tuple(keys):
            raise BadInput(step(pointer, key), "unknown key. Choose one of " + ", ".join(keys))
    return value


def a_word(value: object, pointer: str, words: "str | tuple[str, ...]", noun: str) -> str:
    """Checks that a value is one of these words. noun: one for the message, such as "seat"."""
    if not isinstance(value, str) or value not in tuple(words):
        raise BadInput(pointer, "no such %s. Choose one of %s" % (noun, ", ".join(words)))
    return value


def a_flag(value: object, pointer: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput(pointer, "this must be true or false")
    return value


def a_count(value: object, pointer: str) -> int:
    if not is_count(value):
        raise BadInput(pointer, "this must be a whole number, 0 or more")
    return value


def a_list(value: object, pointer: str) -> "list[Any]":
    if not isinstance(value, list):
        raise BadInput(pointer, "this must be a list")
    return value


def there(keys: "Json", key: str, pointer: str, message: str = "this is missing. Add it.") -> "Any":
    """The value of a key; BadInput if it is missing. pointer: the place of the key."""
    if key not in keys:
        raise BadInput(pointer, message)
    return keys[key]


def read_pay(value: object, session: "Session", pointer: str = "/pay") -> "tuple[int, int, int]":
    """Reads a payment or a loan: (player who gives, player who receives, points). Raises BadInput."""
    keys = an_object(value, pointer, ("from", "to", "points"))
    source, to, points = [there(keys, key, pointer + "/" + key) for key in ("from", "to", "points")]
    a_word(source, pointer + "/from", tuple(session.names), "player")
    a_word(to, pointer + "/to", tuple(session.names), "player")
    if source == to:
        raise BadInput(pointer + "/to", "this player is also the one who pays. Name another one.")
    if a_count(points, pointer + "/points") == 0 or points % 2:
        raise BadInput(pointer + "/points", "this must be an even number of points: the smallest counter is 2")
    return session.names.index(source), session.names.index(to), points
