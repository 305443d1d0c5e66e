"""Shares of the limit, which special hands score."""

MYPY = False
if MYPY:
    from typing import Any


def share_of_limit(limit: "Any", worth: "int | tuple[int, ...]") -> int:
    """The points of a worth: a divisor of the limit, a tuple (2, 5) for two fifths of it, or a tuple (500,) for points.
    Shares are rounded down to an even number, since the smallest counter is 2. limit: None needs a tuple of points."""
    if isinstance(worth, tuple):
        if len(worth) == 1:
            return worth[0]
        return int(limit * worth[0] // worth[1] // 2 * 2)
    return int(limit // worth // 2 * 2)
