"""Checks of the values of options. Each answers None, or what is wrong with the value."""

from mingg.core.values import is_count

FLOWERS = ("off", "seasons", "shanghai", "own")
HIGHEST_LIMIT = 1000000


class BadRules(ValueError):
    """What is wrong with options or house rules. key: which of the two; at: a JSON Pointer within them."""

    key = "options"

    def __init__(self, at: str, message: str) -> None:
        super().__init__(message)
        self.at = at


def check_switch(value: object) -> "str | None":
    return None if isinstance(value, bool) else "true or false is wanted here"


def check_limit(value: object) -> "str | None":
    if value is None:
        return None
    if not is_count(value) or value == 0:
        return "the limit is a positive number of points, or null for none"
    if value > HIGHEST_LIMIT:
        return "the limit is at most %d" % HIGHEST_LIMIT
    return "an odd limit: the smallest counter is 2" if value % 2 else None


def check_flowers(value: object) -> "str | None":
    return None if isinstance(value, str) and value in FLOWERS else "flowers are off, seasons, shanghai or own"


def check_mummies(value: object) -> "str | None":
    return None if isinstance(value, bool) or value == "bonus" else 'true, false or "bonus" is wanted here'


def check_false_win(value: object) -> "str | None":
    if value in ("half", "limit") or isinstance(value, bool) or (is_count(value) and value and value % 2 == 0):
        return None
    return 'an even number of points, "half" or "limit" is wanted here'


def check_mahjong_10_20(value: object) -> "str | None":
    return None if is_count(value) and value in (10, 20) else "mah-jong counts 10 or 20"


def check_mahjong(value: object) -> "str | None":
    return None if is_count(value) and value in (10, 20, 30, 50, 100) else "mah-jong counts 10, 20, 30, 50 or 100"
