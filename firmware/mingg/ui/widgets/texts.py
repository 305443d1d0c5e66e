"""A sheet of text under a header: up and down go through its lines where they are more than the panel shows."""

from mingg.hal.keys import DOWN, UP, A
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act


class TextScreen(Screen):
    """A and B lead on.

    lines    the words of each line, and a figure at its right end; current: the first one seen
    room     how many are seen at once; first: where the first one stands; pitch: from one to the next
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
            canvas.text(figure, 122, y, ALIGN_RIGHT, True)
            y += self.pitch
        self.draw_more(canvas)

    def draw_more(self, canvas: "Canvas") -> None:
        """Says that there are lines above or below."""
        if self.current:
            canvas.arrow(UP, 123, 12)
        if self.current + self.room < len(self.lines):
            canvas.arrow(DOWN, 123, 59)

    def does(self, key: int, held: bool = False) -> "Act":
        to = self.current + (1 if key == DOWN else -1)
        if key in (UP, DOWN) and 0 <= to <= len(self.lines) - self.room:
            return "scroll", self.move_to, to
        return super().does(key)


def of_message(text: str) -> "list[tuple[str, str]]":
    """The lines of a message, a bar where each one ends."""
    return [(line, "") for line in text.split("|")]
