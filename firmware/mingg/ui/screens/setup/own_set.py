"""The players' own set of counters: values, marks, how many each player begins with, and how many are in the box."""

from mingg.core.counters.sets import MOST_VALUES, counters_of, smallest, worth, wrong_values
from mingg.core.table.session import START
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import at_hand, say
from mingg.ui.panel.canvas import ALIGN_RIGHT, BACK
from mingg.ui.screen import Screen
from mingg.ui.screens.counters.sticks import stick

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.screens.setup.rosettes import Counters

USUAL = (0, 2, 4, 10, 20, 50, 100, 200, 500, 1000, 5000)
MARKS = ("", "red", "white", "blue", "green", "black", "yellow")
MOST = 999
VALUE, EACH, BOX, MARK = range(4)
EDGES = (38, 57, 87, 125)
ROWS = 5


class OwnSet(Screen):
    """A row for each value. Left and right choose the field, on to the next row; up and down change it.

    current: four times the row, plus the column.
    """

    choice = "A done"
    bar_y = 52
    repeats = (LEFT, RIGHT, UP, DOWN)
    words = ("setup", "bank")

    def __init__(self, app: "App", before: "Counters") -> None:
        super().__init__(app, before)
        self.proposal = before.proposal
        counters = self.proposal.counters
        counter_set = counters_of(counters if counters != "none" else "babcock", self.proposal.players)
        self.rows: "list[list[Any]]" = []
        if counter_set is not None:
            for i, value in enumerate(counter_set.values):
                mark = counter_set.marks[i] if counter_set.marks else ""
                self.rows.append([value, counter_set.start[i], counter_set.box[i], mark])
        while len(self.rows) < MOST_VALUES:
            self.rows.append([0, 0, 0, ""])

    def draw(self, canvas: "Canvas") -> None:
        canvas.box(0, 0, 128, 10)
        canvas.text(say("value"), 1, 1, ink=0)
        canvas.text(say("each"), EDGES[EACH], 1, ALIGN_RIGHT, ink=0)
        canvas.text(say("box"), EDGES[BOX], 1, ALIGN_RIGHT, ink=0)
        canvas.hint = say(self.leave)
        if canvas.width(canvas.hint) > EDGES[MARK] - EDGES[BOX] - 2:
            canvas.hint = BACK
        canvas.text(canvas.hint, EDGES[MARK], 1, ALIGN_RIGHT, ink=0)
        top = max(0, self.current // 4 - ROWS + 1)
        for i in range(top, top + ROWS):
            y = 12 + 9 * (i - top)
            value, _, _, mark = row = self.rows[i]
            if value:
                stick(canvas, value, mark, 0, y)
            for column, edge in enumerate(EDGES):
                self._draw_field(canvas, i, column, self._written(row, column), edge, y)
        points = worth([row[EACH] for row in self.rows], [row[VALUE] for row in self.rows])
        too_large = self._too_large()
        if points != START:
            canvas.text(say("not 2000", points), 2, 56, 0, points < 10000)
        elif too_large:
            canvas.text(canvas.fit(say("each, stays open", points, too_large), 124), 2, 56)
        else:
            canvas.text(say("each has", points), 2, 56)
            canvas.text(say("A done"), 125, 56, ALIGN_RIGHT)

    def _too_large(self) -> int:
        """Returns the smallest counter if it does not divide all payments; else 0."""
        rows = [row for row in self.rows if row[VALUE]]
        least = smallest([row[VALUE] for row in rows], [[row[column] for row in rows] for column in (EACH, BOX)])
        steps = 10 if self.proposal.rules.on("round_to_ten") else 2
        return least if least and steps % least else 0

    def _written(self, row: "list[Any]", column: int) -> str:
        if column == VALUE:
            return str(row[VALUE]) if row[VALUE] else "-"
        if not row[VALUE]:
            return ""
        if column == MARK:
            return (at_hand("mark " + row[MARK]) or row[MARK]) if row[MARK] else say("spots")
        return str(row[column])

    def _draw_field(self, canvas: "Canvas", row: int, column: int, text: str, edge: int, y: int) -> None:
        current = self.current == 4 * row + column
        if current:
            width = max(canvas.width(text, column != MARK), 5)
            canvas.box(edge - width - 1, y - 1, width + 3, 9)
        canvas.text(text, edge, y, ALIGN_RIGHT, column != MARK, 0 if current else 1)

    def does(self, key: int, held: bool = False) -> "Act":
        if key in (A, B):
            return super().does(key)
        step = 1 if key in (RIGHT, UP) else -1
        field = self.current
        row, column = self.rows[field // 4], field % 4
        if key in (LEFT, RIGHT):
            # the other fields of a row without a value are skipped
            field += step
            while 0 <= field < 4 * MOST_VALUES and field % 4 and not self.rows[field // 4][VALUE]:
                field += step
            return ("field", self.move_to, field) if 0 <= field < 4 * MOST_VALUES else "no more"
        now = row[column]
        if column == MARK:
            return "change", self._set, MARKS[((MARKS.index(now) if now in MARKS else 0) + step) % len(MARKS)]
        beyond = [value for value in USUAL if (value - now) * step > 0] if column == VALUE else [now + step]
        if beyond and (column == VALUE or 0 <= beyond[0] <= MOST):
            return "change", self._set, beyond[0] if step > 0 else beyond[-1]
        return "no more"

    def _set(self, value: "Any") -> None:
        self.rows[self.current // 4][self.current % 4] = value

    def accept(self) -> None:
        app = self.app
        rows = [row for row in self.rows if row[VALUE]]
        values = [row[VALUE] for row in rows]
        wrong = wrong_values(values)
        if wrong is not None:
            position = wrong[0]
            if position < 0:
                app.refuse("no values")
                return
            self.current = 4 * self.rows.index(rows[position])
            if position and values[position] < values[position - 1]:
                app.refuse("each divides", values[position], values[position - 1])
            else:
                app.refuse("values fall")
            return
        counters = {"values": values, "start": [row[EACH] for row in rows], "box": [row[BOX] for row in rows]}
        if any(row[MARK] for row in rows):
            counters["marks"] = [row[MARK] for row in rows]
        self.proposal.counters = counters
        too_large = self._too_large()
        notice = say("stays open", too_large) if too_large else None
        self.app.show(self.before.before)
        if notice is not None:
            app.show_text(notice)
