"""Asks who is liable for what the others owe the winner, and why: insurance, feeding, or the discard to a big hand."""

from mingg.hal.keys import DOWN, LEFT, UP, A
from mingg.lang import say
from mingg.ui.entry.card_entry import CARD, LIABLE
from mingg.ui.entry.liability import choose, share_of, shares_of
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import go_to_page_beside, show_page
from mingg.ui.widgets.rosette import People

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines


class Liability(People):
    """An arrow chooses the player who is liable. The same arrow again changes the share. A goes on.

    from_special: it was opened from More, and leads back to the card.
    """

    title = "liable?"
    hint = A
    rooms = 40, 70
    words = ("cards",)

    def __init__(self, app: "App", from_special: bool = False) -> None:
        super().__init__(app)
        self.link = link(deal.Liability, from_special)
        self.from_special = from_special
        self.shares = {player: shares_of(app.entry, app.playing, player) for player in self.answers.values()}

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        self.header(canvas)
        side = app.side(entry.winner)
        if side is not None:
            # the winner is no answer, and has no arrow
            across = side in (UP, DOWN)
            name = canvas.fit(app.name(entry.winner), 80 if across else 40)
            won = say("won", "").strip()
            if across:
                canvas.text(name + " " + won, 64, 12 if side == UP else 55, ALIGN_CENTRE)
            else:
                x, align = (2, ALIGN_LEFT) if side == LEFT else (125, ALIGN_RIGHT)
                canvas.text(name, x, 24, align)
                canvas.text(won, x, 33, align)
        self.draw_arms(canvas)
        for shares in self.shares.values():
            if len(shares) > 1:
                canvas.text(say("pressed again", say("pays " + shares[1])), 64, 45, ALIGN_CENTRE)
                break

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        if not self.shares.get(answer):
            return None
        share = share_of(self.app.entry, answer)
        lines = self.name(key, answer)
        if share is not None:
            lines.append((say("pays " + share), False))
        return lines, share is not None

    def back(self) -> None:
        self._go_to(-1)

    def accept(self) -> None:
        self._go_to(1)

    def _go_to(self, step: int) -> None:
        if self.from_special:
            show_page(self.app, 0, CARD)
        else:
            go_to_page_beside(self.app, 0, LIABLE, step)

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == A:
            return "A go on" if app.entry.liable else "A nobody", self.accept
        if key in self.answers:
            player = self.answers[key]
            if player == app.entry.winner:
                return "winner liable"
            if not self.shares[player]:
                return "only fed" if app.playing.rules.on("feeding") else "only discarder"
            if len(app.entry.liable) > 1 and share_of(app.entry, player) is None:
                return "two liable"
        return super().does(key)

    def take(self, answer: int) -> None:
        choose(self.app.entry, self.app.playing, answer)
        self.app.changed()
