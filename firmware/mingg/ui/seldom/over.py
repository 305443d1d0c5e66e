"""The end of a game: the standing, the pool, and the next game."""

from mingg.core.session import START, Session
from mingg.hal.keys import UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_RIGHT
from mingg.ui.layout import arm, centre_key
from mingg.ui.screen import Screen
from mingg.ui.seldom.change import Change
from mingg.ui.seldom.rows import Rows
from mingg.ui.seldom.who import away

MYPY = False
if MYPY:
    from mingg.evening import Evening
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

HUNDRED = 100


def draw_standing(canvas: "Canvas", names: "list[str]", balances: "list[int]") -> None:
    """Everybody in order of what he has, and what he has won or lost."""
    order = sorted(range(len(names)), key=lambda player: (-balances[player], player))
    gains = [("+%d" if balance > START else "%d") % (balance - START) for balance in balances]
    sum_at = 116 - max([canvas.width(gain, True) for gain in gains])
    room = sum_at - 4 - max([canvas.width(str(balance)) for balance in balances])
    y, pitch = (13, 10) if len(names) < 5 else (12, 9)
    for player in order:
        canvas.text(canvas.fit(names[player], room, True), 2, y, 0, True)
        canvas.text(str(balances[player]), sum_at, y, ALIGN_RIGHT)
        canvas.text(gains[player], 125, y, ALIGN_RIGHT, True)
        y += pitch


# ---- the pool (Babcock p.82) ----


def remainders(balances: "list[int]") -> "list[int]":
    """What each has over an even hundred; who has nothing gives nothing."""
    return [balance % HUNDRED if balance > 0 else 0 for balance in balances]


def pool(evening: "Evening") -> int:
    """What is thrown for; 0 where there is nothing, or where it has been taken."""
    over = remainders(evening.session.balances)
    lines = evening.lines()
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
        draw_standing(canvas, session.names, session.balances)
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
            app.show(Pool(app))
        else:
            app.refuse(say("no more"))


class Pool(Screen):
    """Who throws most takes it: all throw the device's dice, who ties again; or an arrow says who threw most."""

    holds = (A,)
    words = ("over",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.sums: "dict[int, int]" = {}
        self.throwing = list(range(len(app.evening.session.names)))

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        out = away(app)
        if out is None:
            canvas.header(say("pool of", sum(remainders(app.evening.session.balances))), say("B back"))
        else:
            fifth = say("hold A", canvas.fit(app.name(out), 34))
            canvas.header(say("pool"), "%s %s" % (fifth, self.sums[out]) if out in self.sums else fifth)
        for player in range(len(app.evening.session.names)):
            if player == out:
                continue
            side = app.side(player)
            if side is not None:
                lines = [(canvas.fit(app.name(player), 40, True), True)]
                if player in self.sums:
                    lines.append((str(self.sums[player]), False))
                arm(canvas, side, lines, self._has_it(player))
        if not self.sums:
            words = say("all throw")
        elif len(self.throwing) > 1:
            words = say("tie again")
        else:
            words = say("takes it", canvas.fit(app.name(self.throwing[0]), 24))
        centre_key(canvas, words)

    def _has_it(self, player: int) -> bool:
        return bool(self.sums) and self.throwing == [player]

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.show(Over(app))
        elif key == A and self.sums and len(self.throwing) == 1:
            self._take(self.throwing[0])
        elif key == A:
            self._throw()
        else:
            player = app.player_at(key)
            if player is None:
                app.refuse(say("nobody there"))
            else:
                self._take(player)

    def hold(self, key: int) -> None:
        out = away(self.app)
        if out is None:
            self.app.refuse(say("no more"))
        else:
            self._take(out)

    def _throw(self) -> None:
        app = self.app
        try:
            self.sums = {player: app.roll() + app.roll() for player in self.throwing}
        except OSError:
            app.refuse(say("no dice"))
            return
        most = max(self.sums.values())
        self.throwing = [player for player in self.throwing if self.sums[player] == most]

    def _take(self, player: int) -> None:
        self.app.show(PoolTaken(self.app, player))


class PoolTaken(Change):
    words = ("deals", "over")

    def __init__(self, app: "App", player: int) -> None:
        over = remainders(app.evening.session.balances)
        self.player = player
        self.payments = [(source, player, points) for source, points in enumerate(over) if points and source != player]
        super().__init__(app)

    def after(self) -> "list[int]":
        balances = list(self.app.evening.session.balances)
        for source, to, points in self.payments:
            balances[source] -= points
            balances[to] += points
        return balances

    def title(self) -> str:
        return say("pool")

    def foot(self, canvas: "Canvas") -> str:
        return say("takes the pool", self.app.name(self.player))

    def make(self) -> None:
        self.held = self.app.evening.holdings()
        if self.payments:
            self.app.evening.pay(self.payments)

    def made(self) -> None:
        app = self.app
        app.show(Over(app))
        if self.held is not None:
            from mingg.ui.seldom.counters import of_change

            of_change(app, self.held, lambda: app.show(Over(app)), self.payments)
        app.refuse(say("saved"))


# ---- the next game ----


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
        canvas.text("%s %s, %s" % (say("rules"), session.rules.title, limit), 2, 38)
        canvas.text(say("East first", session.names[0]), 2, 47)
        canvas.text(say("starts"), 2, 56)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.show(Over(app))
        elif key != A:
            self.move(key)
        elif self.current:
            from mingg.ui.seldom.setup import NewSession

            app.show(NewSession(app, Over(app)))
        else:
            was = app.evening.session
            app.begin(Session(list(was.names), was.rules, was.counters), app.evening.turn)
