"""A hand that was entered tile by tile is to be changed on its card: what would be dropped, before it is."""

from mingg.core.tiles.tiles import tile_of
from mingg.hal.keys import LEFT, RIGHT, B
from mingg.lang import say
from mingg.ui.screens.deal.card import CardScreen, OfOneHand
from mingg.ui.screens.tiles.board import Board, Faces
from mingg.ui.screens.tiles.tiles_hand import tiles_in
from mingg.ui.widgets.layout import arm, words

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

_SHOWN = 9  # tiles


class ByCard(OfOneHand):
    """Left to the tiles, right on by the card: its sets stay, the tiles that are none of theirs go. key, held: what is
    then done on the card."""

    words = ("tiles",)

    def __init__(self, app: "App", turn: int, key: int, held: bool) -> None:
        super().__init__(app, turn)
        self.key, self.held = key, held
        self.faces = Faces(app.canvas)
        self.gone = [tile for group in app.entry.beside[self.player] for tile in tiles_in(group)]
        if not self.gone and app.entry.last_tile is not None:
            self.gone = [tile_of(app.entry.last_tile)]

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("in tiles"))
        for key, text in ((LEFT, "to the tiles"), (RIGHT, "by card")):
            arm(canvas, key, words(key, say(text)))
        canvas.text(say("dropped"), 2, 43)
        over = len(self.gone) - _SHOWN
        for i, tile in enumerate(self.gone[: _SHOWN - (over > 0)]):
            self.faces.draw(tile, 1 + 14 * i, 54)
        if over > 0:
            canvas.text("+%d" % (over + 1), 113, 54, 0, True)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.show(CardScreen(app, self.turn))
        elif key == LEFT:
            app.show(Board(app, self.turn))
        elif key == RIGHT:
            app.entry.forget_tiles(self.player)
            app.changed()
            card = CardScreen(app, self.turn)
            app.show(card)
            if self.held:
                card.hold(self.key)
            else:
                card.press(self.key)
        else:
            app.refuse(say("no more"))
