"""What an option may be set to: the values that a device offers, in its order, and a check of any other value."""

from mingg.core.values import is_count

MYPY = False
if MYPY:
    from typing import Any

SWITCH = (False, True)
LIMITS: "tuple[Any, ...]" = (None,) + tuple(range(100, 2001, 100))
FLOWERS = ("off", "seasons", "shanghai", "own")
MUMMIES = (False, True, "bonus")
FALSE_WIN = (False, 100, "half", "limit")
HIGHEST_LIMIT = 1000000


class BadRules(ValueError):
    """What is wrong with options or house rules. key: which of the two; at: a JSON Pointer within them (on a board only
    within options)."""

    key = "options"

    def __init__(self, at: str = "", message: str = "") -> None:
        super().__init__(message)
        self.at = at


def wrong(choices: "tuple[Any, ...]", value: object) -> "str | None":
    """What is wrong with a value of an option that offers these choices, or None."""
    for choice in choices:
        if choice == value and type(choice) is type(value):
            return None
    if choices is LIMITS:
        if not is_count(value) or value == 0:
            return "the limit is a positive number of points, or null for none"
        if value > HIGHEST_LIMIT:
            return "the limit is at most %d" % HIGHEST_LIMIT
        return "an odd limit: the smallest counter is 2" if value % 2 else None
    if choices is FALSE_WIN:
        if value is True or (is_count(value) and value and value % 2 == 0):
            return None
        return 'an even number of points, "half" or "limit" is wanted here'
    if choices is SWITCH:
        return "true or false is wanted here"
    if choices is MUMMIES:
        return 'true, false or "bonus" is wanted here'
    words = [str(choice) for choice in choices]
    what = "flowers are" if choices is FLOWERS else "mah-jong counts"
    return "%s %s or %s" % (what, ", ".join(words[:-1]), words[-1])
