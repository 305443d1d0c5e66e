"""The end of a game: the standing, and the next game."""

from mingg.core.counters.pool import remainders
from mingg.core.rules import EDITION
from mingg.core.table.session import Session
from mingg.hal.keys import UP, A, B
from mingg.lang import book, say
from mingg.modules import PAST, WRITING, let_go_of
from mingg.ui.screen import Screen, link
from mingg.ui.screens import history, setup
from mingg.ui.screens.history.standing import draw_standing
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from mingg.evening.state import Evening
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas


def pool(evening: "Evening") -> int:
    """What is thrown for; 0 where there is nothing, or where it has been taken."""
    over = remainders(evening.session.balances)
    lines = evening.lines()
    let_go_of(PAST, WRITING)
    taken = bool(lines) and lines[-1].kind == "pay" and sum(1 for each in over if each) < 2
    return 0 if taken else sum(over)


class Over(Screen):
    bar_y = 52
    words = ("over",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        try:
            self.pool = pool(app.evening)
        except OSError:
            self.pool = 0

    def draw(self, canvas: "Canvas") -> None:
        session = self.app.evening.session
        canvas.header(say("game over"), say("A next game"))
        draw_standing(canvas, self.app.evening.called, session.balances)
        if self.pool:
            canvas.arrow(UP, 2, 58)
            canvas.text(say("pool waits", self.pool), 10, 56)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.table()
        elif key == A:
            app.show(NextGame(app))
        elif key == UP and self.pool:
            app.open(history.Pool)
        else:
            app.refuse(say("no more"))


class NextGame(Rows):
    """The same people and rules again, with a ledger of its own; or a table set up anew."""

    words = ("over",)

    def rows(self) -> int:
        return 2

    def row(self, index: int) -> "tuple[str, str]":
        return say(("same table", "set up anew")[index]), ""

    def draw(self, canvas: "Canvas") -> None:
        session = self.app.evening.session
        canvas.header(say("next game"), say("B back"))
        self.draw_rows(canvas)
        limit = say("no limit") if session.rules.limit is None else say("limit is", session.rules.limit)
        name = canvas.fit(book(session.rules.title), 122 - canvas.width(", " + limit))
        canvas.text("%s, %s" % (name, limit), 2, 38)
        canvas.text(say("East first", self.app.evening.called[0]), 2, 47)
        canvas.text(say("starts"), 2, 56)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.show(Over(app))
        elif key != A:
            self.move(key)
        elif self.current:
            app.open(setup.NewSession, link(history.Over))
        else:
            was = app.evening.session
            rules = was.rules
            if rules.edition != EDITION:
                # A new game is played by the present edition.
                from mingg.core.rules.options import load_keeping

                rules = load_keeping(rules.id, rules.options, rules.players, rules.house)
            app.begin(Session(list(app.evening.called), rules, was.counters), app.evening.turn)
