"""What the last tile made, if its shape counts (Harr p.65-66; Babcock p.69-72)."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.entry.card_entry import LAST_SET
from mingg.ui.entry.entry import FILLED
from mingg.ui.screens.deal.card import HandScreen, go_to_page_beside
from mingg.ui.widgets.rosette import words

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

PUNG = ""  # or something that does not count
_PAIRS = {LEFT: "pair-simple", RIGHT: "pair-major", DOWN: "pair-seat"}


class LastSet(HandScreen):
    """Chooses what the last tile made. Every answer is an arrow. A does nothing, since players press it again and again
    for the cards before and after.

    no_chow: the tile made no chow; also if no chow is possible."""

    words = ("cards",)
    bar_y = 43

    def __init__(self, app: "App", turn: int = 0, no_chow: bool = False) -> None:
        super().__init__(app, turn)
        self.asked_more = no_chow  # this page comes after the one that asks for chows
        self.hand.check_last_set()
        pairs = self.hand.pairs_filled()
        no_chow = no_chow or not self.session.rules.knows("fill-chow")
        if not no_chow and not self.hand.why_not_last_set("chow-middle"):
            self.answers = {UP: "chow-middle", LEFT: "chow-end", RIGHT: "chow-open", DOWN: FILLED if pairs else PUNG}
        elif len(pairs) == 1:
            self.answers = {UP: PUNG, DOWN: pairs[0]}
        else:
            self.answers = {key: pair for key, pair in _PAIRS.items() if pair in pairs}
            self.answers[UP] = PUNG

    def draw(self, canvas: "Canvas") -> None:
        canvas.header("", say(self.leave), self.seat, say("winning tile"))
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool] | None":
        pung = say("a pung" if self.hand.card.sets() and self.session.rules.knows("fill-chow") else "none")
        stands = self.app.entry.last_set or ""
        if answer == PUNG:
            return words(key, pung), False
        if answer == FILLED:
            return words(key, pung + " / " + say("the pair")), self.app.entry.fills_pair()
        text = say("the pair" if key == DOWN and len(self.answers) == 2 else answer)
        return words(key, text), stands == answer

    def does(self, key: int, held: bool = False) -> "Act":
        return "choose by arrow" if key == A else super().does(key, held)

    def back(self) -> None:
        if self.asked_more:
            self.app.show(LastSet(self.app, self.turn))
        else:
            go_to_page_beside(self.app, self.turn, LAST_SET, -1)

    def take(self, answer: str) -> None:
        if answer == FILLED:
            self.app.show(LastSet(self.app, self.turn, True))
            return
        self.hand.complete(answer or None)
        go_to_page_beside(self.app, self.turn, LAST_SET, 1)
