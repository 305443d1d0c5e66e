"""Shows the device in the whole terminal. Draws only changed lines, and restores the terminal at the end."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from contextlib import suppress

from mingg_host.device.blocks import BRAILLE, CELLS, DRAW, HALF

# Switches to the alternate screen, hides the cursor, and stops line breaks after the last column; and back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[0m\x1b[2J"
_LEAVE = "\x1b[0m\x1b[2J\x1b[?7h\x1b[?25h\x1b[?1049l"
_LIT, _PLAIN, _FAINT = "\x1b[0;97;40m", "\x1b[0m", "\x1b[0;2m"  # the panel is white on black

Line = tuple[int, str, str]  # column from 0, its style as an escape sequence, text


def chosen(size: tuple[int, int], draw: str | None) -> str | None:
    """Returns `draw`, or the largest way to draw that fits into so many columns and rows. None: it does not fit."""
    for way in (draw,) if draw else (HALF, BRAILLE):
        columns, rows = CELLS[way]
        if size[0] >= columns and size[1] >= rows:
            return way
    return None


def too_small(size: tuple[int, int], draw: str | None) -> str:
    """Returns the message for a terminal that is too small."""
    columns, rows = CELLS[draw or BRAILLE]
    larger = "" if draw else f" ({CELLS[HALF][0]} x {CELLS[HALF][1]} for large pixels)"
    hint = " Or omit --draw half." if draw == HALF else ""
    return (
        f"This terminal is {size[0]} x {size[1]}. The device needs {columns} columns and {rows} rows{larger}. Make the"
        f" window larger, or its letters smaller.{hint} q ends."
    )


class Screen:
    """The terminal while the device runs in it. draw: HALF or BRAILLE; None: by the size of the terminal. shown: False
    if the terminal is too small to show the device."""

    def __init__(self, out: int, draw: str | None = None) -> None:
        self._out = out
        self._draw = draw
        self.shown = True
        self._size = 0, 0
        self._lines: list[Line] = []

    def __enter__(self) -> Screen:
        self._write(_ENTER)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a closed terminal
            self._write(_LEAVE)

    def size(self) -> tuple[int, int]:
        """The columns and rows of the terminal now."""
        size = os.get_terminal_size(self._out)
        return size.columns, size.lines

    def show(self, pixels: Sequence[str], below: str) -> None:
        """Shows the panel in the middle, and a text below it if there is room. Raises OSError for a closed terminal."""
        size = self.size()
        drawn = chosen(size, self._draw)
        self.shown = drawn is not None
        if drawn is None:
            self._put(size, _written(size, too_small(size, self._draw)))
            return
        self._put(size, _panel(size, DRAW[drawn](pixels), below))

    def show_text(self, text: str) -> None:
        """Shows a text instead of the panel. Raises OSError for a closed terminal."""
        size = self.size()
        self._put(size, _written(size, text))

    def _put(self, size: tuple[int, int], lines: list[Line]) -> None:
        before = self._lines if size == self._size else []
        out = "" if before else f"{_PLAIN}\x1b[2J"
        for row, line in enumerate(lines):
            if not before or before[row] != line:
                column, look, text = line
                out += f"\x1b[{row + 1};1H{_PLAIN}\x1b[2K"
                out += f"\x1b[{row + 1};{column + 1}H{look}{text}{_PLAIN}" if text else ""
        self._size, self._lines = size, lines
        if out:
            self._write(out)

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:
            data = data[os.write(self._out, data) :]


def _panel(size: tuple[int, int], drawn: list[str], below: str) -> list[Line]:
    columns, rows = size
    width, height = len(drawn[0]), len(drawn)
    words = textwrap.wrap(below, columns - 1)
    room = rows - height
    words = words[: max(0, room - 1)] if len(words) < room else words[:room]
    gap = 1 if words and room > len(words) else 0
    top = (room - len(words) - gap) // 2
    lines: list[Line] = [(0, _PLAIN, "")] * rows
    for row, text in enumerate(drawn, top):
        lines[row] = (columns - width) // 2, _LIT, text
    for row, text in enumerate(words, top + height + gap):
        lines[row] = (columns - len(text)) // 2, _FAINT, text
    return lines


def _written(size: tuple[int, int], text: str) -> list[Line]:
    columns, rows = size
    words = [line for part in text.split("\n") for line in textwrap.wrap(part, max(1, columns - 1)) or [""]][:rows]
    return [(0, _PLAIN, line) for line in words] + [(0, _PLAIN, "")] * (rows - len(words))
