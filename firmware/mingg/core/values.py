"""Checks of JSON values, each of which raises BadInput with the place of the error; and which names are the same."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeGuard

Json = dict[str, Any]  # a JSON object, as Python's json module reads it


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


def an_object(value: object, pointer: str, keys: "str | tuple[str, ...]") -> "Json":
    """Checks an object with no other keys than these. A string stands for its letters."""
    if not isinstance(value, dict):
        raise BadInput(pointer, "this must be an object")
    known = tuple(keys)
    for key in value:
        if key not in known:
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


def same(name: str) -> str:
    """Returns what tells a name from others: capitals and blanks do not."""
    text = ""
    for ch in name:
        code = ord(ch)
        # Small letters stand 32 behind their capitals, or one.
        if 0x41 <= code <= 0x5A or (0xC0 <= code < 0xDF and code != 0xD7):
            code += 32
        elif 0x139 <= code < 0x14A or 0x179 <= code < 0x17F:
            code += code & 1
        elif 0x100 <= code < 0x180:
            code |= 1
        if ch != " ":
            text += chr(code)
    return text
