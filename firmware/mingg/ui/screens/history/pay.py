"""A payment between two players outside any deal: who pays, who gets it, and how much on four wheels."""

from mingg import lang
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen
from mingg.ui.screens.deal.who import Who

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

WHEELS = 4
TENS = 2  # the wheel that is current at first


def payer(app: "App", before: "Under" = None) -> Screen:
    """Returns the first of the screens: who pays?"""
    lang.use(Who.words)  # its title is translated before it is shown
    return Who(app, say("menu pay"), say("who pays?"), lambda source: app.show(_payee(app, source)), before, fifth=True)


def _payee(app: "App", source: int) -> Screen:
    return Who(
        app,
        app.name(source),
        say("pays whom?"),
        lambda to: app.show(Sum(app, source, to)),
        before=app.screen,
        but=source,
        fifth=True,
    )


class Sum(Screen):
    """Left and right choose a wheel, up and down turn it. The last wheel has only what counters can pay: 0 2 4 6 8."""

    title = "menu pay"
    beside = True
    repeats = (UP, DOWN)
    words = ("menu",)

    def __init__(self, app: "App", source: int, to: int) -> None:
        super().__init__(app, app.screen)
        self.source = source
        self.to = to
        self.wheels = [0] * WHEELS
        self.current = TENS

    def points(self) -> int:
        points = 0
        for digit in self.wheels:
            points = 10 * points + digit
        return points

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        canvas.header(say(self.title), say("A pays"))
        x = canvas.text(canvas.fit(app.name(self.source), 52, True), 2, 13, 0, True)
        canvas.arrow(RIGHT, x + 4, 14)
        canvas.text(canvas.fit(app.name(self.to), 52, True), x + 11, 13, 0, True)
        for i, digit in enumerate(self.wheels):
            x = 34 + 16 * i
            canvas.figures(str(digit), x + 6, 31, ALIGN_CENTRE)
            if i == self.current:
                canvas.arrow(UP, x + 4, 26)
                canvas.arrow(DOWN, x + 4, 55)
        if self.current:
            canvas.arrow(LEFT, 26, 39)
        if self.current < WHEELS - 1:
            canvas.arrow(RIGHT, 99, 39)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A:
            return ("A pays", self._pay) if self.points() else "no points"
        if key in (UP, DOWN):
            step = 2 if self.current == WHEELS - 1 else 1
            return "change", self._turn, step if key == UP else -step
        field = self.current + (1 if key == RIGHT else -1)
        if key in (LEFT, RIGHT) and 0 <= field < WHEELS:
            return "field", self.move_to, field
        return super().does(key)

    def _turn(self, step: int) -> None:
        self.wheels[self.current] = (self.wheels[self.current] + step) % 10

    def _pay(self) -> None:
        app, points = self.app, self.points()
        payments = [(self.source, self.to, points)]
        try:
            held = app.evening.holdings()
            app.evening.pay(payments)
        except OSError as error:
            app.refuse_error(error)
            return
        if app.entry is not None:
            app.changed()  # a draft belongs to one moment of the ledger
        app.table()
        if held is not None:
            from mingg.ui.screens import counters

            app.open(counters.of_change, held, payments, None)
        app.refuse("paid", points)
