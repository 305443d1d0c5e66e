"""Who pays whom."""

from collections.abc import Sequence

from mingg.hal.keys import RIGHT
from mingg.ui.kit.canvas import ALIGN_RIGHT, Canvas
from mingg.ui.kit.view import LINE, Page, Part

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
            large, each = columns is SIDE_BY_SIDE, BIG if columns is SIDE_BY_SIDE else rows
            if columns is TWO:
                each = (count + 1) // 2
            if (large and not self.large) or (columns is not TWO and count > each * len(columns)):
                continue
            letters = 8
            while letters > 1 and not self._draw(canvas, columns, each, letters):
                letters -= 1
            if letters > 3 or not large:
                break
        self._draw(canvas, columns, each, letters, page.y)
        if large and count > BIG:
            canvas.box(72, 12, 1, 41)

    def _draw(
        self, canvas: "Canvas", columns: "Sequence[tuple[int, int]]", each: int, letters: int, top: int = 0
    ) -> bool:
        """Draws the payments from `top` on; 0: draws none, and returns whether all have room."""
        large = columns is SIDE_BY_SIDE
        for i, (source, to, points) in enumerate(self.payments):
            source, to, figure = source[:letters], to[:letters], str(points)
            x, edge = columns[i // each]
            big, bold = large and i < BIG, columns is ONE
            if not top:
                wide = canvas.figures_width(figure, False) if big else canvas.width(figure, bold)
                if canvas.width(source) + canvas.width(to) + 9 + wide > edge - x + 1:
                    return False
                continue
            y = top + 4 + 14 * (i % each) if large else top + LINE * (i % each)
            x = canvas.text(source, x, y) + 2
            canvas.arrow(RIGHT, x, y + 1)
            canvas.text(to, x + 5, y)
            if big:
                canvas.figures(figure, edge, y - 3, ALIGN_RIGHT, False)
            else:
                canvas.text(figure, edge, y, ALIGN_RIGHT, bold)
        return True
