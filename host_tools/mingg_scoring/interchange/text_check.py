"""Checks text out of JSON. JSON may contain half of a character (a lone surrogate, "\\ud800"), which no other program
accepts as text.

The PC and the simulator's page check what they are given. A board runs none of this.
"""

from mingg.core.values import step as step

HALF = "this has half of a character. Write the whole character."


def _has_half(text: str) -> bool:
    """Whether a text has half of a character. MicroPython keeps the two halves of a whole one side by side."""
    first = False
    for sign in text:
        code = ord(sign)
        if first != (0xDC00 <= code <= 0xDFFF):
            return True
        first = 0xD800 <= code < 0xDC00
    return first


def half_in(value: object, pointer: str = "") -> "str | None":
    """Returns the place of the first text, a key included, that has half of a character, as a JSON Pointer; or None."""
    if isinstance(value, str):
        return pointer if _has_half(value) else None
    parts: "list[tuple[object, str]]" = []
    if isinstance(value, dict):
        for key in value:
            parts += [(key, pointer), (value[key], step(pointer, key))]
    elif isinstance(value, list):
        parts = [(item, "%s/%d" % (pointer, i)) for i, item in enumerate(value)]
    places = (half_in(part, place) for part, place in parts)
    return next((place for place in places if place is not None), None)
