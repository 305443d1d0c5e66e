"""What an option may be set to: each check answers None, or what is wrong with the value."""

MYPY = False
if MYPY:
    from typing import TypeGuard


HIGHEST_LIMIT = 1000000


def is_count(value: object) -> "TypeGuard[int]":
    """A whole number, not below zero (and no truth value, which Python counts among the numbers)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


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
