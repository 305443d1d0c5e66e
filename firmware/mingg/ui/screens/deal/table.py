"""Table: who sits where, the balances, and the number of the deal. It asks who won; an arrow answers."""

from mingg.hal.keys import DOWN, LEFT, UP, A, B
from mingg.lang import letters, say
from mingg.memory import DEAL
from mingg.ui.entry.entry import Entry
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_RIGHT
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
        asks = say("begun" if self._half() else "goulash" if session.goulash else "who won?")
        if table.over() and app.correcting is None:
            number, asks = say("over"), ""
        act = self.does(A)[0]
        hints = say("A more" if act == "other" else act)
        if self._half():
            hints = say("B drop") + "  " + hints
        room = 115 if app.correcting is None else 98  # in a correction the header has room for the sign of B at least
        if canvas.width(number, True) + canvas.width(asks) + canvas.width(hints) > room:
            asks = ""
        canvas.header(number, hints, "", asks)
        people = [(p, table.seat(p), str(session.balances[p])) for p in table.order]
        compass(canvas, app, people, 36, None, out is not None)
        top, high = 25, 24  # of the box
        if out is not None:
            top, high = 33, 16
            self._draw_out(canvas, out)
        for player in table.order:
            side = app.side(player)
            if side in (UP, DOWN):
                canvas.arrow(side, 14, 16 if side == UP else 55)
            elif side is not None:
                canvas.arrow(side, 46 if side == LEFT else 79, top + high // 2 - 2)
        canvas.frame(51, top, 26, high)
        canvas.frame(52, top + 1, 24, high - 2)
        # The side of the box towards East is thick: the wall before the player who deals.
        east = app.side(table.east)
        if east in (UP, DOWN):
            canvas.box(51, top if east == UP else top + high - 4, 26, 4)
        else:
            canvas.box(51 if east == LEFT else 73, top, 4, high)
        wind = letters(table.round_wind())
        if out is None:
            canvas.twice(wind, 64, 30, ALIGN_CENTRE)
        else:
            canvas.text(wind, 64, 37, ALIGN_CENTRE, True)
        if app.club is not None and app.correcting is None:
            app.club.sign(canvas)
        if app.battery is not None:
            app.battery.sign(canvas)
        if app.entry is not None:
            canvas.invert(55, top + 4, 18, high - 8)

    def _draw_out(self, canvas: "Canvas", out: int) -> None:
        """Draws who sits out, with the balance; then, as far as there is room, who does next, and when."""
        app, session = self.app, self.app.playing
        named = app.name(out), session.balances[out]
        follows = None if session.rules.on("winner_deals") else session.table.sits_out_next()
        name = "" if follows is None else app.name(follows[1])
        for words, cut in (("is out", 8), ("", 8), ("", 3), ("", 0)):
            text = say(words, *named) if words else "%s %d" % named
            then = "" if follows is None else say("out next", follows[0], name[:cut])
            if canvas.width(text) + canvas.width(then) <= 118:
                break
            then = ""
        canvas.text(text, 2, 24)
        canvas.text(then, 125, 24, ALIGN_RIGHT)

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
        return "nobody there" if player is None else (["", app.name(player)], self._won, player)

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
