"""The panel's pixels as letters: half blocks, two pixels a letter, or braille, eight."""

from __future__ import annotations

from collections.abc import Sequence

HALF, BRAILLE = "half", "braille"
CELLS = {HALF: (128, 32), BRAILLE: (64, 16)}  # columns and rows that the panel takes

_HALVES = " ▄▀█"
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # a letter's rows, from the left
_NO_DOT = 0x2800


def half(rows: Sequence[str]) -> list[str]:
    """Rows of '0' and '1', an even number of them, as half as many lines."""
    return [
        "".join(_HALVES[2 * int(upper) + int(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def braille(rows: Sequence[str]) -> list[str]:
    """Rows of '0' and '1', in fours, as lines of half as many letters; where no pixel is lit a blank."""
    lines = []
    for top in range(0, len(rows), 4):
        line = ""
        for left in range(0, len(rows[top]), 2):
            dots = sum(_DOTS[y][x] for y in range(4) for x in range(2) if rows[top + y][left + x] == "1")
            line += chr(_NO_DOT + dots) if dots else " "
        lines.append(line)
    return lines


DRAW = {HALF: half, BRAILLE: braille}
