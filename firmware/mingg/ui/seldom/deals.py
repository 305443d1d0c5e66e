"""The deals of the evening: each one opened, corrected, or taken back, after a look at what that does."""

from mingg.core.deal import Deal
from mingg.core.replay import CORRECT, COUNT, DEAL, PAY
from mingg.evening import LOST, Last
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.modules import ENTERING, SELDOM, SHOWING, let_go_of
from mingg.past import Past
from mingg.ui.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.layout import WIDTH
from mingg.ui.seldom.rows import Rows
from mingg.ui.seldom.told import fitted, told

MYPY = False
if MYPY:
    from mingg.core.session import Session
    from mingg.past import Line
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas
    from mingg.ui.seldom.told import Told

# By kind of line: what A does, and what A held does where it is not the newest one.
HINTS = {
    DEAL: ("hint deal", "hint draw"),
    CORRECT: ("hint corrected", "hint older"),
    PAY: ("hint payment", "hint pay back"),
    COUNT: ("hint counted", "hint count"),
    LOST: ("hint lost", "hint kept"),
}


class Deals(Rows):
    """Every line that stands, the newest first. A opens a deal, there A corrects it; A held takes a line back."""

    room = 3
    bar_y = 48
    holds = (A,)
    words = ("deals",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        let_go_of(ENTERING, SHOWING)  # past has what it needs of the rest
        self.lines: "list[Line]" = []
        self.error: "OSError | None" = None
        self._read: "dict[int, Told]" = {}
        self._past: "Past | None" = None
        try:
            self.lines = self.past().lines()
        except OSError as error:
            self.error = error
        self.lines.reverse()

    def past(self) -> Past:
        """Kept while rows are read; let go before another screen is shown."""
        if self._past is None:
            self._past = Past(self.app.evening)
        return self._past

    def rows(self) -> int:
        return len(self.lines)

    # ---- what the lines read ----

    def line(self, index: int) -> "Told":
        """What a row of the screen reads; found out once."""
        if index not in self._read:
            seen = range(self.top, self.top + self.room)
            self._read = {each: self._read[each] for each in self._read if each in seen}
            try:
                self._read[index] = self._words(self.lines[index])
            except (ValueError, OSError):
                self._read[index] = say("line lost"), [], ""
        return self._read[index]

    def _words(self, line: "Line") -> "Told":
        if line.kind == CORRECT:
            return say("line corrected", line.number), [], ""
        if line.kind == PAY:
            source, to, points = line.value
            return "%s > %s", [self.app.name(source), self.app.name(to)], str(points)
        if line.kind == COUNT:
            who = say("line box") if line.value is None else self.app.name(line.value)
            return say("line counted"), [who], ""
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
        x = 16 if len(self.lines) < 100 else 22
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

    def _open(self, number: int) -> None:
        from mingg.ui.screens.result import Result

        app = self.app
        try:
            deal, session = self.past().deal(number)
        except ValueError:
            app.refuse(say("deal lost"))
            return
        except OSError as error:
            app.refuse(say("not read", error.errno or 0))
            return
        self._past = None
        answer = session.answer(deal)
        last = Last(deal, answer, {seat: session.player(seat) for seat in answer.net})
        app.show(Result(app, last, lambda: self._correct(number, session), lambda: app.show(self)))

    def _correct(self, number: int, session: "Session") -> None:
        app = self.app
        try:
            app.correct(number)
        except OSError as error:
            app.refuse(say("not read", error.errno or 0))
            return
        if app.entry.way is None:
            app.table()
            app.refuse(say("who won"))
        else:
            from mingg.ui.screens.how import How

            app.show(How(app))
            let_go_of(SELDOM)  # this module too: nobody needs the list before the end of the correction

    def hold(self, key: int) -> None:
        app = self.app
        self._past = None
        if not self.lines:
            app.refuse(say("nothing played"))
        elif not self.current:
            from mingg.ui.seldom.preview import Undo

            app.show(Undo(app, self.lines[0], self.line(0)))
        elif self.lines[self.current].kind == DEAL:
            from mingg.ui.seldom.preview import Preview

            app.show(Preview(app, self.lines[self.current].number, Deal()))
        else:
            app.refuse(say("only newest"))
