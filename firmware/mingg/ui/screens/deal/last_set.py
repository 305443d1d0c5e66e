"""What the last tile made, if its shape counts (Harr p.65-66; Babcock p.69-72)."""

from typing import Any

from mingg.entry.card_entry import LAST_SET, hand_at
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.view import Arm, Key, Parts, Screen, Title, View
from mingg.ui.screens.deal.card import go_beside

PUNG = ""  # or something that does not count
_CHOWS = {UP: "chow-middle", LEFT: "chow-end", RIGHT: "chow-open"}
_PAIRS = {LEFT: "pair-simple", RIGHT: "pair-major", DOWN: "pair-seat"}


class LastSet(Screen):
    """Asks what the last tile made: first for chows, if it may have made one, then for pairs. Every answer is an arrow.
    A does nothing, since players press it again and again for the cards before and after.

    again: no chow was the answer, so it asks for pairs.
    """

    words = ("cards",)
    next = "deal.card.Card"

    def begin(self, again: bool = False) -> None:
        play = self.play
        self.again = again
        self.hand = hand_at(play.entry, play.playing, 0)
        self.pairs = self.hand.pairs_filled()
        counts = self.hand.rules.knows("fill-chow")
        self.chows = not again and counts and not self.hand.why_not_last_set("chow-middle")
        self.pung = say("a pung" if self.hand.made.size() and counts else "none")

    def view(self) -> "Parts":
        pairs, entry = self.pairs, self.play.entry
        parts: "list[Any]" = [Title(say("winning tile"), "", self.hand.seat), Key(A, "", "choose by arrow")]
        if not self.again:
            parts.append(Key(B, "B back", go_beside, (self.app, 0, LAST_SET, -1)))
        answers = _CHOWS if self.chows else {key: pair for key, pair in _PAIRS.items() if pair in pairs}
        if self.chows and pairs:
            text = self.pung + " / " + say("the pair")
            parts.append(Arm(DOWN, text, "deal.last_set.LastSet", True, "", entry.fills_pair()))
        else:
            parts.append(Arm(DOWN if self.chows else UP, self.pung, self.take, PUNG))
        for key, answer in answers.items():
            one = not self.chows and len(pairs) == 1
            text = say("the pair" if one else answer)
            parts.append(Arm(DOWN if one else key, text, self.take, answer, "", answer == entry.won().last_set))
        return View(*parts)

    def take(self, answer: str) -> None:
        self.play.entry.won().last_set = answer or None
        go_beside(self.app, 0, LAST_SET, 1)
