"""Table: who sits where, what everybody has, which deal it is. An arrow says who won."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_CENTRE
from mingg.ui.entry import Entry
from mingg.ui.layout import compass
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.canvas import Canvas


class TableScreen(Screen):
    bar_y = 27

    def draw(self, canvas: "Canvas") -> None:
        app, session = self.app, self.app.evening.session
        table = session.table
        people = [(app.side(p), app.name(p), table.seat(p), str(session.balances[p])) for p in range(4)]
        compass(canvas, people, 26)
        _draw_mingg(canvas, self.app.side(table.east), table.round_wind(), self._deal())

    def _deal(self) -> str:
        evening = self.app.evening
        return say("over") if evening.session.table.over() else str(evening.deal_number())

    def press(self, key: int) -> None:
        app = self.app
        if key == A:
            self._payments()
        elif app.evening.session.table.over():
            app.refuse(say("game over"))
        elif key == B:
            from mingg.ui.screens.endings import NobodyWon

            app.show(NobodyWon(app))
        else:
            self._won(app.player_at(key))

    def _won(self, player: int) -> None:
        from mingg.ui.screens.how import How

        app = self.app
        if app.entry is None:
            app.entry = Entry()
        app.entry.set_winner(player)
        app.changed()
        app.show(How(app))

    def _payments(self) -> None:
        from mingg.ui.screens.payments import Payments

        if self.app.evening.last is None:
            self.app.refuse(say("nobody yet"))
        else:
            self.app.show(Payments(self.app, saved=False))


# East's side of the box, drawn thick: the wall before the player who deals.
_EAST = {UP: (51, 16, 26, 4), DOWN: (51, 44, 26, 4), LEFT: (51, 16, 4, 32), RIGHT: (73, 16, 4, 32)}


def _draw_mingg(canvas: "Canvas", east_side: int, round_wind: str, deal: str) -> None:
    """The little wind box in the middle: the wind of the round, the number of the deal."""
    canvas.frame(51, 16, 26, 32)
    canvas.frame(52, 17, 24, 30)
    canvas.box(*_EAST[east_side])
    canvas.twice(round_wind, 64, 20, ALIGN_CENTRE)
    canvas.text(deal, 64, 36, ALIGN_CENTRE)
