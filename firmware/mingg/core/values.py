"""Plain JSON values, and what is wrong with them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeGuard


class BadInput(ValueError):
    """pointer: a JSON Pointer to the wrong value; message: the problem, and what to do. On a board both are empty."""

    def __init__(self, pointer: str = "", message: str = "") -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


def is_count(value: object) -> "TypeGuard[int]":
    """Whether a value is an integer of 0 or more. True and False do not count, although Python calls them integers."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def step(pointer: str, key: str) -> str:
    """The JSON Pointer (RFC 6901) to a key of the object at `pointer`."""
    return pointer + "/" + key.replace("~", "~0").replace("/", "~1")
