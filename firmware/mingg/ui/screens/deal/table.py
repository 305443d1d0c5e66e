"""Table: who sits where, the balances, and the number of the deal. It asks who won; an arrow answers."""

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
    """The table. While a saved deal is corrected, it shows how things stood before that deal. The box is light while a
    deal is entered."""

    bar_y = 31
    keeps = DEAL

    def draw(self, canvas: "Canvas") -> None:
        app, session = self.app, self.app.playing
        table = session.table
        out = table.sitting_out()
        number = str(app.correcting or app.evening.deal_number())
        if out is not None:  # the player who sits out takes the place of the wind
            number += " " + letters(table.round_wind())
        asks = say("begun" if self._half() else "goulash" if session.goulash else "who won?")
        if table.over() and app.correcting is None:
            number, asks = say("over"), ""
        elif len(number) > 5 or app.correcting is not None:  # then B has a word
            asks = ""
        act = self.does(A)[0]
        hints = say("A more" if act == "other" else act)
        if self._half():
            hints = say("B drop") + "  " + hints
            if canvas.width(number, True) + canvas.width(asks) + canvas.width(hints) > 115:
                asks = ""
        canvas.header(number, hints, "", asks)
        compass(canvas, app, [(p, table.seat(p), str(session.balances[p])) for p in table.order], 36)
        for player in table.order:
            side = app.side(player)
            if side is not None:
                canvas.arrow(side, *_ARROWS[side])
        canvas.frame(51, 25, 26, 24)
        canvas.frame(52, 26, 24, 22)
        east = app.side(table.east)
        if east is not None:
            canvas.box(*_EAST[east])
        if out is None:
            canvas.twice(letters(table.round_wind()), 64, 30, ALIGN_CENTRE)
        else:
            canvas.text(canvas.fit(app.name(out), 23), 64, 29, ALIGN_CENTRE)
            canvas.text(canvas.fit(str(session.balances[out]), 23), 64, 38, ALIGN_CENTRE)
        if app.club is not None and app.correcting is None:
            app.club.sign(canvas)
        if app.battery is not None:
            app.battery.sign(canvas)
        if app.entry is not None:
            canvas.invert(55, 29, 18, 16)

    def get_ready(self) -> bool:
        app = self.app
        app.runs_short()
        if app.battery is not None:
            app.battery.check()
        return False

    def _half(self) -> bool:
        """True if the present deal is half entered."""
        return self.app.entry is not None and self.app.correcting is None

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        correcting = app.correcting
        if key == B:
            if correcting is not None:
                return self.leave, self._leave, correcting
            return ("B drop", self._drop) if self._half() else "no key"
        if correcting is None and app.playing.table.over():
            return "A go on", self._over
        if key == A:
            return ("A go on", app.go_on) if self._half() else ("other", self._more)
        player = app.player_at(key)
        return "nobody there" if player is None else ("winner", self._won, player)

    def _more(self) -> None:
        from mingg.ui.screens import deal

        self.app.open(deal.Other)

    def _drop(self) -> None:
        from mingg.ui.screens import deal

        self.app.open(deal.Drop, None)

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
            app.entry.goulash = app.playing.goulash
        replaced = app.entry.way is not None and app.entry.winner != player
        app.entry.set_winner(player)
        app.changed()
        app.go(deal.How)
        if replaced:
            app.refuse("winner is", app.name(player))


# The side of the box towards East, which is drawn thick: the wall before the player who deals. And where the arrows
# stand.
_EAST = {UP: (51, 25, 26, 4), DOWN: (51, 45, 26, 4), LEFT: (51, 25, 4, 24), RIGHT: (73, 25, 4, 24)}
_ARROWS = {UP: (14, 16), DOWN: (14, 55), LEFT: (46, 35), RIGHT: (79, 35)}
