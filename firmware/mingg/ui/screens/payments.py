"""Payments: who pays whom, in big figures while they fit."""

from mingg.hal.keys import RIGHT, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_RIGHT
from mingg.ui.layout import row
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.core.settle import Payment
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

BIG = 3  # payments in the left column: the winner's


class Payments(Screen):
    """The last deal's; `saved`: it has just been committed, and this says so."""

    def __init__(self, app: "App", saved: bool) -> None:
        super().__init__(app)
        self.saved = saved
        self.last = app.evening.last

    def draw(self, canvas: "Canvas") -> None:
        title = say("saved") if self.saved else say("payments")
        canvas.header(title, say("A next deal" if self.saved else "A Table"))
        payments = self.last.answer.payments
        if not payments:
            row(canvas, 0, say("no payments"))
        elif self._fits_columns(canvas, payments):
            self._draw_columns(canvas, payments)
        else:
            self._draw_rows(canvas, payments)

    def _fits_columns(self, canvas: "Canvas", payments: "list[Payment]") -> bool:
        for i, payment in enumerate(payments):
            source, to = self._names(payment)
            points = str(payment.points)
            width = canvas.width(source) + 7 + canvas.width(to) + 2
            width += canvas.figures_width(points, False) if i < BIG else canvas.width(points)
            if width > (68 if i < BIG else 51):
                return False
        return True

    def _names(self, payment: "Payment") -> "tuple[str, str]":
        players, app = self.last.players, self.app
        return app.name(players[payment.source]), app.name(players[payment.to])

    def _draw_names(self, canvas: "Canvas", payment: "Payment", x: int, y: int) -> int:
        source, to = self._names(payment)
        x = canvas.text(source, x, y)
        canvas.arrow(RIGHT, x + 2, y + 1)
        return canvas.text(to, x + 7, y)

    def _draw_columns(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        for i, payment in enumerate(payments):
            y = 13 + (i % BIG) * 18
            self._draw_names(canvas, payment, 1 if i < BIG else 76, y + 3)
            if i < BIG:
                canvas.figures(str(payment.points), 68, y, ALIGN_RIGHT, False)
            else:
                canvas.text(str(payment.points), 126, y + 3, ALIGN_RIGHT)
        if len(payments) > BIG:
            canvas.box(72, 13, 1, 49)

    def _draw_rows(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        top, step = (11, 9) if len(payments) > 5 else (13, 10)
        for i, payment in enumerate(payments):
            y = top + step * i
            self._draw_names(canvas, payment, 2, y)
            canvas.text(str(payment.points), 125, y, ALIGN_RIGHT, True)

    def press(self, key: int) -> None:
        if key == A:
            self.app.table()
        elif key == B and self.saved:
            from mingg.ui.screens.result import Result

            self.app.show(Result(self.app))
        elif key == B:
            self.app.table()
        else:
            self.app.refuse(say("no more"))
