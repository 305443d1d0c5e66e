"""Who pays whom."""

from mingg.hal.keys import RIGHT
from mingg.ui.kit.canvas import ALIGN_RIGHT
from mingg.ui.kit.view import LINE, Part

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Page

    Paid = tuple[str, str, int]  # the names of who pays and of who gets it, and the points

BIG = 3  # rows with large figures
# The columns of a layout: where each begins and ends.
ONE, TWO, SIDE_BY_SIDE = ((2, 125),), ((1, 60), (66, 125)), ((1, 68), (76, 126))


class Payments(Part):
    """Payments below what was placed before, in one column or two.

    large  if there is room, the first three have large figures, and the others stand beside them
    """

    def __init__(self, payments: "Sequence[Paid]", large: bool = False) -> None:
        self.payments, self.large = payments, large

    def place(self, page: "Page") -> None:
        canvas, count = page.canvas, len(self.payments)
        rows = min(5, (page.floor - page.y + 3) // LINE)
        for columns in (SIDE_BY_SIDE, ONE, TWO):
            large = columns is SIDE_BY_SIDE
            if (large and (not self.large or count > 2 * BIG)) or (columns is ONE and count > rows):
                continue
            letters = self._letters(canvas, columns, BIG if large else rows, large)
            if letters > 3 or not large:
                break
        y, pitch = (page.y + 1, 14) if large else (page.y, LINE)
        per_column = BIG if large else rows
        for i, (source, to, points) in enumerate(self.payments):
            x, edge = columns[i // per_column]
            row_y = y + pitch * (i % per_column)
            text_y = row_y + (3 if large else 0)
            x = canvas.text(source[:letters], x, text_y) + 2
            canvas.arrow(RIGHT, x, text_y + 1)
            canvas.text(to[:letters], x + 5, text_y)
            if large and i < BIG:
                canvas.figures(str(points), edge, row_y, ALIGN_RIGHT, False)
            else:
                canvas.text(str(points), edge, text_y, ALIGN_RIGHT, columns is ONE)
        if large and count > BIG:
            canvas.box(72, 12, 1, 41)

    def _letters(self, canvas: "Canvas", columns: "Sequence[tuple[int, int]]", rows: int, large: bool) -> int:
        """Returns how many letters of each name have room."""
        for letters in range(8, 1, -1):
            for i, (source, to, points) in enumerate(self.payments):
                x, edge = columns[i // rows]
                figure = str(points)
                wide = (
                    canvas.figures_width(figure, False) if large and i < BIG else canvas.width(figure, columns is ONE)
                )
                if canvas.width(source[:letters]) + canvas.width(to[:letters]) + 9 + wide > edge - x + 1:
                    break
            else:
                return letters
        return 1
