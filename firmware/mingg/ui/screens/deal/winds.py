"""Which wind: the own one, or that of the round, where the rules tell them apart."""

from mingg.hal.keys import DOWN, UP, B
from mingg.lang import say
from mingg.ui.entry.entry import OWN, ROUND
from mingg.ui.screens.deal.card import CardScreen, OfOneHand
from mingg.ui.widgets.layout import arm

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas

KINDS = {DOWN: OWN, UP: ROUND}


class Winds(OfOneHand):
    words = ("cards",)

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("B other"))
        laid = self.app.entry.sets[self.player]
        for key, kind in KINDS.items():
            if not self.choices.why_not_kind(kind):
                arm(canvas, key, [(self.word_of(kind), True)], any(item // 5 == kind for item in laid))
        canvas.box(37, 28, 55, 12)
        canvas.text(say("winds"), 64, 30, 1, True, 0)

    def press(self, key: int) -> None:
        card = CardScreen(self.app, self.turn, self.choices)
        if key == B:
            self.app.show(card)
        elif key in KINDS:
            card.choose(KINDS[key])
        else:
            self.app.refuse(say("no more"))
