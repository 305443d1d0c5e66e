"""What the screens of the counters share: the set of counters, a counter as a stick of bone, who owes whom."""

from collections.abc import Sequence

from mingg.core.counters.sets import set_of
from mingg.core.table.session import Session
from mingg.lang import SHORTER, at_hand, say
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.view import Screen

Note = tuple[str, tuple[str, ...], int]  # a message, the names for it, points

STICK = 17  # its width; 7 high
# The spots of a stick by their worth, as (x, y, width, height): one of several, and one that is alone. A ring stands
# for a thousand, a large spot for a hundred, a line for ten, a small spot for one.
SPOTS = {
    1000: ((-1, 1, 3, 5), (-2, 1, 5, 5)),
    100: ((0, 3, 2, 2), (-1, 2, 3, 3)),
    10: ((0, 1, 1, 5), (0, 1, 1, 5)),
    1: ((0, 2, 1, 1), (0, 3, 1, 1)),
}


class Bank(Screen):
    """Keeps the counters of a session: the set, its values, and its marks, "" for a counter without."""

    words = ("bank",)

    def take(self, session: "Session | None" = None) -> None:
        """Takes the counters of a session; None: of the present one."""
        self.session: "Session" = session or self.play.evening.session
        self.set = set_of(self.session)
        self.values: "list[int]" = self.set.values
        self.marks: "list[str]" = self.set.marks or [""] * len(self.values)


def stick(canvas: "Canvas", value: int, mark: str, x: int, y: int, ink: int = 1) -> None:
    """Draws a counter. Ten points alone are ten small spots. A counter with a mark is written as the name of the
    mark."""
    if mark:
        canvas.text(at_hand("short " + mark) or canvas.fit(mark, STICK), x, y, ink=ink)
        return
    for offset in (0, 6):
        canvas.box(x + 1, y + offset, STICK - 2, 1, ink)
        canvas.box(x + (STICK - 1 if offset else 0), y + 1, 1, 5, ink)
    worth = 1000 if value >= 1000 else 100 if value >= 100 else 10 if value > 10 else 1
    spots = min(value // worth, 10 if worth == 1 else 5)
    rows = 2 if worth == 1 and spots > 2 else 1
    columns = (spots + rows - 1) // rows
    left, top, wide, high = SPOTS[worth][columns == 1 if worth > 1 else rows == 1]
    draw = canvas.frame if worth == 1000 else canvas.box
    left += x + 8 - (3 * columns - 2) // 2
    for i in range(spots):
        draw(left + 3 * (i % columns), y + top + 2 * (i // columns), wide, high, ink)


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
    """Returns notes as one line, whose forms have shorter names, then signs for who owes whom, and then fewer notes:
    half a figure would read as another one, so a note is left out as a whole."""
    if not lines:
        return ""
    forms = []
    for letters in (8, 4, 2, 1):
        said = []
        for message, names, points in lines:
            words = [name[:letters] for name in names]
            if letters < 3 and len(names) == 2:
                said.append("%s>%s %d" % (words[0], words[1], points))
            else:
                said.append(say(message, *(words + [points])))
        forms.append("  ".join(said))
    return SHORTER.join(forms + ["  ".join(said[:count]) + " .." for count in range(len(said) - 1, 0, -1)])
