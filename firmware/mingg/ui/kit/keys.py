"""The page of keys: a line for each thing that keys do, two short ones side by side."""

from mingg.hal.keys import DOWN, UP, A
from mingg.lang import say
from mingg.ui.kit.lists import TOP, Text
from mingg.ui.kit.view import LINE

MYPY = False
if MYPY:
    from mingg.ui.keymap import Line
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Page

HALF = 66  # the x where the second line of a row begins


def rows_of(canvas: "Canvas", lines: "list[Line]") -> "list[list[Line]]":
    """Returns rows of one line, or of two short ones."""
    rows: "list[list[Line]]" = []
    beside = False
    for line in lines:
        short = width_of(canvas, line) < HALF - 3
        if short and beside:
            rows[-1].append(line)
            beside = False
        else:
            rows.append([line])
            beside = short
    return rows


class KeyRows(Text):
    """The rows of rows_of(). Up and down scroll them."""

    def place(self, page: "Page") -> None:
        self.place_lines(page, TOP, 6, LINE)

    def place_line(self, page: "Page", line: "list[Line]", y: int) -> None:
        x = 2
        for each in line:
            _draw(page.canvas, each, x, y)
            x = HALF


def width_of(canvas: "Canvas", line: "Line") -> int:
    keys, held, text = line
    wide = canvas.width(text) + 1 + (canvas.width(say("held")) + 4 if held else 0)
    for key in keys:
        wide += (7 if key in (UP, DOWN) else 5) if key < A else canvas.width("AB"[key - A], True) + 3
    return wide


def _draw(canvas: "Canvas", line: "Line", x: int, y: int) -> None:
    """Draws a line: the keys, and the word for what they do."""
    keys, held, text = line
    if held:
        x = canvas.text(say("held"), x, y) + 4
    for key in keys:
        if key >= A:
            x = canvas.text("AB"[key - A], x, y, 0, True) + 3
        else:
            vertical = key in (UP, DOWN)
            canvas.arrow(key, x, y + (2 if vertical else 1))
            x += 7 if vertical else 5
    canvas.text(canvas.fit(text, 127 - x), x + 1, y)
