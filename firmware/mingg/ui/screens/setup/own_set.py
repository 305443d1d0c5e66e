"""The players' own set of counters: values, marks, how many each player begins with, and how many are in the box."""

from typing import Any

from mingg.core.counters.sets import MOST_VALUES, NONE, counters_of, smallest, worth, wrong_values
from mingg.core.table.session import START
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import at_hand, say
from mingg.ui.kit.canvas import ALIGN_RIGHT, WIDTH
from mingg.ui.kit.view import LINE, Foot, Key, Page, Parts, Placed, Screen, Title, View
from mingg.ui.screens.counters.bank import stick

USUAL = (0, 2, 4, 10, 20, 50, 100, 200, 500, 1000, 5000)
MARKS = ("", "red", "white", "blue", "green", "black", "yellow")
MOST = 999
VALUE, EACH, BOX, MARK = range(4)
EDGES = (38, 57, 87, 125)  # where the columns end


class OwnSet(Screen):
    """A row for each value. Left and right choose the field, on to the next row; up and down change it.

    current: four times the row, plus the column.
    columns: values, how many each player has, how many are in the box, marks
    """

    words = ("setup", "bank")
    lasting = "current", "columns"

    def begin(self) -> None:
        proposal = self.play.set_up
        found = counters_of("babcock" if proposal.counters == NONE else proposal.counters, proposal.players)
        self.columns: "list[list[Any]]" = [
            (list(column) + [blank] * MOST_VALUES)[:MOST_VALUES] for column, blank in zip(found or (), (0, 0, 0, ""))
        ]

    def view(self) -> "Parts":
        return View(
            Title(say("own set")),
            Key(A, "A done", self.accept if any(self.columns[VALUE]) else "no values"),
            *[self.step_key(key, step) for key, step in ((LEFT, -1), (RIGHT, 1))],
            *[self.change_key(key, step) for key, step in ((UP, 1), (DOWN, -1))],
            Foot(self.sum()),
            Placed(self.place_fields),
        )

    def step_key(self, key: int, step: int) -> Key:
        """Goes to the next field. The other fields of a row without a value are skipped."""
        field, last = self.current + step, 4 * MOST_VALUES
        while 0 <= field < last and field % 4 and not self.columns[VALUE][field // 4]:
            field += step
        return Key(key, "field", self.move_to if 0 <= field < last else "no more", field, True)

    def change_key(self, key: int, step: int) -> Key:
        row, column = divmod(self.current, 4)
        now: "Any" = self.columns[column][row]
        if column == VALUE:
            after: "list[Any]" = [value for value in USUAL if (value - now) * step > 0]
        elif column == MARK:
            after = [MARKS[((MARKS.index(now) if now in MARKS else 0) + step) % len(MARKS)]]
        else:
            after = [now + step] if 0 <= now + step <= MOST else []
        return Key(key, "change", self.change, after[0 if step > 0 else -1], True) if after else Key(key, "", "no more")

    def change(self, value: "Any") -> None:
        self.columns[self.current % 4][self.current // 4] = value

    def used(self) -> "list[list[Any]]":
        """Returns the columns of the rows with a value."""
        values = self.columns[VALUE]
        return [[column[i] for i in range(MOST_VALUES) if values[i]] for column in self.columns]

    def sum(self) -> str:
        values, each, _, _ = self.used()
        points, too_large = worth(each, values), self.too_large()
        if points != START:
            return say("not 2000", points)
        return say("each, stays open", points, too_large) if too_large else say("each has", points)

    def too_large(self) -> int:
        """Returns the smallest counter if it does not divide all payments; else 0."""
        values, each, box, _ = self.used()
        least = smallest(values, [each, box])
        steps = 10 if self.play.set_up.rules.on("round_to_ten") else 2
        return least if least and steps % least else 0

    def field(self, index: int, column: int) -> str:
        text = self.columns[column][index]
        if not self.columns[VALUE][index]:
            return "" if column else "-"
        if column != MARK:
            return str(text)
        return (at_hand("mark " + text) or text) if text else say("spots")

    def place_fields(self, page: "Page") -> None:
        """Draws the fields, with the heads of their columns below the title, and each counter before its row."""
        canvas, heads = page.canvas, (say("value"), say("each"), say("box"), "")
        page.heads(heads, (canvas.width(heads[0]),) + EDGES[1:])
        room = min((page.floor - page.y + 1) // LINE, MOST_VALUES)
        top = max(0, self.current // 4 - room + 1)
        for row in range(top, top + room):
            y = page.y + LINE * (row - top)
            if self.columns[VALUE][row]:
                stick(canvas, self.columns[VALUE][row], self.columns[MARK][row], 0, y)
            for column, edge in enumerate(EDGES):
                text, current, bold = self.field(row, column), self.current == 4 * row + column, column != MARK
                if current:
                    width = max(canvas.width(text, bold), 5)
                    canvas.box(edge - width - 1, y - 1, width + 3, 9)
                canvas.text(text, edge, y, ALIGN_RIGHT, bold, 0 if current else 1)
        canvas.box(0, page.floor, WIDTH, 1)

    def accept(self) -> None:
        app = self.app
        values, each, box, marks = self.used()
        wrong = wrong_values(values)
        if wrong is not None:
            position = wrong[0]
            self.current = 4 * [i for i in range(MOST_VALUES) if self.columns[VALUE][i]][position]
            if position and values[position] < values[position - 1]:
                app.display.refuse("each divides", values[position], values[position - 1])
            else:
                app.display.refuse("values fall")
            return
        counters = {"values": values, "start": each, "box": box}
        if any(marks):
            counters["marks"] = marks
        self.play.set_up.counters = counters
        too_large = self.too_large()
        self.show("setup.setup.NewSession")
        if too_large:
            app.display.show_text(say("stays open", too_large))
