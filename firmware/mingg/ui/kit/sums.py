"""A table of sums: a name in each row, and figures."""

from mingg.core.table.session import START
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.kit.view import Part

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.kit.view import Page

SHORT = 18  # the room of a short name
GAP = 4


class Sums(Part):
    """Rows of a name and figures, in columns as wide as the widest figure; the last one is bold. If that leaves little
    room for the names, the first columns of figures go.

    rows: (name, figure, ...) each; a key in place of a figure is its arrow.
    """

    def __init__(self, rows: "list[tuple[Any, ...]]") -> None:
        self.rows = rows

    def place(self, page: "Page") -> None:
        canvas, rows, edge, last = page.canvas, self.rows, 125, len(self.rows[0]) - 1
        top, pitch = (13, 10) if len(rows) < 5 else (12, 9)
        for column in range(last, 0, -1):
            cells = [row[column] for row in rows]
            wide = max([canvas.width(cell, column == last) if isinstance(cell, str) else 3 for cell in cells])
            if column < last and edge - wide - GAP < SHORT:
                break
            y = top
            for cell in cells:
                if isinstance(cell, str):
                    canvas.text(cell, edge, y, ALIGN_RIGHT, column == last)
                else:
                    canvas.arrow(cell, edge - 3, y + 1)
                y += pitch
            edge -= wide + GAP
        y = top
        for row in rows:
            canvas.text(page.fit(row[0], edge - 2), 2, y, ALIGN_LEFT)
            y += pitch


def standing(names: "list[str]", balances: "list[int]") -> Sums:
    """Returns all players in order of their balances, each with the balance and what they have won or lost."""
    order = sorted(range(len(names)), key=lambda player: (-balances[player], player))
    return Sums([(names[player], str(balances[player]), signed(balances[player] - START)) for player in order])


def signed(points: int) -> str:
    """Formats points with their sign: "+20", "-4", "0"."""
    return ("+%d" if points > 0 else "%d") % points
