"""Counters drawn: a stick of bone with its spots, and tables of so many of each value."""

from mingg.lang import at_hand, say
from mingg.ui.panel.canvas import ALIGN_RIGHT, WIDTH

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas

    Note = tuple[str, str, int]  # a message, of whom, how many points

STICK = 17  # its width; 7 high
_GAP = 4


def stick(canvas: "Canvas", value: int, mark: str, x: int, y: int, ink: int = 1) -> None:
    """A ring a thousand, a large spot a hundred, a line a ten (ten points alone are ten small spots), a small spot a
    point. A counter that has a mark is named by it."""
    if mark:
        canvas.text(at_hand("short " + mark) or canvas.fit(mark, STICK), x, y, ink=ink)
        return
    for along in (0, 6):
        canvas.box(x + 1, y + along, STICK - 2, 1, ink)
    for along in (0, STICK - 1):
        canvas.box(x + along, y + 1, 1, 5, ink)
    kind = 1000 if value >= 1000 else 100 if value >= 100 else 10 if value > 10 else 1
    spots = min(value // kind, 10 if kind == 1 else 5)
    rows = 2 if spots > 5 or (kind == 1 and spots > 2) else 1
    columns = (spots + rows - 1) // rows
    left = x + 8 - (3 * columns - 2) // 2
    for i in range(spots):
        at = left + 3 * (i % columns)
        if kind == 1000:
            canvas.frame(x + 6 if spots == 1 else at - 1, y + 1, 5 if spots == 1 else 3, 5, ink)
        elif kind == 10:
            canvas.box(at, y + 1, 1, 5, ink)
        elif kind == 1:
            canvas.box(at, y + (3 if rows == 1 else 2 + 2 * (i // columns)), 1, 1, ink)
        elif spots == 1:
            canvas.box(at - 1, y + 2, 3, 3, ink)
        else:
            canvas.box(at, y + 3, 2, 2, ink)


def right_edges(canvas: "Canvas", heads: "list[str]", rows: "list[list[str]]", bold: bool = True) -> "list[int]":
    """Where each column of a table ends whose last one ends at the right edge; first, what is left of them all. What
    is not bold stands closer."""
    edges = [WIDTH - 3]
    for at in range(len(heads) - 1, -1, -1):
        wide = max([canvas.width(heads[at])] + [canvas.width(row[at], bold) for row in rows])
        edges.insert(0, edges[0] - wide - (_GAP if bold else 2))
    edges[0] += 1
    return edges


def pages(canvas: "Canvas", words: "list[str]", rows: "list[list[str]]", room: int) -> "list[list[int]]":
    """The columns of a table, as many on a page as leave so much room at the left."""
    found: "list[list[int]]" = [[]]
    for at in range(len(words)):
        tried = found[-1] + [at]
        edges = right_edges(canvas, [words[i] for i in tried], [[row[i] for i in tried] for row in rows])
        if edges[0] < room and found[-1]:
            found.append([at])
        else:
            found[-1] = tried
    return found


def title_room(edges: "list[int]") -> int:
    """How wide a title may be beside columns."""
    return edges[0] - 3


def heads(canvas: "Canvas", title: str, words: "list[str]", edges: "list[int]") -> None:
    """The bar on top: a title, of which the last word alone is left where there is no room, and what stands above each
    column."""
    canvas.box(0, 0, WIDTH, 10)
    room = title_room(edges)
    if title and canvas.width(title) > room:
        title = title.split()[-1]
    canvas.text(title, 2, 1, bold=canvas.width(title, True) <= room, ink=0)
    for word, edge in zip(words, edges[1:]):
        canvas.text(word, edge, 1, ALIGN_RIGHT, ink=0)


def notes(canvas: "Canvas", said: "list[Note]", room: int = 124) -> str:
    """In a line, the names as long as there is room for; what is too much is left out: half a figure is another one."""
    for letters in (8, 4, 2):
        told = [say(message, name[:letters], points) for message, name, points in said]
        if canvas.width("  ".join(told)) <= room:
            return "  ".join(told)
    while len(told) > 1 and canvas.width("  ".join(told) + " ..") > room:
        told.pop()
    return canvas.fit("  ".join(told) + " ..", room)
