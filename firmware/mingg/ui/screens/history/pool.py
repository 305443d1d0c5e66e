"""The pool at the end of a game: who throws most takes it (Babcock p.82)."""

from mingg.core.counters.pool import remainders
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.screen import Screen, link
from mingg.ui.screens import counters, history
from mingg.ui.screens.deal.who import away
from mingg.ui.screens.history.change import Change
from mingg.ui.widgets.layout import arm, centre_key

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link

OVER = link(history.Over)


class Pool(Screen):
    """Who throws most takes it: all throw the device's dice, who ties again; or an arrow says who threw most.

    sums: what everybody threw; throwing: who throws now, at last who takes it.
    """

    holds = (A,)
    words = ("over",)

    def __init__(self, app: "App", sums: "dict[int, int] | None" = None, throwing: "list[int] | None" = None) -> None:
        super().__init__(app)
        self.sums = sums or {}
        self.throwing = throwing or list(range(len(app.evening.session.names)))

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
            app.open(history.Over)
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
        self.app.show(PoolTaken(self.app, player, link(history.Pool, self.sums, self.throwing)))


class PoolTaken(Change):
    words = ("deals", "over")

    def __init__(self, app: "App", player: int, before: "Link") -> None:
        over = remainders(app.evening.session.balances)
        self.player = player
        self.payments = [(source, player, points) for source, points in enumerate(over) if points and source != player]
        super().__init__(app, before)

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
        if self.held is None:
            app.back_to(OVER)
        else:
            app.open(counters.of_change, self.held, self.payments, OVER)
        app.refuse(say("saved"))
