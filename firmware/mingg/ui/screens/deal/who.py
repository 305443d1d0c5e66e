"""Who: the arrow towards a player is the answer, A the one who sits out."""

from mingg.hal.keys import LEFT, RIGHT, A, B
from mingg.lang import say
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import arm, centre_key

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Screen as Under


def away(app: "App") -> "int | None":
    """The fifth player, who has no seat at the table now."""
    table = app.playing.table
    return next((player for player in range(table.players) if player not in table.order), None)


class Who(Screen):
    """title, asks: the header; then: what is done with the answer; before: where B leads, Table where it is None;
    but: who cannot be the answer; fifth: the one who sits out may be the answer too."""

    words = ("menu",)

    def __init__(
        self,
        app: "App",
        title: str,
        asks: str,
        then: "Callable[[int], None]",
        before: "Under | None" = None,
        but: "int | None" = None,
        fifth: bool = False,
    ) -> None:
        super().__init__(app)
        self.title = title
        self.asks = asks
        self.then = then
        self.before = before
        self.but = but
        out = away(app)
        self.fifth = out if fifth and out != but else None

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        canvas.header(canvas.fit(self.title, 120 - canvas.width(self.asks), True), self.asks)
        for player in app.playing.table.order:
            side = app.side(player)
            if side is not None and player != self.but:
                room = 50 if side in (LEFT, RIGHT) else 90
                arm(canvas, side, [(canvas.fit(app.name(player), room, True), True)])
        if self.fifth is not None:
            centre_key(canvas, app.name(self.fifth))

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            if self.before is None:
                app.table()
            else:
                app.show(self.before)
            return
        player = self.fifth if key == A else app.player_at(key)
        if player is None:
            app.refuse(say("no more" if key == A else "nobody there"))
        elif player == self.but:
            app.refuse(say("somebody else"))
        else:
            self.then(player)
