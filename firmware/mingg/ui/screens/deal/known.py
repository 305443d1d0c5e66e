"""A hand that was counted at the table: the players dial its score, and the device does not count it."""

from mingg.core.scoring.legality import highest, lowest
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.entry.card_entry import CARD
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import HandScreen, changed, go_to_page_beside, show_page
from mingg.ui.widgets.rosette import name_header

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

STEPS = {UP: 2, DOWN: -2, LEFT: -10, RIGHT: 10}


def begin(app: "App", turn: int) -> None:
    """Goes from a card to its score alone. The dial begins at what the card counts so far."""
    entry = app.entry
    player = entry.player(turn, app.playing.table)
    entry.dead[player] = None
    entry.known[player] = entry.count(player, app.playing).score
    show_page(app, turn, CARD)


class Known(HandScreen):
    """The page of such a hand in place of its card. A held goes back to the sets."""

    words = ("cards",)
    answers = STEPS
    holds = (A,)
    repeats = (UP, DOWN, LEFT, RIGHT)

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        self.link = link(deal.Known, turn)

    def draw(self, canvas: "Canvas") -> None:
        score = self.app.entry.known[self.player] or 0
        name_header(canvas, "", self.app.name(self.player), say("A done"), self.seat)
        canvas.figures(str(score), 64, 22, ALIGN_CENTRE, score < 1000)
        self.draw_arms(canvas)
        canvas.text(say("counted so"), 64, 56, ALIGN_CENTRE)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        act = self.does(key)
        if not isinstance(act, tuple):
            return None
        word = act[0][1]
        if key == DOWN:  # above a line of words
            canvas.arrow(DOWN, 52, 48)
            canvas.text(word, 60, 46)
            return None
        return [(word, False)], False

    def _dial(self, step: int) -> "Act":
        """Returns what a step does: one that would lead beyond the highest or the lowest score ends there."""
        rules, winner = self.session.rules, self.turn == 0
        before = self.app.entry.known[self.player] or 0
        most, least = highest(winner, rules), lowest(winner, rules)
        score = max(before + step, least)
        if most is not None:
            score = min(score, most)
        if score != before:
            return ["", "%+d" % (score - before)], self._set, score
        return ["limit is", most] if step > 0 else ["mahjong is", least] if winner else "no more"

    def back(self) -> None:
        go_to_page_beside(self.app, self.turn, CARD, -1)

    def does(self, key: int, held: bool = False) -> "Act":
        if key in STEPS:
            return self._dial(STEPS[key])
        if key != A:
            return super().does(key)
        if held:
            return "enter sets", self._to_card
        reason = self.hand.why_not_done()
        return "no " + reason if reason else ("A done", go_to_page_beside, self.app, self.turn, CARD, 1)

    def _set(self, score: int) -> None:
        self.app.entry.known[self.player] = score
        self.app.changed()

    def _to_card(self) -> None:
        self.app.entry.known[self.player] = None
        changed(self.app, self.turn)
