"""Plain JSON values, and what is wrong with them; which names are the same."""

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


def same(name: str) -> str:
    """Returns what tells a name from others: capitals and blanks do not."""
    text = ""
    for ch in name:
        code = ord(ch)
        # Small letters stand 32 behind their capitals, or one.
        if 0x41 <= code <= 0x5A or (0xC0 <= code < 0xDF and code != 0xD7):
            code += 32
        elif 0x100 <= code < 0x138 or 0x14A <= code < 0x178:
            code |= 1
        elif 0x139 <= code < 0x149 or 0x179 <= code < 0x17F:
            code += code & 1
        if ch != " ":
            text += chr(code)
    return text
