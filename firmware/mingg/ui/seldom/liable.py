"""Who is liable for what the others owe the winner, and how: insurance, feeding, the discarder of a big hand."""

from mingg.hal.keys import DOWN, LEFT, UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.entry import HOW
from mingg.ui.layout import arm
from mingg.ui.screen import Screen
from mingg.ui.screens.card import CARD, show_page
from mingg.ui.screens.how import How

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

FULL, HALF, FED = "full", "half", "fed"


class Liability(Screen):
    """The arrow is who; the same arrow again: otherwise; A goes on."""

    words = ("cards",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        order = app.playing.table.order
        # What each loser may be liable for, in the order in which his arrow goes through it.
        self.shares = {player: self._shares(player) for player in order if player != app.entry.winner}
        stands = [each for each in app.entry.liable if self._share(each[0]) in self.shares.get(each[0], ())]
        if stands != app.entry.liable:
            self._set([])

    def _shares(self, player: int) -> "list[str]":
        app, entry = self.app, self.app.entry
        rules, order = app.playing.rules, app.playing.table.order
        shares = []
        if rules.on("insurance") or (rules.on("discarder_pays") and entry.source == player):
            shares.append(FULL)
        if rules.on("insurance"):
            shares.append(HALF)
        if rules.on("feeding") and order[(order.index(player) + 1) % len(order)] == entry.winner:
            shares.append(FED)
        return shares

    def _share(self, player: int) -> "str | None":
        entry = self.app.entry
        for each, share in entry.liable:
            if each == player:
                return FED if entry.feeding else str(share)
        return None

    def _set(self, liable: "list[tuple[int, str]]") -> None:
        entry = self.app.entry
        entry.feeding = any(share == FED for _, share in liable)
        entry.liable = [[player, FULL if share == FED else share] for player, share in liable]
        self.app.changed()

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        right = say("A go on" if entry.liable else "A nobody")
        canvas.header(say("liable?"), right)
        side = app.side(entry.winner)
        if side is not None:
            name = canvas.fit(app.name(entry.winner), 80 if side in (UP, DOWN) else 40)
            _draw_winner(canvas, side, name, say("won", "").strip())
        again = False
        for player, shares in self.shares.items():
            side = app.side(player)
            if side is None or not shares:
                continue
            share = self._share(player)
            lines = [(canvas.fit(app.name(player), 70 if side in (UP, DOWN) else 40, True), True)]
            if share is not None:
                lines.append((say("pays " + share), False))
            arm(canvas, side, lines, share is not None)
            again = again or len(shares) > 1
        if again:
            canvas.text(say("again"), 64, 45, ALIGN_CENTRE)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.entry.at = HOW
            app.changed()
            app.show(How(app))
        elif key == A:
            show_page(app, 0, CARD)
        else:
            player = app.player_at(key)
            if player is None:
                app.refuse(say("nobody there"))
            elif player not in self.shares:
                app.refuse(say("winner liable"))
            elif not self.shares[player]:
                app.refuse(say("only fed" if app.playing.rules.on("feeding") else "only discarder"))
            else:
                self._turn(player)

    def _turn(self, player: int) -> None:
        share = self._share(player)
        others = [(other, str(each)) for other, each in self.app.entry.liable if other != player]
        shares = self.shares[player]
        if share is not None:
            # One of two halves is taken back; one who is liable alone goes on to the next share, and to none.
            after = shares.index(share) + 1
            alone = not others and after < len(shares)
            self._set([(player, shares[after])] if alone else others)
        elif not others:
            self._set([(player, shares[0])])
        elif len(others) > 1:
            self.app.refuse(say("two liable"))
        elif HALF in shares and HALF in self.shares[others[0][0]]:
            self._set([(others[0][0], HALF), (player, HALF)])
        else:
            self._set([(player, shares[0])])


def _draw_winner(canvas: "Canvas", side: int, name: str, won: str) -> None:
    """Who won, at his side: no answer, and so without an arrow."""
    if side in (UP, DOWN):
        canvas.text(name + " " + won, 64, 12 if side == UP else 55, ALIGN_CENTRE)
    else:
        x, align = (2, ALIGN_LEFT) if side == LEFT else (125, ALIGN_RIGHT)
        canvas.text(name, x, 24, align)
        canvas.text(won, x, 33, align)
