"""Table: who sits where, what everybody has, which deal it is. An arrow says who won."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.memory import DEAL
from mingg.ui.entry.entry import Entry
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import compass

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act


class TableScreen(Screen):
    """While a saved deal is corrected: how things stood before it."""

    bar_y = 27
    keeps = DEAL

    def draw(self, canvas: "Canvas") -> None:
        app, session = self.app, self.app.playing
        table = session.table
        compass(canvas, app, [(p, table.seat(p), str(session.balances[p])) for p in table.order], 26)
        out = table.sitting_out()
        correcting = app.correcting is not None
        _draw_mingg(canvas, app.side(table.east), table.round_wind(), self._deal(), correcting, out is not None)
        if out is not None:
            canvas.text(canvas.fit(app.name(out), 23), 64, 30, ALIGN_CENTRE)
            canvas.text(canvas.fit(str(session.balances[out]), 23), 64, 38, ALIGN_CENTRE)

    def _deal(self) -> str:
        app = self.app
        if app.correcting is not None:
            return str(app.correcting)
        return say("over") if app.playing.table.over() else str(app.evening.deal_number())

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        over = app.playing.table.over()
        if app.correcting is not None:
            if key == A:
                return "nobody won", self._nobody_won  # B is a step back here too
            if key == B:
                return self.leave, self._leave, app.correcting
        elif key == A:
            return "payments" if app.playing.deals else "menu wall", self._payments
        elif over or key == B:
            return ("game over", self._over) if over else ("nobody won", self._nobody_won)
        player = app.player_at(key)
        return "nobody there" if player is None else ("winner", self._won, player)

    def _nobody_won(self) -> None:
        from mingg.ui.screens import deal

        self.app.open(deal.NobodyWon)

    def _leave(self, corrected: int) -> None:
        from mingg.ui.screens import history

        self.app.forget_entry()
        self.app.open(history.left, corrected)

    def _over(self) -> None:
        from mingg.ui.screens import history

        self.app.open(history.Over)

    def _won(self, player: int) -> None:
        from mingg.ui.screens import deal

        app = self.app
        if app.entry is None:
            if app.is_full():
                app.refuse("no room")
                return
            app.entry = Entry(app.playing.table.players)
        app.entry.set_winner(player)
        app.changed()
        app.go(deal.How)

    def _payments(self) -> None:
        app = self.app
        try:
            last = app.evening.last  # after a correction it is read again
        except OSError as error:
            app.refuse_error(error, "not read")
            return
        if last is None:
            from mingg.ui.screens import wall

            app.open(wall.WallScreen)
        else:
            from mingg.ui.screens import result

            app.go(result.payments)


# East's side of the box, drawn thick: the wall before the player who deals.
_EAST = {UP: (51, 16, 26, 4), DOWN: (51, 44, 26, 4), LEFT: (51, 16, 4, 32), RIGHT: (73, 16, 4, 32)}


def _draw_mingg(
    canvas: "Canvas", east_side: "int | None", round_wind: str, deal: str, correcting: bool, out: bool
) -> None:
    """The little wind box in the middle: the wind of the round, the number of the deal; both in a line where a fifth
    player is named below. Its ground is light while a saved deal is corrected."""
    canvas.frame(51, 16, 26, 32)
    canvas.frame(52, 17, 24, 30)
    if east_side is not None:
        canvas.box(*_EAST[east_side])
    wide = deal.isdigit() and len(deal) > 2
    y = 36
    if out:
        both = letters(round_wind) + " " + deal
        deal, y = both if canvas.width(both, True) < 22 else deal, 21
    else:
        canvas.twice(letters(round_wind), 64, 20, ALIGN_CENTRE)
    if wide:  # the edges of the box make room
        width = canvas.width(deal)
        canvas.box(63 - width // 2, y - 1, width + 2, 9, 0)
    canvas.text(deal, 64, y, ALIGN_CENTRE, out and not wide)
    if correcting:
        canvas.invert(55, 20, 18, 24)
