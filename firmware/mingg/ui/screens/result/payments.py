"""Payments: who pays whom, in big figures while they fit."""

from mingg.hal.keys import RIGHT, A, B
from mingg.lang import say
from mingg.memory import DEAL, MOVING
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen, link
from mingg.ui.screens import counters, history, result, wall

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Payment
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act

BIG = 3  # payments in the left column: the winner's
SHORT = 4  # letters of a name where there is little room


class Payments(Screen):
    """The last deal's; `saved`: it has just been committed, and this says so."""

    hint = A

    def __init__(self, app: "App", saved: bool) -> None:
        super().__init__(app)
        self.saved = saved
        self.title = "saved" if saved else "payments"
        self.last = app.evening.last
        self._names: "dict[str, str]" = {}
        self.keeps = MOVING if self._moves() else DEAL

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas)
        payments = self.last.answer.payments
        if not payments:
            canvas.text(say("no payments"), 2, 13)
        elif len(payments) > 2 * BIG:
            self._draw_many(canvas, payments)
        elif self._fits_columns(canvas, payments, 99) or self._fits_columns(canvas, payments, SHORT):
            self._draw_columns(canvas, payments)
        else:
            self._draw_rows(canvas, payments)

    def _moves(self) -> bool:
        """Whether counters move, and it is known which."""
        evening = self.app.evening
        known = evening.due is not None or evening.was is not None
        return known and evening.session.counted() and bool(self.last.answer.payments)

    def idle(self) -> None:
        # Found out while the payments are read: it may take a third of a second.
        if self._moves():
            self.app.settle()

    def _fits_columns(self, canvas: "Canvas", payments: "list[Payment]", letters: int) -> bool:
        """Whether names of so many letters leave room for the sums; they are kept as short as that."""
        self._names = {seat: self.app.name(player)[:letters] for seat, player in self.last.players.items()}
        for i, payment in enumerate(payments):
            points = str(payment.points)
            width = canvas.width(self._names[payment.source]) + 9 + canvas.width(self._names[payment.to])
            width += canvas.figures_width(points, False) if i < BIG else canvas.width(points)
            if width > (68 if i < BIG else 51):
                return False
        return True

    def _fit_names(self, canvas: "Canvas", room: int) -> None:
        self._names = {seat: canvas.fit(self.app.name(who), room) for seat, who in self.last.players.items()}

    def _draw_names(self, canvas: "Canvas", payment: "Payment", x: int, y: int) -> str:
        """Who pays whom; returns how much."""
        x = canvas.text(self._names[payment.source], x, y)
        canvas.arrow(RIGHT, x + 2, y + 1)
        canvas.text(self._names[payment.to], x + 7, y)
        return str(payment.points)

    def _draw_many(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        """More than six, where a fifth player is paid: two columns of small rows."""
        wide = max([canvas.width(str(payment.points)) for payment in payments])
        self._fit_names(canvas, min(17, (52 - wide) // 2))
        for i, payment in enumerate(payments):
            x, y = (1, 66)[i // 5], 13 + 10 * (i % 5)
            canvas.text(self._draw_names(canvas, payment, x, y), x + 60, y, ALIGN_RIGHT)

    def _draw_columns(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        for i, payment in enumerate(payments):
            y = 13 + (i % BIG) * 18
            points = self._draw_names(canvas, payment, 1 if i < BIG else 76, y + 3)
            if i < BIG:
                canvas.figures(points, 68, y, ALIGN_RIGHT, False)
            else:
                canvas.text(points, 126, y + 3, ALIGN_RIGHT)
        if len(payments) > BIG:
            canvas.box(72, 13, 1, 49)

    def _draw_rows(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        wide = max([canvas.width(str(payment.points), True) for payment in payments])
        self._fit_names(canvas, (108 - wide) // 2)
        top, step = (11, 9) if len(payments) > 5 else (13, 10)
        for i, payment in enumerate(payments):
            y = top + step * i
            canvas.text(self._draw_names(canvas, payment, 2, y), 125, y, ALIGN_RIGHT, True)

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == B:
            return super().does(key)
        if key != A:
            return "no more" if self._moves() else ("next winner", self._ask_table, key)
        if self._moves():
            return "A counters", app.open, counters.of_deal, self.saved
        if not self.saved:
            return "A wall", app.open, wall.WallScreen, link(result.Payments, False)
        return ("A go on", app.open, history.Over) if app.playing.table.over() else ("A next deal", app.table)

    def back(self) -> None:
        if self.saved:
            self.app.go(result.Result, self.last)
        else:
            self.app.table()

    def _ask_table(self, key: int) -> None:
        """The table rests on this screen, too: an arrow says who won the next deal."""
        self.app.table()
        self.app.screen.press(key)
