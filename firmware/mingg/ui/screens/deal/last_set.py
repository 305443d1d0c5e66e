"""What the last tile made, if its shape counts (Harr p.65-66; Babcock p.69-72)."""

from mingg.entry.card_entry import LAST_SET, hand_at
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.view import Arm, Key, Screen, Title, View
from mingg.ui.screens.deal.pages import go_beside

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

PUNG = ""  # or something that does not count
_PAIRS = {"pair-simple": LEFT, "pair-major": RIGHT, "pair-seat": DOWN}


class LastSet(Screen):
    """Asks what the last tile made: first for chows, if it may have made one, then for pairs. Every answer is an arrow.
    A does nothing, since players press it again and again for the cards before and after.

    chows: it asks for chows.
    """

    words = ("cards",)
    next = "deal.card.Card"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        play = self.play
        self.hand = hand_at(play.entry, play.playing, 0)
        self.pairs = self.hand.pairs_filled()
        rules = self.hand.rules
        self.may_be_chow = rules.knows("fill-chow") and not self.hand.why_not_last_set("chow-middle")
        self.chows = self.may_be_chow
        self.pung = say("a pung" if self.hand.card.sets() and rules.knows("fill-chow") else "none")

    def state(self) -> "tuple[Any, ...]":
        return (self.chows,)

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.chows = state[0]

    def view(self) -> "Parts":
        arms, pairs, entry = [], self.pairs, self.play.entry
        if self.chows:
            answers = {UP: "chow-middle", LEFT: "chow-end", RIGHT: "chow-open"}
            if pairs:
                text = self.pung + " / " + say("the pair")
                arms.append(Arm(DOWN, text, self.ask_pair, (), "", entry.fills_pair()))
            else:
                arms.append(Arm(DOWN, self.pung, self.take, PUNG))
        else:
            answers = {DOWN: pairs[0]} if len(pairs) == 1 else {_PAIRS[pair]: pair for pair in pairs}
            arms.append(Arm(UP, self.pung, self.take, PUNG))
        for key, answer in answers.items():
            text = say("the pair" if answer in pairs and len(pairs) == 1 else answer)
            arms.append(Arm(key, text, self.take, answer, "", answer == entry.last_set))
        return View(
            Title(say("winning tile"), "", self.hand.seat),
            Key(A, "", "choose by arrow"),
            Key(B, "B back", self.go_back),
            *arms,
        )

    def ask_pair(self) -> None:
        self.chows = False

    def go_back(self) -> None:
        if self.chows or not self.may_be_chow:
            go_beside(self.app, 0, LAST_SET, -1)
        else:
            self.chows = True

    def take(self, answer: str) -> None:
        self.hand.complete(answer or None)
        go_beside(self.app, 0, LAST_SET, 1)
