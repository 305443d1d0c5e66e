"""The deals of the evening: each one opened, corrected, or taken back, after a look at what that does."""

from mingg.core.deal.deal import Deal
from mingg.evening.history.lines import Lines
from mingg.evening.history.played import Played
from mingg.evening.state import LOST
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ledger.kinds import CORRECT, COUNT, DEAL, PAY
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import link
from mingg.ui.screens import history, result
from mingg.ui.screens.history.told import fitted, told
from mingg.ui.widgets.layout import WIDTH
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from mingg.evening.history.lines import Line
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screens.history.told import Told

# By kind of line: what A does, and what A held does where it is not the newest one.
HINTS = {
    DEAL: ("hint deal", "hint draw"),
    CORRECT: ("hint corrected", "hint older"),
    PAY: ("hint payment", "hint pay back"),
    COUNT: ("hint counted", "hint count"),
    LOST: ("hint lost", "hint kept"),
}


class Deals(Rows):
    """Every line that stands, the newest first. A opens a deal, there A corrects it; A held takes a line back.

    place: the current row, and the first one seen.
    """

    room = 3
    bar_y = 48
    holds = (A,)
    words = ("deals",)

    def __init__(self, app: "App", place: "tuple[int, int]" = (0, 0)) -> None:
        super().__init__(app, place[0])
        self.top = place[1]
        self.lines: "list[Line]" = []
        self.error: "OSError | None" = None
        self._past: "Played | None" = None
        try:
            self.lines = self.past().lines.lines()
        except OSError as error:
            self.error = error
        self.lines.reverse()

    def past(self) -> Played:
        """Kept while rows are read."""
        if self._past is None:
            self._past = Played(Lines(self.app.evening))
        return self._past

    def rows(self) -> int:
        return len(self.lines)

    # ---- what the lines read ----

    def line(self, index: int) -> "Told":
        """What a row of the screen reads; found out once."""
        reads: "Told" = self.found(index, self._words)
        return reads

    def _words(self, index: int) -> "Told":
        try:
            return self._words_of(self.lines[index])
        except (ValueError, OSError):
            return say("line lost"), [], ""

    def _words_of(self, line: "Line") -> "Told":
        if line.kind == CORRECT:
            return say("line corrected", line.number), [], ""
        if line.kind == PAY:
            source, to, points = line.value
            return "%s > %s", [self.app.name(source), self.app.name(to)], str(points)
        if line.kind == COUNT:
            who = say("line box") if line.value is None else self.app.name(line.value)
            return say("line counted", "%s"), [who], ""
        if line.kind != DEAL:
            return say("line lost"), [], ""
        deal, session = self.past().deal(line.number)
        return told(self.app, deal, session)

    def number(self, index: int) -> str:
        line = self.lines[index]
        return str(line.number) if line.number and line.kind != CORRECT else ""

    # ---- the screen ----

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("deals"), say("A open"), "", self.where())
        if not self.lines:
            words = say("cannot read", self.error.errno or 0) if self.error else say("nothing played")
            for i, line in enumerate(words.split("|")):
                canvas.text(line, 2, 14 + 10 * i)
            return
        self.draw_rows(canvas)
        canvas.box(0, 44, WIDTH, 1)
        for i, hint in enumerate(self._hints()):
            canvas.text(hint, 2, 47 + 9 * i)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        words, names, score = self.line(index)
        x = self.beside(len(self.lines))
        canvas.text(self.number(index), 2, y, ALIGN_LEFT, False, ink)
        text = fitted(canvas, words, names, 120 - x - canvas.width(score, True))
        canvas.text(text, x, y, ALIGN_LEFT, False, ink)
        canvas.text(score, 125, y, ALIGN_RIGHT, True, ink)

    def _hints(self) -> "tuple[str, str]":
        line = self.lines[self.current]
        opens, back = HINTS[line.kind]
        return say(opens), say(back if self.current else "hint undo")

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.table()
        elif key != A:
            self.move(key)
        elif self.lines and self.lines[self.current].kind in (DEAL, CORRECT):
            self._open(self.lines[self.current].number)
        else:
            app.refuse(say("nothing to open"))

    def _place(self) -> "tuple[int, int]":
        return self.current, self.top

    def _open(self, number: int) -> None:
        app = self.app
        try:
            deal, session = self.past().deal(number)
        except ValueError:
            app.refuse(say("deal lost"))
        except OSError as error:
            app.refuse_error(error, "not read")
        else:
            app.open(result.of_deal, number, deal, session, self._place())

    def hold(self, key: int) -> None:
        app = self.app
        if not self.lines:
            app.refuse(say("nothing played"))
            return
        line = self.lines[self.current]
        if not self.current:
            app.open(history.Undo, line.kind, line.number, self.line(0))
        elif line.kind == DEAL:
            app.open(
                history.Preview,
                line.number,
                Deal(),
                link(history.Deals, self._place()),
            )
        else:
            app.refuse(say("only newest"))


def left(app: "App", number: int) -> None:
    """A correction is left: the deal stays as it was."""
    app.show(Deals(app))
    app.refuse(say("left", number))
