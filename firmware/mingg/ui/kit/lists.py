"""Parts for lists and long texts: rows with a bar, and text that scrolls."""

from collections.abc import Callable, Sequence
from typing import Any

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import SHORTER
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT, WIDTH, Canvas
from mingg.ui.kit.view import LINE, Act, Key, Page, Part, Screen

# Left and right of a row, and what else it has. Left: a text, or (words, names). Right: a text; a list of names
# that share the room; or True, a tick. Third, if there is one: a number before the
# words; or a set, as (number of tiles, whether it is concealed).
Row = tuple[Any, ...]

TOP = 11  # where the rows begin
PITCH = 10  # pixels from one row to the next
FIGURE = 16  # the least pixels of a figure after a set: so the sets of all rows align


class Rows(Part):
    """A list with a bar, below what was placed before. Up and down move the bar, from one end to the other too; a long
    list scrolls with it.

    screen  has the row with the bar in `current` (-1: none yet), and the first one on the panel in `top`
    row     returns a Row; called only for those on the panel
    start   where the words begin; more than 2 if rows have numbers (see start_after())
    still   nothing is chosen here: no row has a bar
    signs   pixels that stay free between the words and the figure, if the words leave them
    """

    repeats = True
    still = False
    signs = 0

    def __init__(
        self, screen: "Screen", count: int, row: "Callable[[int], Row]", start: int = 2, still: bool = False
    ) -> None:
        self.screen, self.count, self.row, self.start = screen, count, row, start
        if still:
            self.still = True

    def on(self, key: int) -> "Key | None":
        if key not in (UP, DOWN) or self.still:
            return None
        at = self.screen.current
        if self.count < 2 and at >= self.count - 1:
            return Key(key, "", "no more")
        to = at + 1 if key == DOWN else max(at, 0) - 1
        found = Key(key, "line", self.screen.move_to, to % self.count)
        found.wraps = not 0 <= to < self.count
        return found

    def place(self, page: "Page") -> None:
        canvas, screen = page.canvas, self.screen
        above = page.y
        room = (page.floor - above) // PITCH
        screen.top = top = max(min(screen.top, screen.current, self.count - room), screen.current - room + 1, 0)
        scrolls = self.count > room
        edge = 122 if scrolls else 125
        y, before = above + 1, 1
        for index in range(top, min(top + room, self.count)):
            ink = 0 if index == screen.current and not self.still else 1
            if ink != before:
                y, before = y + 1, ink  # a bar has room for marks on letters and for their tails
            if not ink:
                canvas.box(0, y - 2, 124 if scrolls else WIDTH, 11)
            self.place_row(page, self.row(index), y, edge, ink)
            y += PITCH
        if scrolls:
            high = page.floor - above
            canvas.box(127, above + high * top // self.count, 1, max(high * room // self.count, 2))
            if self.start == 2 and screen.current >= 0:
                page.add_to_title("%d/%d" % (screen.current + 1, self.count))
        if page.foot:
            canvas.box(0, page.floor, WIDTH, 1)

    def place_row(self, page: "Page", row: "Row", y: int, edge: int, ink: int) -> "tuple[int, int]":
        """Draws a row. The words give way to the figure; names at the right share what the words leave. Returns where
        the words end, and where the figure begins."""
        canvas, x = page.canvas, self.start
        left, right = row[0], row[1]
        words, names = (left, ()) if isinstance(left, str) else left
        bold = True
        if right is True:
            canvas.tick(edge - 7, y + 1, ink)
            right = ""
        if isinstance(right, list):
            right = page.fit((" ".join(["%s"] * len(right)), right), edge - 8 - canvas.width(words), True)
        room = edge - 4 - x - self.signs - canvas.width(right, True) if right else edge + 1 - x
        if len(row) > 2:
            if isinstance(row[2], str):
                canvas.text(row[2], 2, y, ALIGN_LEFT, False, ink)
            else:
                room = min(room, edge - FIGURE - x) - 12
                canvas.tiles(row[2][0], row[2][1], x + room + 1, y, 7, 3, ink)
        if names:
            words = page.fit(left, room)
        elif canvas.width(words) > room and SHORTER not in words and right:
            for bold, signs in ((False, self.signs), (True, 0), (False, 0)):  # the figure gives way first
                room = edge - 4 - x - signs - canvas.width(right, bold)
                if canvas.width(words) <= room:
                    break
        x = canvas.text(page.fit(words, room), x, y, ALIGN_LEFT, False, ink)
        if right:
            canvas.text(right, edge, y, ALIGN_RIGHT, bold, ink)
        return x, edge - canvas.width(right, bold)


def start_after(number: int) -> int:
    """Returns the `start` of rows with numbers up to this one."""
    return max(16, 4 + 6 * min(9, len(str(number))))


class Choices(Rows):
    """A list of settings. Left and right change that of the row with the bar, from one end of its choices to the other
    too; the right arrow opens a row without a value.

    row     returns (text, value)
    change  gets a step, 1 or -1
    """

    signs = 6

    def __init__(self, screen: "Screen", count: int, row: "Callable[[int], Row]", change: "Act") -> None:
        self.screen, self.count, self.row, self.start, self.change = screen, count, row, 2, change

    def on(self, key: int) -> "Key | None":
        if key not in (LEFT, RIGHT):
            return super().on(key)
        if key == LEFT and not self.row(self.screen.current)[1]:
            return None
        found = Key(key, "change", self.change, 1 if key == RIGHT else -1)
        found.wraps = True
        return found

    def place_row(self, page: "Page", row: "Row", y: int, edge: int, ink: int) -> "tuple[int, int]":
        end, x = super().place_row(page, row, y, edge, ink)
        room = x - end
        if ink or room < (4 + self.signs if row[1] else 5):
            return end, x
        near = room < 15  # the arrows stand closer where the words leave little room
        x -= (5 if near else 8) if row[1] else 2
        page.canvas.arrow(RIGHT, x, y + 1, 0)
        if row[1]:
            page.canvas.arrow(LEFT, x - 5 + near, y + 1, 0)
        return end, x


class Text(Part):
    """Lines of a text below the title. If they are too many, up and down scroll them.

    screen: has the first line that is seen in `current`. lines: each a text, or (words, figure).
    """

    repeats = True

    def __init__(self, screen: "Screen", lines: "Sequence[Any]") -> None:
        self.screen, self.lines = screen, lines

    def on(self, key: int) -> "Key | None":
        if key not in (UP, DOWN):
            return None
        to = self.screen.current + (1 if key == DOWN else -1)
        if 0 <= to <= len(self.lines) - 6:
            return Key(key, "scroll", self.screen.move_to, to)
        return Key(key, "", "no more")

    def place(self, page: "Page") -> None:
        if len(self.lines) <= 5:
            self.place_lines(page, TOP + 2, 5, PITCH)
        else:
            self.place_lines(page, TOP, 6, LINE)

    def place_lines(self, page: "Page", y: int, room: int, pitch: int) -> None:
        canvas, first = page.canvas, self.screen.current
        for line in self.lines[first : first + room]:
            self.place_line(page, line, y)
            y += pitch
        if first:
            canvas.arrow(UP, 123, 12)
        if first + room < len(self.lines):
            canvas.arrow(DOWN, 123, 59)

    def place_line(self, page: "Page", line: "Any", y: int) -> None:
        words, figure = (line, "") if isinstance(line, str) else line
        if SHORTER in figure:
            figure = page.fit(figure, 114 - page.canvas.width(words), True)
        room = 122 - page.canvas.width(figure, True) if figure or len(self.lines) > 5 else 125
        page.canvas.text(page.fit(words, room), 2, y)
        page.canvas.text(figure, 120, y, ALIGN_RIGHT, True)


def wrap(canvas: "Canvas", text: str, wide: int = 118) -> "list[str]":
    """Returns a text of any length as lines for Text."""
    lines = [""]
    for word in text.split(" "):
        while canvas.width(word) > wide:  # a word that is wider than a line is broken
            piece = canvas.cut(word, wide)
            lines[-1:] = [lines[-1], piece, ""] if lines[-1] else [piece, ""]
            word = word[len(piece) :]
        extended = "%s %s" % (lines[-1], word) if lines[-1] else word
        if lines[-1] and canvas.width(extended) > wide:
            lines.append(word)
        else:
            lines[-1] = extended
    return lines
