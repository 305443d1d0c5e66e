"""A list with a bar on it: up and down move the bar, and the list with it where it is longer than the screen."""

from mingg.hal.keys import DOWN, UP
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import ROWS, WIDTH

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

DIGITS = 9  # the last ones of a longer number are shown


class Rows(Screen):
    """room: how many rows are seen at once; pitch: from one to the next; first: the top of the first one, where not
    below the header. A subclass says how many there are and what each of them reads."""

    repeats: "tuple[int, ...]" = (UP, DOWN)
    room = ROWS
    pitch = 10
    first = 0

    def __init__(self, app: "App", current: int = 0) -> None:
        super().__init__(app)
        self.current = current
        self.top = 0
        self._found: "dict[int, Any]" = {}

    def rows(self) -> int:
        raise NotImplementedError

    def row(self, index: int) -> "tuple[str, str]":
        """What a row reads, left and right."""
        raise NotImplementedError

    def found(self, index: int, find: "Callable[[int], Any]") -> "Any":
        """What `find` says of a row; asked once for as long as the row is seen."""
        if index not in self._found:
            self._found = {each: self._found[each] for each in self._found if self.top <= each < self.top + self.room}
            self._found[index] = find(index)
        return self._found[index]

    def where(self) -> str:
        """Which row of how many, where not all are seen."""
        return "%d/%d" % (self.current + 1, self.rows()) if self.rows() > self.room else ""

    def draw_rows(self, canvas: "Canvas") -> None:
        self.top = max(min(self.top, self.current), self.current - self.room + 1)
        y = self.first or (13 if self.pitch == 10 else 12)
        for index in range(self.top, min(self.top + self.room, self.rows())):
            current = index == self.current
            if current:
                canvas.box(0, y - (2 if self.pitch == 10 else 1), WIDTH, 11 if self.pitch == 10 else 9)
            self.draw_row(canvas, index, y, 0 if current else 1)
            y += self.pitch

    def beside(self, largest: int) -> int:
        """Where the words of a row begin, to the right of its number."""
        return max(16, 4 + 6 * min(DIGITS, len(str(largest))))

    def draw_scroll_bar(self, canvas: "Canvas") -> None:
        """At the right edge, which part is shown of a list of more rows than there is room for."""
        rows = self.rows()
        if rows > self.room:
            canvas.box(125, 11, 3, 53, 0)
            canvas.box(127, 11 + 53 * self.top // rows, 1, 53 * self.room // rows)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        left, right = self.row(index)
        room = 121 - canvas.width(right, True) if right else 124
        canvas.text(canvas.fit(left, room), 2, y, ALIGN_LEFT, False, ink)
        canvas.text(right, 125, y, ALIGN_RIGHT, True, ink)

    def move(self, key: int) -> None:
        """Up or down; another key has nothing to do here."""
        if key == DOWN and self.current < self.rows() - 1:
            self.current += 1
        elif key == UP and self.current:
            self.current -= 1
        else:
            self.app.refuse(say("no more"))
