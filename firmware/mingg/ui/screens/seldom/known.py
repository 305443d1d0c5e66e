"""A hand that was counted at the table: the players dial its score, and the device does not count it."""

from mingg.core.scoring.legality import highest, lowest
from mingg.entry.card_entry import CARD, hand_at
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.forms import Figure
from mingg.ui.kit.view import HOLD, Arm, Foot, Key, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Page, Parts

BESIDE = "deal.card.go_beside"
STEPS = ((UP, 2), (DOWN, -2), (LEFT, -10), (RIGHT, 10))


def begin(app: "App", turn: int) -> None:
    """Goes from a card to its score alone. The dial begins at what the card counts so far."""
    play = app.play
    entry = play.entry
    player = entry.player(turn, play.playing.table)
    entry.dead[player] = None
    entry.known[player] = entry.count(player, play.playing).score
    app.navigator.leave("deal.card.Card")
    app.show("deal.card.show_page", turn, CARD)


class Known(Screen):
    """The page of such a hand in place of its card. A held goes back to the sets."""

    words = ("cards",)

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app)
        self.turn = turn
        play = self.play
        self.hand = hand_at(play.entry, play.playing, turn)

    def view(self) -> "Parts":
        hand, score = self.hand, self.score()
        wrong = hand.why_not_done()
        arms: "list[Any]" = []
        for key, step in STEPS:
            after = self.after(step)
            if after != score:
                arms.append(Turn(key, "%+d" % (after - score), self.dial, after))
            elif step > 0:
                arms.append(Key(key, "", ["limit is", after]))
            else:
                arms.append(Key(key, "", ["mahjong is", after] if hand.winner else "no more"))
        return View(
            Title("%s", "", hand.seat, self.play.name(hand.player)),
            Key(A, "A done", "no " + wrong if wrong else BESIDE, (self.turn, CARD, 1)),
            Key(B, "B back", BESIDE, (self.turn, CARD, -1)),
            Key(HOLD | A, "enter sets", self.enter_sets, (), False, True),
            Figure(str(score)),
            Foot(say("counted so")),
            *arms,
        )

    def score(self) -> int:
        return self.play.entry.known[self.hand.player] or 0

    def after(self, step: int) -> int:
        """Returns the score after a step: one that would lead beyond the highest or the lowest score ends there."""
        hand = self.hand
        score, most = max(self.score() + step, lowest(hand.winner, hand.rules)), highest(hand.winner, hand.rules)
        return score if most is None else min(score, most)

    def dial(self, score: int) -> None:
        self.play.entry.known[self.hand.player] = score
        self.hand.look()
        self.play.changed()

    def enter_sets(self) -> None:
        self.play.entry.known[self.hand.player] = None
        self.back()
        self.show("deal.card.show_page", self.turn, CARD)


class Turn(Arm):
    """A step of the score, at its arrow; the lower one stands above a line of text."""

    repeats = True

    def place(self, page: "Page") -> None:
        if self.key == DOWN:
            page.canvas.arrow(DOWN, 52, 49)
            page.canvas.text(self.text, 60, 47)
        else:
            super().place(page)
