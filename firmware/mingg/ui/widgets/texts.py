"""A sheet of text under a header: up and down scroll it if it is longer than the panel."""

from mingg.hal.keys import DOWN, UP, A
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act


class TextScreen(Screen):
    """A text on which A and B go on.

    lines    the words of each line, and a figure at its right end
    current  the first line that is seen
    room     how many lines are seen at once
    first    the y of the first line; pitch: from one line to the next
    """

    repeats: "tuple[int, ...]" = (UP, DOWN)
    hint = A
    choice = "A go on"
    room = 6
    first = 11
    pitch = 9
    lines: "list[tuple[str, str]]" = []

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas)
        self.draw_lines(canvas)

    def draw_lines(self, canvas: "Canvas") -> None:
        y = self.first
        for words, figure in self.lines[self.current : self.current + self.room]:
            canvas.text(words, 2, y)
            canvas.text(figure, 120, y, ALIGN_RIGHT, True)
            y += self.pitch
        self.draw_more(canvas)

    def draw_more(self, canvas: "Canvas") -> None:
        """Draws arrows if there are lines above or below."""
        if self.current:
            canvas.arrow(UP, 123, 12)
        if self.current + self.room < len(self.lines):
            canvas.arrow(DOWN, 123, 59)

    def does(self, key: int, held: bool = False) -> "Act":
        index = self.current + (1 if key == DOWN else -1)
        if key in (UP, DOWN):
            return ("scroll", self.move_to, index) if 0 <= index <= len(self.lines) - self.room else "no more"
        return super().does(key)


def of_message(text: str) -> "list[tuple[str, str]]":
    """Returns the lines of a message. A "|" ends a line."""
    return [(line, "") for line in text.split("|")]
