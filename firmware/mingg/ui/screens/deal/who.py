"""Who: an arrow chooses a player, A the player who sits out."""

from mingg.hal.keys import A
from mingg.ui.widgets.rosette import People

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under
    from mingg.ui.widgets.rosette import Lines


def away(app: "App") -> "int | None":
    """Returns the player who sits out now, or None."""
    table = app.playing.table
    return next((player for player in range(table.players) if player not in table.order), None)


class Who(People):
    """Asks for a player.

    title, asks  the texts of the header
    then         takes the answer
    before       where B leads; None: Table
    but          the player who cannot be the answer
    fifth        the player who sits out can be the answer too
    """

    rooms = 50, 90
    words = ("menu",)

    def __init__(
        self,
        app: "App",
        title: str,
        asks: str,
        then: "Callable[[int], None]",
        before: "Under" = None,
        but: "int | None" = None,
        fifth: bool = False,
    ) -> None:
        super().__init__(app, before)
        self.title = title
        self.asks = asks
        self.then = then
        self.but = but
        out = away(app)
        self.fifth = out if fifth and out != but else None

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(canvas.fit(self.title, 120 - canvas.width(self.asks), True), self.asks)
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        return None if answer == self.but else (self.name(key, answer), False)

    def centre(self, canvas: "Canvas") -> str:
        return "" if self.fifth is None else self.app.name(self.fifth)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A:
            return "no more" if self.fifth is None else ("sits out", self.then, self.fifth)
        if self.but is not None and self.answers.get(key) == self.but:
            return "someone else"
        return super().does(key)

    def take(self, answer: int) -> None:
        self.then(answer)
