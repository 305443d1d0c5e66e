"""The players at their sides of the table, each with a sum."""

from mingg.hal.keys import LEFT, UP
from mingg.ui.kit.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT, WIDTH
from mingg.ui.kit.view import Part

MYPY = False
if MYPY:
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Page

WIDEST = 52  # pixels of a sum in figures above or below: a wider one is written in letters


class Compass(Part):
    """The players below the title, where they sit. The letter of East stands in a full box.

    people  [(side, name, seat wind, sum)]
    box     the width of what stands in the middle; 0: the word of B
    low     the players at the sides stand lower, below a line of text

    A line of pixels stays blank below and at the sides, so that the picture can move at rest.
    """

    low = False

    def __init__(self, people: "list[tuple[int, str, str, str]]", box: int, low: bool = False) -> None:
        self.people, self.box, self.low = people, box, low

    def place(self, page: "Page") -> None:
        canvas, page.bar_y = page.canvas, 31
        box = self.box
        if not box and page.accept:
            box = canvas.width(page.leave)
            canvas.text(page.leave, 64, 33, ALIGN_CENTRE)
            page.leave = ""
        room = (WIDTH - box) // 2 - 3
        for side, name, wind, value in self.people:
            if side >= UP:
                y = 11 if side == UP else 50
                canvas.wind(wind, 22, y + 1, wind == "E")
                name = page.fit(name, 102 - 36 - min(canvas.figures_width(value, False), WIDEST), True)
                end = canvas.text(name, 36, y + 3, 0, True)
                _place_sum(canvas, value, 105, y, ALIGN_RIGHT, 103 - end)
                continue
            y, x, name_x, sum_x, align = 24, 1, 15, 1, ALIGN_LEFT
            if side != LEFT:
                x, name_x, sum_x, align = 116, 112, 126, ALIGN_RIGHT
            if self.low:
                y = 31
                canvas.text(value, sum_x, 43, align, canvas.width(value, True) <= room)
            else:
                _place_sum(canvas, value, sum_x, 36, align, room)
            canvas.wind(wind, x, y, wind == "E")
            canvas.text(page.fit(name, room - 14, True), name_x, y + 2, align, True)


def _place_sum(canvas: "Canvas", value: str, x: int, y: int, align: int, room: int) -> None:
    """Draws a sum in figures, or in letters if the figures have no room."""
    if canvas.figures_width(value, False) <= room:
        canvas.figures(value, x, y, align, False)
    else:
        canvas.text(value, x, y + 3, align, canvas.width(value, True) <= room)
