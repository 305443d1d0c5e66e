"""The end of a game: the standing, and the way to the next game."""

from mingg.core.counters.sets import remainders
from mingg.core.rules import EDITION
from mingg.core.table.session import PAY, Session
from mingg.evening.lines import Lines
from mingg.hal.keys import DOWN, UP, A
from mingg.lang import named, say
from mingg.ui.screen import Screen, link
from mingg.ui.screens import history, setup, system
from mingg.ui.screens.history.standing import draw_standing
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from mingg.evening.evening import Evening
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under


def pool(evening: "Evening") -> int:
    """Returns the points in the pool, which the players throw dice for; 0 if there are none, or if a player has taken
    them."""
    points_over = remainders(evening.session.balances)
    lines = Lines(evening)
    taken = len(lines) > 0 and lines[-1].kind == PAY and sum(1 for points in points_over if points) < 2
    return 0 if taken else sum(points_over)


class Over(Screen):
    """The standing after the last round, or earlier if the players end the game.

    pool: the points in the pool.
    """

    title = "game over"
    hint = A
    choice = "A next game"
    bar_y = 52
    beside = True
    words = ("over",)

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        try:
            self.pool = pool(app.evening)
        except OSError:
            self.pool = 0

    def draw(self, canvas: "Canvas") -> None:
        evening = self.app.evening
        self.header(canvas)
        draw_standing(canvas, evening.called, evening.session.balances)
        if self.pool:
            canvas.arrow(UP, 2, 58)
            canvas.text(say("pool of", self.pool), 10, 56)
        canvas.arrow(DOWN, 108, 60)
        canvas.text("QR", 116, 56)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == UP and self.pool:
            return "pool", self.app.open, history.Pool
        if key == DOWN:
            return "menu code", self.app.open, history.Code, link(history.Over)
        return super().does(key)

    def accept(self) -> None:
        self.app.show(NextGame(self.app, self, ("same table", "set up anew")))


class NextGame(ListScreen):
    """Begins the next game: with the same people and rules in a new ledger, or with a new table."""

    title = "next game"
    words = ("over",)

    def row(self, index: int) -> "tuple[str, str]":
        return say(self.items[index]), ""

    def foot(self) -> "tuple[str, ...]":
        evening, fit, width = self.app.evening, self.app.canvas.fit, self.app.canvas.width
        rules = evening.session.rules
        limit = ", " + (say("no limit") if rules.limit is None else say("limit is", rules.limit))
        return (
            fit(named("book", rules.title), 122 - width(limit)) + limit,
            say("East first", evening.called[0]),
            say("starts"),
        )

    def accept(self) -> None:
        app = self.app
        if self.current:
            app.open(setup.NewSession, link(system.Menu, link(history.Over), "", None))
            return
        last = app.evening.session
        rules = last.rules
        if rules.edition != EDITION:
            # a new game has the newest edition of the rules
            from mingg.core.rules.options import load_keeping

            rules = load_keeping(rules.id, rules.options, rules.players, rules.house)
        app.begin(Session(list(app.evening.called), rules, last.counters, last.rounds), app.evening.turn)
