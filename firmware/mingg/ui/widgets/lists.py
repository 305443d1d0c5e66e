"""A list whose current row is a bar. Up and down move the bar, from one end to the other too. A long list scrolls with
it."""

from mingg.hal.keys import DOWN, UP, A
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import ROWS, WIDTH

MYPY = False
if MYPY:
    from collections.abc import Sequence
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

DIGITS = 9  # room before the words of a row: so many digits of a number
LONGEST = 8  # letters of a name


class ListScreen(Screen):
    """A list of rows, one of which is current.

    A subclass has the text of each row in row(), the lines below the rows in foot(), and what A does in accept() and
    `choice`.

    items    what the rows stand for
    room     how many rows the screen shows
    first    the y of the first row
    pitch    pixels from one row to the next
    scrolls  a scroll bar at the right edge; without it, the header shows the number of the current row
    line_y   the y of a line between the rows and the text below them; 0: none
    bottom   the y where the text below the rows ends
    start    the x where the words of a row begin; more than 2 if a number comes before them
    current  the row with the bar; -1: none until an arrow chooses one, and A does nothing
    top      the first row on the screen
    """

    repeats: "tuple[int, ...]" = (UP, DOWN)
    choice = "A choose"
    room = ROWS
    first = 13
    pitch = 10
    scrolls = False
    line_y = 0
    bottom = 65
    start = 2

    def __init__(self, app: "App", before: "Under" = None, items: "Sequence[Any]" = (), current: int = 0) -> None:
        super().__init__(app, before)
        self.items = items
        self.current = current
        self.top = 0
        self._row_data: "dict[int, Any]" = {}

    # ---- for subclasses ----

    def look_up(self, index: int) -> "Any":
        """Reads or computes what a row shows, if that takes long. The row gets it from row_data()."""

    def row(self, index: int) -> "tuple[Any, str]":
        """Returns the texts at the left and the right of a row. The left one may be (words, names): see fitted()."""
        raise NotImplementedError

    def number(self, index: int) -> str:
        """Returns the number before the words of a row, if `start` is more than 2."""
        return ""

    def set_shown(self, index: int) -> "tuple[str, int] | None":
        """Returns the set that a row is about: ("pung" or "kong", its class, see core/deal/card.py), or None. The row
        shows its tiles before the figure as a card does: concealed ones full, exposed ones hollow."""
        return None

    def foot(self) -> "Sequence[str]":
        """Returns the lines below the rows, the last one at the bottom."""
        return ()

    def accept(self) -> None:
        """A was pressed on the current row."""

    # ---- keys ----

    def does(self, key: int, held: bool = False) -> "Act":
        if key in (UP, DOWN):
            rows = len(self.items)
            if rows < 2 and self.current >= rows - 1:
                return "no more"
            return "line", self.move_to, (self.current + 1 if key == DOWN else max(self.current, 0) - 1) % rows
        if key == A and self.current < 0:
            return "choose by arrow"
        return super().does(key)

    def repeat(self, key: int) -> None:
        """Stops at the ends: who holds the arrow wants to get there."""
        if 0 <= self.current + (1 if key == DOWN else -1) < len(self.items):
            self.press(key)

    # ---- the picture ----

    def row_data(self, index: int) -> "Any":
        """Returns the look_up() of a row. It is kept while the screen shows the row."""
        if index not in self._row_data:
            self._row_data[index] = self.look_up(index)
        return self._row_data[index]

    def prepare(self) -> None:
        self.top = max(min(self.top, self.current), self.current - self.room + 1, 0)
        visible = range(self.top, min(self.top + self.room, len(self.items)))
        for index in visible:
            if index not in self._row_data:
                self._row_data[index] = self.look_up(index)
        for index in list(self._row_data):
            if index not in visible:
                del self._row_data[index]

    def where(self) -> str:
        """Returns "current/all" for the header; "" if all rows are on the screen, or have numbers of their own."""
        rows = len(self.items)
        counts = rows > self.room and self.start == 2 and not self.scrolls and self.current >= 0
        return "%d/%d" % (self.current + 1, rows) if counts else ""

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, "", self.where())
        self.draw_rows(canvas)
        self.draw_foot(canvas)

    def draw_rows(self, canvas: "Canvas") -> None:
        rows, top = len(self.items), self.top
        for index in range(top, min(top + self.room, rows)):
            y = self.first + self.pitch * (index - top)
            if index == self.current:
                canvas.box(0, y - 2, WIDTH, 11) if self.pitch == 10 else canvas.box(0, y - 1, WIDTH, 9)
            self.draw_row(canvas, index, y, 0 if index == self.current else 1)
        if self.scrolls and rows > self.room:
            canvas.box(125, 11, 3, 53, 0)
            canvas.box(127, 11 + 53 * top // rows, 1, 53 * self.room // rows)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        left, right = self.row(index)
        x = self.start
        edge = 122 if self.scrolls and len(self.items) > self.room else 125
        if x > 2:
            canvas.text(self.number(index), 2, y, ALIGN_LEFT, False, ink)
        room = edge - 2 - x - (canvas.width(right, True) if right else -1)
        shown = self.set_shown(index)
        if shown is not None:
            tiles, full = 4 if shown[0] == "kong" else 3, shown[1] % 2
            room = min(room, edge - 16 - x) - 12  # at least 16 for the figure: so the tiles of all rows align
            for i in range(tiles):
                draw = canvas.box if full else canvas.frame
                draw(x + room + 1 + (3 if full else 2) * i, y, 2 if full else 3, 7, ink)
        left = canvas.fit(left, room) if isinstance(left, str) else fitted(canvas, left[0], left[1], room)
        canvas.text(left, x, y, ALIGN_LEFT, False, ink)
        canvas.text(right, edge, y, ALIGN_RIGHT, True, ink)

    def draw_foot(self, canvas: "Canvas") -> None:
        if self.line_y:
            canvas.box(0, self.line_y, WIDTH, 1)
        lines = self.foot()
        for i, line in enumerate(lines):
            canvas.text(line, 2, self.bottom - 9 * (len(lines) - i))


def start_after(number: int) -> int:
    """Returns the `start` of a list with numbers up to this one."""
    return max(16, 4 + 6 * min(DIGITS, len(str(number))))


def fitted(canvas: "Canvas", words: str, names: "list[str]", room: int) -> str:
    """Returns `words` with the names in its %s, cut to the same length until the text fits `room` pixels."""
    for letters in range(LONGEST, 0, -1):
        text = words % tuple([name[:letters] for name in names])
        if canvas.width(text) <= room:
            break
    return canvas.fit(text, room)
