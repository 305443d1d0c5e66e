"""Values out of JSON, each checked where it stands: what is wrong is raised with its place."""

from mingg.core.values import is_count, step

MYPY = False
if MYPY:
    from typing import Any

    Json = dict[str, Any]  # an object, as the json module has it


class BadInput(ValueError):
    """at: a JSON Pointer to what is wrong; message: what is wrong with it. On a board both are empty."""

    def __init__(self, at: str = "", message: str = "") -> None:
        super().__init__(message)
        self.at = at
        self.message = message


def an_object(value: object, at: str, keys: "str | tuple[str, ...]") -> "Json":
    """An object that has no other keys than these."""
    if not isinstance(value, dict):
        raise BadInput(at, "an object is wanted here")
    for key in value:
        if key not in tuple(keys):
            raise BadInput(step(at, key), "unknown key")
    return value


def a_word(value: object, at: str, words: "str | tuple[str, ...]", what: str) -> str:
    if not isinstance(value, str) or value not in tuple(words):
        raise BadInput(at, "no %s: %s are" % (what, ", ".join(words)))
    return value


def a_flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput(at, "true or false is wanted here")
    return value


def a_count(value: object, at: str) -> int:
    if not is_count(value):
        raise BadInput(at, "a whole number is wanted here, 0 or more")
    return value


def a_list(value: object, at: str) -> "list[Any]":
    if not isinstance(value, list):
        raise BadInput(at, "a list is wanted here")
    return value


def words_of(value: object, at: str, words: "tuple[str, ...]", what: str) -> "list[str]":
    items = a_list(value, at)
    for i, item in enumerate(items):
        a_word(item, "%s/%d" % (at, i), words, what)
    return list(items)
