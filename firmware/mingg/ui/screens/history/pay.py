"""Payments between players outside any deal: who pays, who gets it, and how much on four wheels."""

from mingg import lang
from mingg.evening.beside import lend, pay
from mingg.evening.counters import holdings
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen
from mingg.ui.screens.deal.who import Several
from mingg.ui.widgets.wrapped import header

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

WHEELS = 4
TENS = 2  # the wheel that is current at first


# The messages of a payment and of a loan of counters: the title, who gives, who gets, the title if there are several,
# what A does.
PAYS = "menu pay", "who pays?", "pays whom?", "pay each", "A pays"
LENDS = "a loan", "who lends?", "lends whom?", "lend each", "A lends"


def payer(app: "App", before: "Under" = None, asks: "tuple[str, ...]" = PAYS) -> Screen:
    """Returns the first of the screens: who pays?"""
    lang.use(Several.words)  # its title is translated before it is shown
    return Several(app, say(asks[0]), say(asks[1]), lambda sources: _ask_payee(app, asks, sources), before)


def lender(app: "App", before: "Under" = None) -> Screen:
    """Returns the first of the screens: who lends counters?"""
    return payer(app, before, LENDS)


def _ask_payee(app: "App", asks: "tuple[str, ...]", sources: "list[int]") -> None:
    """sources: who give; none: all but the one who gets it."""
    names = " ".join([app.name(source) for source in sources]) or say("all others")
    several = len(sources) == 1
    app.show(
        Several(app, names, say(asks[2]), lambda to: _ask_sum(app, asks, sources, to), app.screen, sources, several)
    )


def _ask_sum(app: "App", asks: "tuple[str, ...]", sources: "list[int]", to: "list[int]") -> None:
    others = [player for player in range(len(app.evening.called)) if player not in sources + to]
    sources, to = sources or others, to or others
    pairs = [(source, player) for source in sources for player in to]
    givers, takers = [[app.name(player) for player in players] for players in (sources, to)]
    title = say(asks[0 if len(pairs) == 1 else 3])
    screen = Sum(app, title, givers, takers, lambda points: _give(app, asks, pairs, points))
    screen.choice = asks[4]
    app.show(screen)


def _give(app: "App", asks: "tuple[str, ...]", pairs: "list[tuple[int, int]]", points: int) -> None:
    given = [(source, to, points) for source, to in pairs]
    try:
        held = holdings(app.evening)
        if asks is PAYS:
            pay(app.evening, given)
        else:
            lend(app.evening, given)
    except OSError as error:
        app.refuse_error(error)
        return
    except ValueError:
        app.refuse("cannot lend")
        return
    if app.entry is not None:
        app.changed()  # a draft belongs to one moment of the ledger
    app.table()
    text = say("paid" if asks is PAYS else "lent", points)
    if held is None:
        app.show_text(text)
    else:
        from mingg.ui.screens import counters

        app.open(counters.of_change, held, given if asks is PAYS else [], None, text)


class Sum(Screen):
    """Left and right choose a wheel, up and down turn it. The last wheel has only what counters can pay: 0 2 4 6 8.

    title           what is paid
    givers, takers  the names of who pays, and of who is paid
    then            takes the points
    """

    choice = "A pays"
    beside = True
    repeats = (UP, DOWN)
    words = ("menu",)

    def __init__(
        self,
        app: "App",
        title: str,
        givers: "list[str]",
        takers: "list[str]",
        then: "Callable[[int], None]",
    ) -> None:
        super().__init__(app, app.screen)
        self.title = title
        self.givers = givers
        self.takers = takers
        self.then = then
        self.wheels = [0] * WHEELS
        self.current = TENS

    def begin(self, points: int) -> None:
        """Sets the wheels to these points."""
        for i in range(WHEELS - 1, -1, -1):
            points, self.wheels[i] = divmod(points, 10)

    def points(self) -> int:
        points = 0
        for digit in self.wheels:
            points = 10 * points + digit
        return points

    def draw(self, canvas: "Canvas") -> None:
        pays = say(self.choice)
        header(canvas, self.title, pays, 121 - canvas.width(pays))
        x, names = 2, self.givers + self.takers
        for i, name in enumerate(names):
            if i == len(self.givers):
                canvas.arrow(RIGHT, x, 14)
                x += 7
            x = canvas.text(canvas.fit(name, 113 // len(names) - 4, True), x, 13, 0, True) + 4
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
            return (self.choice, self.then, self.points()) if self.points() else "no points"
        if key in (UP, DOWN):
            step = 2 if self.current == WHEELS - 1 else 1
            return "change", self._turn, step if key == UP else -step
        field = self.current + (1 if key == RIGHT else -1)
        if key in (LEFT, RIGHT) and 0 <= field < WHEELS:
            return "field", self.move_to, field
        return super().does(key)

    def _turn(self, step: int) -> None:
        self.wheels[self.current] = (self.wheels[self.current] + step) % 10
