"""The list of deals. Each can be opened and corrected, and the newest line taken back after a look at the result."""

from mingg.core.deal.deal import Deal
from mingg.core.table.session import CORRECT, COUNT, DEAL, LOAN, LOST, PAY
from mingg.evening.lines import Lines
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.screen import link
from mingg.ui.screens import history, result
from mingg.ui.screens.history.outcome import outcome
from mingg.ui.widgets.layout import draw_lines
from mingg.ui.widgets.lists import ListScreen, start_after

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.lines import Line
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under
    from mingg.ui.screens.history.outcome import Outcome

# By kind of line: the hint for A, and the hint for A held on a line that is not the newest.
HINTS = {
    DEAL: ("hint deal", "hint draw"),
    CORRECT: ("hint corrected", "hint older"),
    PAY: ("hint payment", "hint undo"),
    COUNT: ("hint counted", "hint count"),
    LOAN: ("hint loan", "hint kept"),
    LOST: ("hint lost", "hint kept"),
}


class Deals(ListScreen):
    """All lines that stand, the newest first. A opens a deal, and there corrects it. A held takes the newest line back,
    or replaces an older deal by a draw. The foot says what A does, and the header what B does.

    place: (the current row, the first row on the screen, where B leads).
    """

    title = "deals"
    choice = "A open"
    room = 3
    line_y = 44
    bar_y = 48
    holds = (A,)
    words = ("deals",)

    def __init__(self, app: "App", place: "Any" = (0, 0, None)) -> None:
        super().__init__(app, place[2], (), place[0])
        self.top = place[1]
        if self.current - self.top < 2:
            self.bar_y = 31  # a message that is shown with the new list: above the foot
        self.error: "OSError | None" = None
        self._lines: "Lines | None" = None
        try:
            self.items: "range" = range(len(self.past()) - 1, -1, -1)  # indexes of lines
        except OSError as error:
            self.error = error
        self.current = max(0, min(self.current, len(self.items) - 1))
        self.start = start_after(len(self.items))

    def move_to(self, index: int) -> None:
        super().move_to(index)
        self.bar_y = Deals.bar_y  # later messages cover the foot, not the current row

    def place(self) -> "Any":
        return self.current, self.top, self.before

    def returns_to(self) -> "Under":
        return link(history.Deals, self.place())

    def past(self) -> Lines:
        """Returns the lines. The first call reads them."""
        if self._lines is None:
            self._lines = Lines(self.app.evening)
        return self._lines

    def line(self, index: int) -> "Line":
        """Returns the line of a row."""
        return self.past()[self.items[index]]

    # ---- the texts of the rows ----

    def row(self, index: int) -> "tuple[Any, str]":
        words, names, score = self.outcome(index)
        return (words, names), score

    def outcome(self, index: int) -> "Outcome":
        """Returns the texts of a row. The first call reads the row's line."""
        texts: "Outcome" = self.row_data(index)
        return texts

    def look_up(self, index: int) -> "Outcome":
        try:
            words = self._words_of(self.line(index))
            self.past().close()  # which reads on, and so may fail
            return words
        except (ValueError, OSError):
            return say("line lost"), [], ""

    def _words_of(self, line: "Line") -> "Outcome":
        if line.kind == CORRECT:
            return say("line corrected", line.number), [], ""
        if line.kind == LOST:
            return say("line lost"), [], ""
        if line.kind == DEAL:
            deal, session = self.past().deal(line.number)
            return outcome(self.app, deal, session)
        record, name = self.past().record(line.record), self.app.name
        if line.kind == COUNT:
            counted = [name(player) for player in record.trays][:1] or [say("line box")]
            return say("line counted", "%s"), counted, ""
        lent = line.kind == LOAN
        source, to, points = record.lent if lent else (record.source, record.to, record.points)
        words = say("line lent" if lent else "line back", "%s", "%s") if lent or line.number else "%s > %s"
        return words, [name(source), name(to)], str(points)

    def number(self, index: int) -> str:
        line = self.line(index)
        return str(line.number) if line.number and line.kind in (DEAL, LOST) else ""

    # ---- the screen ----

    def draw(self, canvas: "Canvas") -> None:
        if self.items:
            super().draw(canvas)
            return
        self.header(canvas)
        draw_lines(canvas, say("cannot read", self.error.errno or 0) if self.error else say("nothing played"), 14)

    def foot(self) -> "tuple[str, str]":
        kind = self.line(self.current).kind
        if self.app.looks_back:
            return say(HINTS[CORRECT if kind == DEAL else kind][0]), ""
        opens, back = HINTS[kind]
        return say(opens), say(back if self.current else "hint undo")

    def does(self, key: int, held: bool = False) -> "Act":
        if key != A:
            return super().does(key)
        if not self.items:
            return "nothing played" if held else "nothing to open"
        line = self.line(self.current)
        if not held:
            return (self.choice, self._open, line.number) if line.kind in (DEAL, CORRECT) else "nothing to open"
        opens, number = self.app.open, line.number
        if self.app.looks_back:
            return "no looking"
        if not self.current:
            return "take back", opens, history.Undo, line.kind, number, self.outcome(0)
        if line.kind == DEAL:
            return "as draw", opens, history.replace, number, Deal(), link(history.Deals, self.place())
        if line.kind == PAY:
            payments = [other for other in self.past() if other.kind == PAY]
            number = payments.index(line) + 1
            if line.number or any(other.number == number for other in payments):
                return "back already"
            return "take back", self._pay_back, line, number
        return "only newest"

    def _pay_back(self, line: "Line", number: int) -> None:
        app = self.app
        try:
            record = self.past().record(line.record)
            self.past().close()
        except (ValueError, OSError):
            app.refuse("line lost")
            return
        paid = record.source, record.to, record.points
        app.open(history.PayBack, paid, number, self.outcome(self.current), self.place())

    def _open(self, number: int) -> None:
        app = self.app
        try:
            deal, session = self.past().deal(number)
        except ValueError:
            app.refuse("deal lost")
        except OSError as error:
            app.refuse_error(error, "not read")
        else:
            app.open(result.of_deal, number, deal, session, link(history.Deals, self.place()))


def undo_newest(app: "App") -> None:
    """Asks whether to take the last deal back; shows the deals if another line is newer, or they cannot be read."""
    deals = Deals(app)
    app.show(deals)
    if deals.items and deals.line(0).kind == DEAL:
        deals.hold(A)


def left(app: "App", number: int) -> None:
    """Leaves a correction: the deal stays as it was."""
    app.show(Deals(app))
    app.refuse("left", number)
