"""Draws counters: a stick of bone with its spots, and tables with the number of each value."""

from mingg.lang import at_hand, say
from mingg.ui.panel.canvas import ALIGN_RIGHT, WIDTH

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas

    Note = tuple[str, tuple[str, ...], int]  # a message, the names for it, points

STICK = 17  # its width; 7 high
_GAP = 4


def stick(canvas: "Canvas", value: int, mark: str, x: int, y: int, ink: int = 1) -> None:
    """Draws a counter. A ring stands for a thousand, a large spot for a hundred, a line for ten, a small spot for one;
    ten points alone are ten small spots. A counter with a mark is written as the name of the mark."""
    if mark:
        canvas.text(at_hand("short " + mark) or canvas.fit(mark, STICK), x, y, ink=ink)
        return
    for offset in (0, 6):
        canvas.box(x + 1, y + offset, STICK - 2, 1, ink)
    for offset in (0, STICK - 1):
        canvas.box(x + offset, y + 1, 1, 5, ink)
    kind = 1000 if value >= 1000 else 100 if value >= 100 else 10 if value > 10 else 1
    spots = min(value // kind, 10 if kind == 1 else 5)
    rows = 2 if spots > 5 or (kind == 1 and spots > 2) else 1
    columns = (spots + rows - 1) // rows
    left = x + 8 - (3 * columns - 2) // 2
    for i in range(spots):
        spot_x = left + 3 * (i % columns)
        if kind == 1000:
            canvas.frame(x + 6 if spots == 1 else spot_x - 1, y + 1, 5 if spots == 1 else 3, 5, ink)
        elif kind == 10:
            canvas.box(spot_x, y + 1, 1, 5, ink)
        elif kind == 1:
            canvas.box(spot_x, y + (3 if rows == 1 else 2 + 2 * (i // columns)), 1, 1, ink)
        elif spots == 1:
            canvas.box(spot_x - 1, y + 2, 3, 3, ink)
        else:
            canvas.box(spot_x, y + 3, 2, 2, ink)


def right_edges(canvas: "Canvas", heads: "list[str]", rows: "list[list[str]]", bold: bool = True) -> "list[int]":
    """Returns the x where each column of a table ends; the last column ends at the right edge. The first number is the
    room to the left of all columns. Columns that are not bold stand closer."""
    edges = [WIDTH - 3]
    for column in range(len(heads) - 1, -1, -1):
        wide = max([canvas.width(heads[column])] + [canvas.width(row[column], bold) for row in rows])
        edges.insert(0, edges[0] - wide - (_GAP if bold else 2))
    edges[0] += 1
    return edges


def pages(canvas: "Canvas", words: "list[str]", rows: "list[list[str]]", room: int) -> "list[list[int]]":
    """Splits the columns of a table into pages. Each page leaves `room` columns of pixels at the left."""
    split: "list[list[int]]" = [[]]
    for column in range(len(words)):
        wider = split[-1] + [column]
        edges = right_edges(canvas, [words[i] for i in wider], [[row[i] for i in wider] for row in rows])
        if edges[0] < room and split[-1]:
            split.append([column])
        else:
            split[-1] = wider
    return split


def title_room(edges: "list[int]") -> int:
    """Returns how wide a title may be beside columns."""
    return edges[0] - 3


def heads(canvas: "Canvas", title: str, words: "list[str]", edges: "list[int]") -> None:
    """Draws the header: a title, and a word above each column. If there is no room for the title, its last word stands
    alone."""
    canvas.box(0, 0, WIDTH, 10)
    room = title_room(edges)
    if title and canvas.width(title) > room:
        title = title.split()[-1]
    canvas.text(title, 2, 1, bold=canvas.width(title, True) <= room, ink=0)
    for word, edge in zip(words, edges[1:]):
        canvas.text(word, edge, 1, ALIGN_RIGHT, ink=0)


def debts(open_points: "list[int]") -> "list[tuple[int, int, int]]":
    """Who owes whom how much of the points that are open, by player: (debtor, creditor, points) each."""
    owed = []
    left = list(open_points)
    for debtor, points in enumerate(open_points):
        for creditor in range(len(left)):
            part = min(-left[debtor], left[creditor])
            if points < 0 < part:
                left[debtor] += part
                left[creditor] -= part
                owed.append((debtor, creditor, part))
    return owed


def notes(canvas: "Canvas", lines: "list[Note]", room: int = 124) -> str:
    """Joins notes in a line, with names as long as there is room. What does not fit is left out as a whole, since half
    a figure would read as another one."""
    if not lines:
        return ""
    for letters in (8, 4, 2):
        texts = [say(message, *([name[:letters] for name in names] + [points])) for message, names, points in lines]
        if canvas.width("  ".join(texts)) <= room:
            return "  ".join(texts)
    while len(texts) > 1 and canvas.width("  ".join(texts) + " ..") > room:
        texts.pop()
    return canvas.fit("  ".join(texts) + " ..", room)
