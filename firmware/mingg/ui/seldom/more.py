"""More, behind A held on Card: what few hands have. Suits; special hands of the winner; a dead hand of a loser."""

from mingg import lang
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_CENTRE
from mingg.ui.choices import SUIT_ROWS
from mingg.ui.layout import arm, words
from mingg.ui.screens.card import CardScreen, OfOneHand, changed

MYPY = False
if MYPY:
    from mingg.ui.canvas import Canvas
    from mingg.ui.entry import Entry

SUIT_OF = {LEFT: "half", UP: "full", RIGHT: "honours"}


def short_words(entry: "Entry", player: int) -> "list[str]":
    """What was said of a hand beside its sets, in short words."""
    lang.use(More.words)
    said = []
    if entry.dead[player]:
        said.append(say("short " + str(entry.dead[player])))
    if entry.suits[player] != "mixed":
        said.append(say("short " + entry.suits[player]))
    if player == entry.winner:
        said += [say("short " + hand) for hand in entry.special]
        if entry.claimed:
            said.append(say("short claimed", entry.claimed))
        if entry.fourth:
            said.append(say("short fourth"))
    return said


class More(OfOneHand):
    words = ("cards",)

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("more"))
        chosen = self.app.entry.suits[self.player]
        possible = chosen != "mixed"
        for key, suit in SUIT_OF.items():
            if not self.choices.why_not_suit(suit):
                possible = True
                arm(canvas, key, words(key, say(suit)) + [(self._worth(suit), True)], suit == chosen)
        if possible:
            canvas.key("A", 60, 28)
            canvas.text(say("none"), 64, 39, ALIGN_CENTRE)
        entry = self.app.entry
        if self.turn == 0:
            if self._list():
                said = bool(entry.special or entry.claimed or entry.fourth)
                arm(canvas, DOWN, [(say("special hands"), False)], said)
        else:
            arm(canvas, DOWN, [(say("dead hand"), False)], entry.dead[self.player] is not None)

    def _worth(self, suit: str) -> str:
        rules = self.session.rules
        if suit == "honours" and rules.limit is not None and "all_honours" in rules.hands:
            return say("limit")
        times = [row[2] for row in rules.doublings if row[0] == SUIT_ROWS[suit]]
        return "x%d" % (1 << times[0]) if times else ""

    def _list(self) -> "list[str]":
        from mingg.ui.seldom.special import sayable

        return sayable(self.session.rules)

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(CardScreen(self.app, self.turn))
        elif key == DOWN:
            self._special()
        else:
            suit = SUIT_OF.get(key, "mixed")
            reason = self.choices.why_not_suit(suit)
            if reason:
                self.why_not(reason)
            else:
                self.app.entry.suits[self.player] = suit
                changed(self.app, self.turn)

    def _special(self) -> None:
        app = self.app
        if self.turn == 0:
            if not self._list():
                app.refuse(say("no more"))
                return
            from mingg.ui.seldom.special import Special

            app.show(Special(app, self.turn))
        elif self.session.rules.table["dead_hands"] == ("dead",):
            dead = app.entry.dead
            dead[self.player] = None if dead[self.player] else "dead"
            changed(app, self.turn)
        else:
            from mingg.ui.seldom.dead import Dead

            app.show(Dead(app, self.turn))
