"""A list with a bar on it: up and down move the bar, and the list with it where it is longer than the screen."""

from mingg.hal.keys import DOWN, UP, A
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import ROWS, WIDTH

MYPY = False
if MYPY:
    from collections.abc import Sequence
    from typing import Any, Callable

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

DIGITS = 9  # the last ones of a longer number are shown
LONGEST = 8  # letters of a name


class ListScreen(Screen):
    """A subclass says what each row reads, row(); what stands below the rows, foot(); what A does, accept(), and
    its word.

    items    what the rows are of
    room     how many rows are seen at once; first: where the first one stands; pitch: from one to the next
    scrolls  a bar at the right edge shows which part is seen; else the header says which row of how many is current
    line_y   where a line divides the rows from what stands below them; 0: nowhere
    bottom   where what stands below the rows ends
    unasked  no row is current at first: A does nothing until an arrow has chosen one
    """

    repeats: "tuple[int, ...]" = (UP, DOWN)
    choice = "A choose"
    room = ROWS
    first = 13
    pitch = 10
    scrolls = False
    line_y = 0
    bottom = 65
    unasked = False

    def __init__(self, app: "App", before: "Under" = None, items: "Sequence[Any]" = (), current: int = 0) -> None:
        super().__init__(app, before)
        self.items = items
        self.current = -1 if self.unasked else current
        self.top = 0
        self._found: "dict[int, Any]" = {}

    # ---- for a subclass to say ----

    def row(self, index: int) -> "tuple[Any, str]":
        """What a row reads, left and right; left may be words and the names in them, which are cut as need be."""
        raise NotImplementedError

    def number(self, index: int) -> str:
        """What stands before the words of a row, where `beside` is set."""
        return ""

    beside = 2  # where the words begin

    def lies(self, index: int) -> "tuple[str, int] | None":
        """Of a row about a pung or kong: which of them, and its class (core/deal/card.py). Its tiles are drawn before
        the figure as on a card: full ones are concealed, hollow ones exposed."""
        return None

    def foot(self) -> "Sequence[str]":
        """The lines below the rows, the last one at the bottom."""
        return ()

    def accept(self) -> None:
        """A was pressed on the current row."""

    # ---- keys ----

    def does(self, key: int, held: bool = False) -> "Act":
        to = self.current + (1 if key == DOWN else -1 if key == UP else len(self.items) + 1)
        if 0 <= to < len(self.items):
            return "move", self.move_to, to
        if key in (UP, DOWN):
            return "no more"
        if key == A and self.current < 0:
            return "arrows choose"
        return super().does(key)

    # ---- the picture ----

    def found(self, index: int, find: "Callable[[int], Any]") -> "Any":
        """What `find` says of a row; asked once for as long as the row is seen."""
        if index not in self._found:
            self._found = {each: self._found[each] for each in self._found if self.top <= each < self.top + self.room}
            self._found[index] = find(index)
        return self._found[index]

    def where(self) -> str:
        """Which row of how many, where not all are seen."""
        rows = len(self.items)
        return "%d/%d" % (self.current + 1, rows) if rows > self.room and not self.scrolls and self.current >= 0 else ""

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, "", self.where())
        self.draw_rows(canvas)
        self.draw_foot(canvas)

    def draw_rows(self, canvas: "Canvas") -> None:
        rows = len(self.items)
        self.top = top = max(min(self.top, self.current), self.current - self.room + 1, 0)
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
        x = self.beside
        edge = 122 if self.scrolls and len(self.items) > self.room else 125
        if x > 2:
            canvas.text(self.number(index), 2, y, ALIGN_LEFT, False, ink)
        room = edge - 2 - x - (canvas.width(right, True) if right else -1)
        lies = self.lies(index)
        if lies is not None:
            tiles, full = 4 if lies[0] == "kong" else 3, lies[1] % 2
            room = min(room, edge - 16 - x) - 12  # figures of two digits stand below each other, and so do the tiles
            for at in range(tiles):
                draw = canvas.box if full else canvas.frame
                draw(x + room + 1 + (3 if full else 2) * at, y, 2 if full else 3, 7, ink)
        left = canvas.fit(left, room) if isinstance(left, str) else fitted(canvas, left[0], left[1], room)
        canvas.text(left, x, y, ALIGN_LEFT, False, ink)
        canvas.text(right, edge, y, ALIGN_RIGHT, True, ink)

    def draw_foot(self, canvas: "Canvas") -> None:
        if self.line_y:
            canvas.box(0, self.line_y, WIDTH, 1)
        lines = self.foot()
        for i, line in enumerate(lines):
            canvas.text(line, 2, self.bottom - 9 * (len(lines) - i))


def right_of(number: int) -> int:
    """Where the words of a row begin, to the right of numbers up to this one."""
    return max(16, 4 + 6 * min(DIGITS, len(str(number))))


def fitted(canvas: "Canvas", words: str, names: "list[str]", room: int) -> str:
    """Words with names in their places, the names as long as the room lets them be."""
    for letters in range(LONGEST, 0, -1):
        text = words % tuple([name[:letters] for name in names])
        if canvas.width(text) <= room:
            break
    return canvas.fit(text, room)
