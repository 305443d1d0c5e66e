"""The players at their sides of the table, each with a sum, or without."""

from mingg.hal.keys import LEFT, UP
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT, WIDTH
from mingg.ui.kit.view import Page, Part

WIDEST = 52  # pixels of a sum in figures above or below: if one is wider, all are written in letters


class Compass(Part):
    """The players below the title, where they sit. The letter of East stands in a full box.

    people  [(side, name, seat wind, sum)]; a sum of "" is none
    box     the width of what stands in the middle
    low     the players at the sides stand lower, below a line of text
    asks    an arrow stands between wind and name: its key does something

    A line of pixels stays blank below and at the sides, so that the picture can move at rest.
    """

    low = asks = False

    def __init__(self, people: "list[tuple[int, str, str, str]]", box: int, low: bool = False) -> None:
        self.people, self.box, self.low = people, box, low

    def place(self, page: "Page") -> None:
        canvas, low = page.canvas, self.low
        room = (WIDTH - self.box) // 2 - 5
        small, bold = low, True  # all sums look the same
        for side, _, _, value in self.people:
            if canvas.figures_width(value, False) > (WIDEST if side >= UP else room):
                small = True
                bold = bold and (side >= UP or canvas.width(value, True) <= room)
        for side, name, wind, value in self.people:
            if side >= UP:
                y = 11 - low if side == UP else 50 + low if value else 52
                wide = canvas.width(value, bold) if small else canvas.figures_width(value, False)
                name = page.fit(name, 66 - wide if value else 88, True)
                wind_x = 22 if value else 54 - canvas.width(name, True) // 2
                canvas.wind(wind, wind_x, y + 1, wind == "E")
                canvas.text(name, wind_x + 14, y + 3, 0, True)
                x, sum_y, align = 105, y, ALIGN_RIGHT
            else:
                y, x, name_x, wind_x, align = 24, 1, 15 + 2 * self.asks, 1, ALIGN_LEFT
                if side != LEFT:
                    x, name_x, wind_x, align = 126, 112 - 2 * self.asks, 116, ALIGN_RIGHT
                sum_y = 36
                if low:
                    y, sum_y = 32, 41
                canvas.wind(wind, wind_x, y, wind == "E")
                canvas.text(page.fit(name, room - 14 - 2 * self.asks, True), name_x, y + 2, align, True)
            if self.asks:
                canvas.arrow(side, (13, 112)[side] if side < UP else wind_x - 8, y + (3 if side < UP else 5))
            if small:
                canvas.text(value, x, sum_y + 3, align, bold)
            else:
                canvas.figures(value, x, sum_y, align, False)
