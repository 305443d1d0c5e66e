"""Draws the panel's pixels as letters: half blocks have two pixels in a letter, braille has eight."""

from __future__ import annotations

from collections.abc import Sequence

HALF, BRAILLE = "half", "braille"
CELLS = {HALF: (128, 32), BRAILLE: (64, 16)}  # columns and rows that the panel needs

_HALVES = " ▄▀█"
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # Unicode's bits of a letter, row by row
_NO_DOT = 0x2800


def half(rows: Sequence[str]) -> list[str]:
    """Draws rows of '0' and '1' as half as many lines. The number of rows is even."""
    return [
        "".join(_HALVES[2 * int(upper) + int(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def braille(rows: Sequence[str]) -> list[str]:
    """Draws rows of '0' and '1': four rows make a line, two columns a letter. A letter without lit pixels is blank."""
    lines = []
    for top in range(0, len(rows), 4):
        line = ""
        for left in range(0, len(rows[top]), 2):
            dots = sum(_DOTS[y][x] for y in range(4) for x in range(2) if rows[top + y][left + x] == "1")
            line += chr(_NO_DOT + dots) if dots else " "
        lines.append(line)
    return lines


DRAW = {HALF: half, BRAILLE: braille}
