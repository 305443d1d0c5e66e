"""What an option may be set to: each check answers None, or what is wrong with the value."""

MYPY = False
if MYPY:
    from typing import TypeGuard

FLOWERS = ("off", "seasons", "shanghai", "own")


HIGHEST_LIMIT = 1000000


def is_count(value: object) -> "TypeGuard[int]":
    """A whole number, not below zero (and no truth value, which Python counts among the numbers)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def check_switch(value: object) -> "str | None":
    return None if isinstance(value, bool) else "true or false is wanted here"


def check_limit(value: object) -> "str | None":
    if value is None:
        return None
    if not is_count(value) or value == 0:
        return "the limit is a positive number of points, or null for none"
    if value > HIGHEST_LIMIT:
        return "the limit is at most %d" % HIGHEST_LIMIT
    if value % 2:
        return "an odd limit: the smallest counter is 2"
    return None


def check_flowers(value: object) -> "str | None":
    return None if isinstance(value, str) and value in FLOWERS else "flowers are off, seasons, shanghai or own"


def check_mummies(value: object) -> "str | None":
    return None if isinstance(value, bool) or value == "bonus" else 'true, false or "bonus" is wanted here'


def check_false_win(value: object) -> "str | None":
    if value in ("half", "limit") or isinstance(value, bool):
        return None
    if not is_count(value) or value == 0 or value % 2:
        return 'an even number of points, "half" or "limit" is wanted here'
    return None


def check_mahjong_10_20(value: object) -> "str | None":
    return None if is_count(value) and value in (10, 20) else "mah-jong counts 10 or 20"


def check_mahjong(value: object) -> "str | None":
    return None if is_count(value) and value in (10, 20, 30, 50, 100) else "mah-jong counts 10, 20, 30, 50 or 100"
