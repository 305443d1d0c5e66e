"""The pool at the end of a game: the player with the highest throw takes it (Babcock p.82)."""

from mingg.core.counters.sets import remainders
from mingg.evening.beside import pay
from mingg.evening.counters import holdings
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.screen import link
from mingg.ui.screens import counters, history
from mingg.ui.screens.deal.who import away
from mingg.ui.screens.history.change import Change
from mingg.ui.widgets.rosette import People

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link
    from mingg.ui.widgets.rosette import Lines

OVER = link(history.Over)


class Pool(People):
    """The players throw for the pool with the device's dice, and again after a tie. Or an arrow says who threw most.

    sums      what each player threw
    throwing  the players who throw now; at last the one who takes the pool
    """

    title = "pool"
    choice = "throw"
    holds = (A,)
    words = ("over",)

    def __init__(self, app: "App", sums: "dict[int, int] | None" = None, throwing: "list[int] | None" = None) -> None:
        super().__init__(app, OVER)
        self.sums = sums or {}
        self.throwing = throwing or list(range(len(app.evening.session.names)))

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        out = away(app)
        if out is None:
            self.header(canvas, say("pool of", sum(remainders(app.evening.session.balances))))
        else:
            fifth = say("hold A", canvas.fit(app.name(out), 34))
            canvas.header(say("pool"), "%s %s" % (fifth, self.sums[out]) if out in self.sums else fifth)
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        lines = self.name(key, answer)
        if answer in self.sums:
            lines.append((str(self.sums[answer]), False))
        return lines, self._taker() == answer

    def _taker(self) -> "int | None":
        return self.throwing[0] if self.sums and len(self.throwing) == 1 else None

    def centre(self, canvas: "Canvas") -> str:
        taker = self._taker()
        if taker is not None:
            return say("takes it", canvas.fit(self.app.name(taker), 24))
        return say("tie again" if self.sums else "all throw")

    def does(self, key: int, held: bool = False) -> "Act":
        if held:
            out = away(self.app)
            return "no more" if out is None else ("take", self.take, out)
        return super().does(key)

    def accept(self) -> None:
        taker = self._taker()
        if taker is None:
            self._throw()
        else:
            self.take(taker)

    def _throw(self) -> None:
        app = self.app
        try:
            self.sums = {player: app.roll() + app.roll() for player in self.throwing}
        except OSError:
            app.refuse("no dice")
            return
        most = max(self.sums.values())
        self.throwing = [player for player in self.throwing if self.sums[player] == most]

    def take(self, answer: int) -> None:
        self.app.show(PoolTaken(self.app, answer, link(history.Pool, self.sums, self.throwing)))


class PoolTaken(Change):
    words = ("deals", "over")

    def __init__(self, app: "App", player: int, before: "Link") -> None:
        points_over = remainders(app.evening.session.balances)
        self.player = player
        self.payments = [
            (source, player, points) for source, points in enumerate(points_over) if points and source != player
        ]
        super().__init__(app, before)

    def after(self) -> "list[int]":
        balances = list(self.app.evening.session.balances)
        for source, to, points in self.payments:
            balances[source] -= points
            balances[to] += points
        return balances

    def heading(self) -> str:
        return say("pool")

    def foot(self, canvas: "Canvas") -> str:
        return say("takes the pool", self.app.name(self.player))

    def make(self) -> None:
        self.held = holdings(self.app.evening)
        if self.payments:
            pay(self.app.evening, self.payments)

    def made(self) -> None:
        app = self.app
        if self.held is None:
            app.back_to(OVER)
            app.show_text(say("saved"))
        else:
            app.open(counters.of_change, self.held, self.payments, OVER, say("saved"))
