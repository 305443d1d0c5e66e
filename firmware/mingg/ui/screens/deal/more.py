"""More, behind A held on Card: what few hands have. Suits; the tiles themselves; the rest is a list (special.py)."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.modules import SELDOM, SETTLING, let_go_of
from mingg.ui.entry.choices import SUIT_ROWS
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screens import deal, tiles
from mingg.ui.screens.deal.card import CardScreen, OfOneHand, changed
from mingg.ui.screens.deal.special import sayable
from mingg.ui.widgets.layout import arm, words

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas

SUIT_OF = {LEFT: "half", UP: "full", RIGHT: "honours"}


class More(OfOneHand):
    words = ("cards",)

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("more"))
        chosen, whole = self.app.entry.suits[self.player], self.app.entry.whole(self.player)
        for key, suit in SUIT_OF.items():
            if suit == chosen if whole else not self.choices.why_not_suit(suit):
                arm(canvas, key, words(key, say(suit)) + [(self._worth(suit), True)], suit == chosen)
        canvas.key("A", 60, 28)
        canvas.text(say("tiles"), 64, 39, ALIGN_CENTRE)
        entry = self.app.entry
        if self.turn:
            said, text = entry.dead[self.player] is not None, "or dead"
        else:
            said = bool(entry.special or entry.claimed or entry.fourth or entry.liable)
            text = "or special" if sayable(self.session.rules) else "or known"
        arm(canvas, DOWN, [(say(text), False)], said)

    def _worth(self, suit: str) -> str:
        rules = self.session.rules
        if suit == "honours" and rules.limit is not None and "all_honours" in rules.hands:
            return say("limit")
        times = [row[2] for row in rules.doublings if row[0] == SUIT_ROWS[suit]]
        return "x%d" % (1 << times[0]) if times else ""

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(CardScreen(self.app, self.turn))
        elif key == DOWN:
            self.app.go(deal.Special, self.turn)
        elif key == A:
            let_go_of(SELDOM, SETTLING)  # a board has room for the tiles where nothing lies ready
            self.app.go(tiles.Board, self.turn)
        else:
            self._suit(SUIT_OF[key])

    def _suit(self, suit: str) -> None:
        """The hand is of this suit, or is not after all."""
        entry = self.app.entry
        if suit == entry.suits[self.player]:
            suit = "mixed"
        reason = "tiles-tell" if entry.whole(self.player) else self.choices.why_not_suit(suit)
        if reason:
            self.why_not(reason)
        else:
            entry.suits[self.player] = suit
            changed(self.app, self.turn)
