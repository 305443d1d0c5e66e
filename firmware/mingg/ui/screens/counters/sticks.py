"""Draws a counter as a stick of bone with its spots. Who owes whom, and notes about that."""

from mingg.lang import SHORTER, at_hand, say

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from mingg.ui.kit.canvas import Canvas

    Note = tuple[str, tuple[str, ...], int]  # a message, the names for it, points

STICK = 17  # its width; 7 high


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


def notes(lines: "Sequence[Note]") -> str:
    """Returns notes as one line, whose forms have shorter names, and then fewer notes: half a figure would read as
    another one, so a note is left out as a whole."""
    if not lines:
        return ""
    texts = []
    for letters in (8, 4, 2):
        notes = [say(message, *([name[:letters] for name in names] + [points])) for message, names, points in lines]
        texts.append("  ".join(notes))
    return SHORTER.join(texts + ["  ".join(notes[:count]) + " .." for count in range(len(notes) - 1, 0, -1)])
