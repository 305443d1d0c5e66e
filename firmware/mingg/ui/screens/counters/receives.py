"""The counters that each player receives before a session, as pictures, and the points in the box."""

from mingg.core.counters.sets import counters_of, worth
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_RIGHT
from mingg.ui.kit.view import LINE, Key, Picture, Screen, Title, View
from mingg.ui.screens.counters.sticks import stick

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.ui.app import App
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Parts


class Receives(Screen):
    """Shows the counters of a session. If it is a proposed session, A begins it. Of the present session, A and B go
    back.

    session  the session whose counters are shown; None: the present one
    turn     who sits where, as in ui/seating.py, if the session is proposed
    """

    words = ("bank",)

    def __init__(self, app: "App", session: "Session | None" = None, turn: "int | None" = None) -> None:
        super().__init__(app)
        self.session: "Session" = session or self.play.evening.session
        self.turn = turn
        self.counters = counters_of(self.session.counters, len(self.session.names))

    def view(self) -> "Parts":
        return View(Title(say("each receives")), Key(A, "A go on", self.go_on), Picture(self.draw))

    def draw(self, canvas: "Canvas") -> None:
        counter_set = self.counters
        if counter_set is None:
            return
        y = 12 if len(counter_set.values) < 6 else 11
        for i, value in enumerate(counter_set.values):
            stick(canvas, value, counter_set.marks[i] if counter_set.marks else "", 2, y)
            canvas.text(str(value), 46, y, ALIGN_RIGHT)
            canvas.text("x", 50, y)
            canvas.text(str(counter_set.start[i]), 72, y, ALIGN_RIGHT, True)
            y += LINE
        canvas.figures(str(worth(counter_set.start, counter_set.values)), 126, 15, ALIGN_RIGHT, False)
        canvas.text(say("box"), 126, 38, ALIGN_RIGHT)
        canvas.text(str(worth(counter_set.box, counter_set.values)), 126, 47, ALIGN_RIGHT, True)

    def go_on(self) -> None:
        if self.turn is None:
            self.back()
        else:
            self.play.begin(self.session, self.turn)
