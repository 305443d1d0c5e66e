"""Who: an arrow chooses a player. Several: it chooses one or more of them."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.widgets.rosette import People

MYPY = False
if MYPY:
    from typing import Any, Callable

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
    """

    rooms = 50, 90
    choice = ""
    words = ("menu",)

    def __init__(
        self, app: "App", title: str, asks: str, then: "Callable[[Any], None]", before: "Under" = None
    ) -> None:
        super().__init__(app, before)
        self.title = title
        self.asks = asks
        self.then = then

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(canvas.fit(self.title, 120 - canvas.width(self.asks), True), self.asks)
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        return self.name(key, answer), False

    def take(self, answer: int) -> None:
        self.then(answer)


class Several(Who):
    """Asks for one player or for several. An arrow takes one player, and A held the one who sits out. If several may
    answer, held arrows mark them, and A takes them; without a mark it takes all others, for which the list is empty.

    but      the players who cannot be the answer
    several  whether more than one player may be
    marked   those who are marked
    """

    def __init__(
        self,
        app: "App",
        title: str,
        asks: str,
        then: "Callable[[list[int]], None]",
        before: "Under" = None,
        but: "list[int] | tuple[()]" = (),
        several: bool = True,
    ) -> None:
        super().__init__(app, title, asks, then, before)
        self.but = but
        self.marked: "list[int]" = []
        self.choice = "all others" if several else ""
        out = away(app)
        self.out = None if out in but else out
        self.holds = (LEFT, RIGHT, UP, DOWN) if several else ()
        if self.out is not None:
            self.holds += (A,)

    def draw(self, canvas: "Canvas") -> None:
        super().draw(canvas)
        if self.out is not None:
            text = say("hold A", self.app.name(self.out))
            canvas.text(text, 64, 35, ALIGN_CENTRE, self.out in self.marked)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        return None if answer in self.but else (self.name(key, answer), answer in self.marked)

    def centre(self, canvas: "Canvas") -> str:
        return say(self.choice) if self.choice else ""

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and not held:
            return (self.choice, self.then, self.marked) if self.choice else "choose by arrow"
        player = self.out if key == A else self.answers.get(key)
        if player is None:
            return super().does(key)
        if player in self.but:
            return "someone else"
        if self.marked or (held and key != A):
            return "and", self._mark, player
        return ["person", self.app.name(player)], self.then, [player]

    def _mark(self, player: int) -> None:
        if player in self.marked:
            self.marked.remove(player)
        else:
            self.marked.append(player)
        self.choice = "these" if self.marked else "all others"
