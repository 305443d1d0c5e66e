"""A dead hand, where it matters how: too few tiles, or too many (B p.73)."""

from mingg.hal.keys import LEFT, RIGHT, A, B
from mingg.lang import say
from mingg.ui.layout import arm, centre_key, words
from mingg.ui.screens.card import OfOneHand, changed
from mingg.ui.seldom.more import More

MYPY = False
if MYPY:
    from mingg.ui.canvas import Canvas

KINDS = {LEFT: "short", RIGHT: "long"}


class Dead(OfOneHand):
    words = ("cards",)

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("dead hand"))
        stands = self.app.entry.dead[self.player]
        for key, kind in KINDS.items():
            arm(canvas, key, words(key, say("dead " + kind)), kind == stands)
        centre_key(canvas, say("alive"))

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(More(self.app, self.turn))
        elif key == A or key in KINDS:
            self.app.entry.dead[self.player] = KINDS.get(key)
            changed(self.app, self.turn)
        else:
            self.app.refuse(say("no more"))
