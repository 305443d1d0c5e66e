"""Table: who sits where, the balances, and the number of the deal. It asks who won; an arrow answers."""

from typing import TYPE_CHECKING

from mingg.entry.entry import Entry
from mingg.evening.evening import Evening, room
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.ui.kit.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT, Canvas
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.view import Key, Otherwise, Parts, Picture, Screen, Title, View

if TYPE_CHECKING:
    from mingg.ui.app import App

OVER = "history.evenings.Over"
_ARROWS = ((46, 0), (79, 0), (14, 16), (14, 55))  # by side; 0: at half the height of the box


class TableScreen(Screen):
    """The table. While a saved deal is corrected, it shows how things stood before that deal. The box is light while a
    deal is entered."""

    next = "deal.how.How"

    def begin(self) -> None:
        if self.play.set_up is not None:
            self.play.set_up.put_by(self.play)

    def view(self) -> "Parts":
        play, session = self.play, self.play.playing
        table = session.table
        title = str(play.correcting or play.evening.deal_number())
        asks = say("goulash" if session.goulash else "who won?")
        accept, leave = Key(A, "A more", "seldom.other.Other"), Key(B, "", "no key")
        keys = [Key(play.side(p) or 0, ["", play.name(p)], "deal.table.win", p, False, True) for p in table.order]
        if play.correcting is not None:
            leave = Key(B, "B back", "history.correct.leave")
        elif play.entry is not None:
            asks = say("begun")
            accept, leave = Key(A, "A go on", "deal.card.resume"), Key(B, "B undo", "seldom.draft.Drop")
        if table.over() and play.correcting is None:
            title, asks, accept = say("over"), "", Key(A, "A go on", OVER)
            keys = [Key(key, "A go on", OVER, quiet=True) for key in (LEFT, RIGHT, UP, DOWN)]
        return View(Title(title, asks), accept, leave, *keys, Otherwise("nobody there"))

    def below(self) -> "Parts":
        play, session = self.play, self.play.playing
        table = session.table
        people = [(play.side(p) or 0, play.name(p), table.seat(p), str(session.balances[p])) for p in table.order]
        return View(Compass(people, 36, table.sitting_out() is not None), Picture(self.draw_box))

    def get_ready(self) -> bool:
        self.play.runs_short()
        if self.app.battery is not None:
            self.app.battery.check()
        return False

    # ---- the middle ----

    def draw_box(self, canvas: "Canvas") -> None:
        """Draws the box with the round wind, the arrows around it, and who sits out."""
        app, play, table = self.app, self.play, self.play.playing.table
        out = table.sitting_out()
        top, high = 25, 24
        if out is not None:
            top, high = 33, 16
            self._draw_out(canvas, out)
        for player in table.order:
            side = play.side(player) or 0
            x, y = _ARROWS[side]
            canvas.arrow(side, x, y or top + high // 2 - 2)
        canvas.frame(51, top, 26, high)
        canvas.frame(52, top + 1, 24, high - 2)
        # The side of the box towards East is thick: the wall before the player who deals.
        east = play.side(table.east) or 0
        wide, thick = (26, 4) if east >= UP else (4, high)
        canvas.box(73 if east == RIGHT else 51, top + high - 4 if east == DOWN else top, wide, thick)
        wind = letters(table.round_wind())
        if out is None:
            canvas.twice(wind, 64, 30, ALIGN_CENTRE)
        else:
            canvas.text(wind, 64, 37, ALIGN_CENTRE, True)
        if app.club is not None and play.correcting is None:
            app.club.sign(canvas)
        if app.battery is not None:
            app.battery.sign(canvas)
        if play.entry is not None:
            canvas.invert(55, top + 4, 18, high - 8)

    def _draw_out(self, canvas: "Canvas", out: int) -> None:
        """Draws who sits out, with the balance; then who does next, and after how many deals."""
        play, session = self.play, self.play.playing
        name, balance = play.name(out), str(session.balances[out])
        follows = None if session.rules.on("winner_deals") else session.table.sits_out_next()
        room = 116 - canvas.width(balance, True)
        then = "" if follows is None else play.name(follows[1])
        for cut in (8, 5, 3, 18, 15, 13, 12):  # beyond 10 without the number of deals
            text = say("is out", name[: cut % 10])
            next_ = say("out next", then[: cut % 10]) if follows else ""
            if follows and cut < 10:
                next_ += ", %d" % follows[0]
            if canvas.width(text) + canvas.width(next_) <= room:
                break
        else:
            next_ = ""
        x = canvas.text(text, 2, 23) + 4
        canvas.text(balance, x, 23, ALIGN_LEFT, True)
        canvas.text(next_, 125, 23, ALIGN_RIGHT)


def _is_full(evening: "Evening") -> bool:
    """Returns whether there may be no room for another deal, and removing an old evening could make some."""
    if room(evening) != 0:
        return False
    from mingg.evening.evenings import evenings

    try:
        return len(evenings(evening)) > 1
    except OSError:
        return False  # saving will show the error


def win(app: "App", player: int) -> None:
    """A player won: begins the entry of the deal if there is none, and goes to how."""
    play = app.play
    entry = play.entry
    if entry is None:
        if _is_full(play.evening):
            app.back()
            app.display.refuse("no room")
            return
        play.entry = entry = Entry(play.playing.table.players, player)
    replaced = entry.way is not None and entry.winner != player
    entry.set_winner(player)
    play.changed()
    app.show("deal.how.How")
    if replaced:
        app.display.refuse("winner is", play.name(player))
