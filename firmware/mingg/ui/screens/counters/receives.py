"""What each player receives before a session, as pictures of the counters, and what is left in the bank."""

from mingg.core.counters.sets import counters_of, worth
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.screens.counters.sticks import stick

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under

PITCH = 9


class Receives(Screen):
    """A goes on, B back. A session that is proposed begins with A; of the one that is played, both lead back.

    session: its counters are shown; turn: the chair of its first East, where it is proposed.
    """

    title = "each receives"
    hint = A
    choice = "A go on"
    words = ("bank",)

    def __init__(
        self, app: "App", before: "Under", session: "Session | None" = None, turn: "int | None" = None
    ) -> None:
        super().__init__(app, before)
        self.session: "Session" = session or app.evening.session
        self.turn = turn
        self.found = counters_of(self.session.counters, len(self.session.names))

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas)
        found = self.found
        if found is None:
            return
        y = 12 if len(found.values) < 6 else 11
        for i, value in enumerate(found.values):
            stick(canvas, value, found.marks[i] if found.marks else "", 2, y)
            canvas.text(str(value), 46, y, ALIGN_RIGHT)
            canvas.text("x", 50, y)
            canvas.text(str(found.start[i]), 72, y, ALIGN_RIGHT, True)
            y += PITCH
        canvas.figures(str(worth(found.start, found.values)), 126, 15, ALIGN_RIGHT, False)
        canvas.text(say("box"), 126, 38, ALIGN_RIGHT)
        canvas.text(str(worth(found.box, found.values)), 126, 47, ALIGN_RIGHT, True)

    def accept(self) -> None:
        if self.turn is None:
            self.back()
        else:
            self.app.begin(self.session, self.turn)
