"""Checks text out of JSON. JSON may contain half of a character (a lone surrogate, "\\ud800"), which no other program
accepts as text.

The PC and the simulator's page check what they are given. A board runs none of this.
"""

from mingg.core.interchange.json_in import BadInput
from mingg.core.values import step


def _has_half(text: str) -> bool:
    """Whether a text has half of a character. MicroPython keeps the two halves of a whole one side by side."""
    first = False
    for sign in text:
        code = ord(sign)
        if first != (0xDC00 <= code <= 0xDFFF):
            return True
        first = 0xD800 <= code < 0xDC00
    return first


def check_text(value: object, pointer: str) -> None:
    """Refuses a value in which any text, a key included, has half of a character."""
    if isinstance(value, str):
        if _has_half(value):
            raise BadInput(pointer, "this has half of a character. Write the whole character.")
    elif isinstance(value, dict):
        for key in value:
            check_text(key, pointer)
            check_text(value[key], step(pointer, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            check_text(item, "%s/%d" % (pointer, i))
