"""Asks which wind: the seat wind or the round wind, if both are possible."""

from mingg.hal.keys import DOWN, UP
from mingg.lang import say
from mingg.ui.entry.entry import OWN, ROUND
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import HandScreen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.widgets.rosette import Lines


class Winds(HandScreen):
    words = ("cards",)
    answers = {DOWN: OWN, UP: ROUND}

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        self.link = link(deal.Winds, turn)

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas)
        self.draw_arms(canvas)
        canvas.box(37, 28, 55, 12)
        canvas.text(say("winds"), 64, 30, 1, True, 0)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        if self.why_not(answer):
            return None
        laid = self.app.entry.sets[self.player]
        return [(say(*self.message_of(answer)), True)], any(item // 5 == answer for item in laid)

    def why_not(self, answer: int) -> "str | None":
        return self.hand.why_not_kind(answer)

    def take(self, answer: int) -> None:
        self.ask_kind(answer)
