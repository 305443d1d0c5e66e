"""Tables with columns of numbers."""

from collections.abc import Sequence

from mingg.core.table.session import START
from mingg.ui.kit.canvas import ALIGN_RIGHT, WIDTH, Canvas
from mingg.ui.kit.view import LINE, Page, Part, signed

GAP = 4  # pixels between columns
LEAST = 23  # pixels of the labels
SHORT = 18  # the room of a short name


class Columns(Part):
    """A table below the title.

    heads  of the columns
    rows   (label, cells, whether the label stands in a full box) each. A label may have shorter forms; a row without
           cells has the label alone. A positive number with a sign is bold
    """

    gap = GAP
    bold = True

    def __init__(self, heads: "Sequence[str]", rows: "Sequence[tuple[str, list[str], bool]]") -> None:
        self.heads, self.rows = heads, rows

    def place(self, page: "Page") -> None:
        canvas = page.canvas
        edges = right_edges(canvas, self.heads, [row[1] for row in self.rows], self.gap, self.bold)
        page.heads(self.heads, edges[1:])
        y = page.y
        for label, cells, boxed in self.rows:
            self.place_label(page, label, y, edges[0] - 4 if cells else 124, boxed, bool(cells))
            for cell, edge in zip(cells, edges[1:]):
                if cell:
                    canvas.text(cell, edge, y, ALIGN_RIGHT, self.bold and cell[0] != "-")
                else:
                    canvas.box(edge - 3, y + 3, 1, 1)
            y += LINE

    def place_label(self, page: "Page", label: str, y: int, room: int, boxed: bool, bold: bool) -> None:
        label = page.fit(label, room, bold)
        if boxed:
            page.canvas.box(0, y - 1, page.canvas.width(label, bold) + 4, 9)
        page.canvas.text(label, 2, y, bold=bold, ink=0 if boxed else 1)


def right_edges(
    canvas: "Canvas", heads: "Sequence[str]", rows: "Sequence[Sequence[str]]", gap: int = GAP, bold: bool = True
) -> "list[int]":
    """Returns the x where each column ends; the last one ends at the right edge. The first number is the room to the
    left of all columns. bold: all figures may be bold; else those of the last column."""
    edges, last = [WIDTH - 3], len(heads) - 1
    for column in range(last, -1, -1):
        wide = max(
            [canvas.width(heads[column])] + [canvas.width(row[column], bold or column == last) for row in rows if row]
        )
        edges.insert(0, edges[0] - wide - gap)
    edges[0] += 1
    return edges


def split(canvas: "Canvas", heads: "list[str]", rows: "list[list[str]]") -> "list[list[int]]":
    """Returns the columns of each page of a table: all on one page if that leaves room for the labels, else those with
    numbers, on as many pages as they need."""
    columns = list(range(len(heads)))
    edges = right_edges(canvas, heads, rows)
    if edges[0] >= LEAST:
        return [columns]
    pages: "list[list[int]]" = [[]]
    for column in columns:
        if not any(row[column] for row in rows if row):
            continue
        wider = pages[-1] + [column]
        edges = right_edges(canvas, [heads[i] for i in wider], [[row[i] for i in wider] for row in rows if row])
        if edges[0] < LEAST and pages[-1]:
            pages.append([column])
        else:
            pages[-1] = wider
    return pages


class Sums(Part):
    """Rows of a name and figures, in columns as wide as the widest figure; the last one is bold. If that leaves little
    room for the names, the first columns of figures go.

    rows: (name, figure, ...) each
    """

    def __init__(self, rows: "list[tuple[str, ...]]") -> None:
        self.rows = rows

    def place(self, page: "Page") -> None:
        canvas, rows, last = page.canvas, self.rows, len(self.rows[0]) - 1
        edges = right_edges(canvas, [""] * last, [row[1:] for row in rows], GAP, False)
        first = 0
        while first < last - 1 and edges[first] < SHORT:
            first += 1
        y, pitch = (13, 10) if len(rows) < 5 else (12, LINE)
        for row in rows:
            canvas.text(page.fit(row[0], edges[first] - 3), 2, y)
            for column in range(first, last):
                canvas.text(row[column + 1], edges[column + 1], y, ALIGN_RIGHT, column == last - 1)
            y += pitch


def standing(names: "list[str]", balances: "list[int]") -> Sums:
    """Returns all players in order of their balances, each with the balance and what they have won or lost."""
    order = sorted(range(len(names)), key=lambda player: (-balances[player], player))
    return Sums([(names[player], str(balances[player]), signed(balances[player] - START)) for player in order])
