"""Checks of plain JSON values, and their places."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeGuard


def is_count(value: object) -> "TypeGuard[int]":
    """Whether a value is an integer of 0 or more. True and False do not count, although Python calls them integers."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def step(pointer: str, key: str) -> str:
    """The JSON Pointer (RFC 6901) to a key of the object at `pointer`."""
    return pointer + "/" + key.replace("~", "~0").replace("/", "~1")
