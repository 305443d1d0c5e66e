"""More, behind A held on Card: what few hands have. Suits; the tiles themselves; and a list of the rest: special hands
that the counts do not tell, what few rules ask, and other ways to say a hand."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.memory import BOARD
from mingg.ui.entry.choices import SUIT_ROWS, Choices
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screens import deal, tiles
from mingg.ui.screens.deal.card import CardScreen, OfOneHand, changed
from mingg.ui.widgets.layout import arm, words
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

SUIT_OF = {LEFT: "half", UP: "full", RIGHT: "honours"}
# The others are told by the counts: three dragons, four kongs, so many concealed.
HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins")
CLAIMED, FOURTH, LIABLE, KNOWN = "claimed", "fourth", "liable", "known"
DEAD = ("dead", "short", "long")  # the kinds of dead hand


def sayable(rules: "Rules") -> "list[str]":
    """What there is to say of a winner's hand under the rules in force."""
    said = [hand for hand in HANDS if hand in rules.hands]
    if rules.knows("three-concealed"):
        said.append(CLAIMED)
    if rules.knows("fourth"):
        said.append(FOURTH)
    return said


class More(OfOneHand):
    words = ("cards",)

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("more"))
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
            self.app.show(Special(self.app, self.turn))
        elif key == A:
            self.app.keep(BOARD)
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


class Special(Rows):
    """A says it, or takes it back, or opens it."""

    words = ("cards",)
    bar_y = 52

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app)
        self.turn = turn
        table, rules = app.playing.table, app.playing.rules
        self.player = app.entry.player(turn, table)
        self.seat = table.seat(self.player)
        self.list = list(rules.table["dead_hands"]) if turn else sayable(rules)
        if not turn:
            from mingg.ui.screens.deal.liable import may_be

            if may_be(app):
                self.list.append(LIABLE)
        self.list.append(KNOWN)
        self._look()

    def _look(self) -> None:
        """told: the hands that the card is of by its counts alone."""
        from mingg.core.scoring.facts import Hand
        from mingg.core.scoring.score import find

        self.choices = choices = Choices(self.app.entry, self.player, self.app.playing)
        card, rules = choices.card, choices.rules
        said = card.special
        self.told: "list[str]" = []
        for row in rules.special:
            if row.id in HANDS and row.id in self.list:
                card.special = [hand for hand in said if hand != row.id]
                if find(row.fact)(Hand(card, choices.seat, choices.round_wind, choices.win, rules)):
                    self.told.append(row.id)
        card.special = said

    def rows(self) -> int:
        return len(self.list)

    def row(self, index: int) -> "tuple[str, str]":
        entry = self.app.entry
        what = self.list[index]
        if what == CLAIMED:
            return say("claimed kongs"), str(entry.claimed)
        if what == LIABLE:
            return say("liable"), say("yes" if entry.liable else "no")
        if what == KNOWN:
            return say("count known"), ""
        if what in DEAD:
            said, words = entry.dead[self.player] == what, "is " + what
        elif what == FOURTH:
            said, words = entry.fourth, "fourth of"
        else:
            said, words = what in entry.special or what in self.told, "special " + what
        return say(words), say("yes" if said else "no")

    def draw(self, canvas: "Canvas") -> None:
        room = 100 - canvas.width(say("B done")) - canvas.width(self.where())
        name = canvas.fit(self.app.name(self.player), room, True)
        canvas.header(name, say("B done"), self.seat, self.where())
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        if key == B:
            changed(self.app, self.turn)
        elif key == A:
            self._choose(self.list[self.current])
        else:
            self.move(key)

    def _choose(self, what: str) -> None:
        app = self.app
        if what == LIABLE:
            app.go(deal.Liability, True)
            return
        if what == KNOWN:
            from mingg.ui.screens.deal.known import begin, why_not

            reason = why_not(app, self.player)
            if not reason:
                begin(app, self.turn)
                return
        elif what in DEAD:
            dead = app.entry.dead
            dead[self.player] = None if dead[self.player] == what else what
            changed(app, self.turn)
            return
        else:
            reason = self._turn(what)
        if reason:
            self.app.refuse(say("no " + reason))
        else:
            app.changed()
            self._look()

    def _turn(self, what: str) -> "str | None":
        """Says a thing, or takes it back; or why not."""
        entry, card = self.app.entry, self.choices.card
        if entry.whole(self.player):
            return "tiles-tell"
        if what == CLAIMED:
            kongs = card.kongs[0] + card.kongs[2]
            if not kongs:
                return "open-kong"
            entry.claimed = (entry.claimed + 1) % (kongs + 1)
            return None
        if what == FOURTH:
            reason = None if entry.fourth else self.choices.why_not_fourth()
            entry.fourth = entry.fourth != (reason is None)
            return reason
        if what in self.told and what not in entry.special:
            return "told"
        reason = self.choices.why_not_special(what)
        if reason:
            return reason
        if what in entry.special:
            entry.special.remove(what)
        else:
            entry.special.append(what)
            if what == "nine_gates":
                entry.suits[entry.winner] = "full"
        return None
