"""The evenings that are kept: how each of them stood in the end; and the room that is left."""

from mingg.hal.keys import A, B
from mingg.lang import book, say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.screens.history.standing import draw_standing
from mingg.ui.screens.history.told import fitted
from mingg.ui.widgets.layout import WIDTH
from mingg.ui.widgets.rows import DIGITS, Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

PLENTY = 1000  # deals: nobody needs to know more exactly


class Evenings(Rows):
    """Newest first, the one at hand on top. A opens one; A held asks whether it should go."""

    room = 3
    bar_y = 48
    holds = (A,)
    words = ("over",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.numbers: "list[int]" = []
        try:
            self.numbers = [each[0] for each in app.evening.evenings()]
        except OSError:
            pass  # none is shown, and A says so
        self.numbers.reverse()
        self.left = app.room()

    def rows(self) -> int:
        return len(self.numbers)

    def summary(self, index: int) -> "Any":
        """Of the rows on the screen; read once."""
        return self.found(index, self._summary)

    def _summary(self, index: int) -> "Any":
        try:
            return self.app.evening.summary(self.numbers[index])
        except OSError:
            return None

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        summary = self.summary(index)
        words, names, right = say("cannot be read"), [], ""
        if summary is not None:
            names, _, deals, _, over = summary
            words, right = " ".join(["%s"] * len(names)), say("ended" if over else "deals so far", deals)
        canvas.text(str(self.numbers[index])[-DIGITS:], 2, y, ALIGN_LEFT, False, ink)
        x = self.beside(self.numbers[0])
        canvas.text(fitted(canvas, words, names, 120 - x - canvas.width(right, True)), x, y, ALIGN_LEFT, False, ink)
        canvas.text(right, 125, y, ALIGN_RIGHT, True, ink)

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("evenings"), say("A open"), "", self.where())
        self.draw_rows(canvas)
        canvas.box(0, 44, WIDTH, 1)
        canvas.text(say("hint removes" if self.current else "played now"), 2, 47)
        if self.left is not None:
            canvas.text(say("room", self.left) if self.left < PLENTY else say("plenty"), 2, 56)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.table()
        elif key != A:
            self.move(key)
        elif not self.numbers or self.summary(self.current) is None:
            app.refuse(say("cannot be read"))
        else:
            app.show(Standing(app, self, self.numbers[self.current], self.summary(self.current)))

    def hold(self, key: int) -> None:
        app = self.app
        if not self.current:
            app.refuse(say("played now"))
        else:
            app.show(Remove(app, self, self.numbers[self.current]))


class Standing(Screen):
    words = ("over",)

    def __init__(self, app: "App", evenings: Evenings, number: int, summary: "Any") -> None:
        super().__init__(app)
        self.evenings = evenings
        self.number = number
        self.summary = summary

    def draw(self, canvas: "Canvas") -> None:
        names, title, deals, balances, over = self.summary
        canvas.header(say("evening", self.number), say("B back"))
        draw_standing(canvas, names, balances)
        how = say("ended after" if over else "so far", deals)
        canvas.text("%s, %s" % (canvas.fit(book(title), 122 - canvas.width(", " + how)), how), 2, 56)

    def press(self, key: int) -> None:
        if key in (A, B):
            self.app.show(self.evenings)
        else:
            self.app.refuse(say("no more"))


class Remove(Screen):
    """It is asked before anything goes."""

    words = ("over",)

    def __init__(self, app: "App", evenings: Evenings, number: int) -> None:
        super().__init__(app)
        self.evenings = evenings
        self.number = number

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("evening", self.number), say("B back"))
        canvas.text(say("remove?"), 2, 16, 0, True)
        canvas.text(say("gone for good"), 2, 28)
        x = canvas.key("A", 2, 48)
        canvas.text(say("remove"), x + 3, 49)
        x = canvas.key("B", 66, 48)
        canvas.text(say("keep"), x + 3, 49)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.show(self.evenings)
        elif key != A:
            app.refuse(say("no more"))
        else:
            try:
                app.evening.remove(self.number)
            except OSError as error:
                app.refuse_error(error, "not removed")
                return
            app.show(Evenings(app))
            app.tell(say("removed"))
