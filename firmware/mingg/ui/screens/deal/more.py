"""More, behind A held on Card: what few hands have. Suits; the tiles themselves; and a list of the rest: special hands
that the counts do not tell, what few rules ask, and other ways to say a hand."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.entry.choices import SUIT_ROWS, Choices
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import OfOneHand, by_tiles, changed
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.rosette import name_header, words

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

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
    """An answer is a suit, or "": the list."""

    words = ("cards",)
    answers = {LEFT: "half", UP: "full", RIGHT: "honours", DOWN: ""}
    choice = "tiles"

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        self.again = link(deal.More, turn)

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("more"))
        self.draw_arms(canvas)
        canvas.key("A", 60, 28)
        canvas.text(say("tiles"), 64, 39, ALIGN_CENTRE)

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool] | None":
        entry = self.app.entry
        if answer:
            chosen = answer == entry.suits[self.player]
            if not (chosen if entry.whole(self.player) else not self.choices.why_not_suit(answer)):
                return None
            return words(key, say(answer)) + [(self._worth(answer), True)], chosen
        if self.turn:
            return [(say("or dead"), False)], entry.dead[self.player] is not None
        said = bool(entry.special or entry.claimed or entry.fourth or entry.liable)
        return [(say("or special" if sayable(self.session.rules) else "or known"), False)], said

    def _worth(self, suit: str) -> str:
        rules = self.session.rules
        if suit == "honours" and rules.limit is not None and "all_honours" in rules.hands:
            return say("limit")
        times = [row.worth for row in rules.doublings if row.id == SUIT_ROWS[suit]]
        return "x%d" % (1 << times[0]) if times else ""

    def accept(self) -> None:
        by_tiles(self.app, self.turn)

    def _after(self, suit: str) -> str:
        """The hand is of this suit, or is not after all."""
        return "mixed" if suit == self.app.entry.suits[self.player] else suit

    def why_not(self, answer: str) -> "str | None":
        if not answer:
            return None
        whole = self.app.entry.whole(self.player)
        return "tiles-tell" if whole else self.choices.why_not_suit(self._after(answer))

    def take(self, answer: str) -> None:
        if answer:
            self.app.entry.suits[self.player] = self._after(answer)
            changed(self.app, self.turn)
        else:
            self.app.show(Special(self.app, self.turn))


class Special(ListScreen):
    """A says it, or takes it back, or opens it."""

    leave = "B done"
    words = ("cards",)
    bar_y = 52

    def __init__(self, app: "App", turn: int) -> None:
        self.turn = turn
        table, rules = app.playing.table, app.playing.rules
        self.player = app.entry.player(turn, table)
        self.seat = table.seat(self.player)
        sayings = list(rules.table["dead_hands"]) if turn else sayable(rules)
        if not turn:
            from mingg.ui.screens.deal.liable import may_be

            if may_be(app):
                sayings.append(LIABLE)
        super().__init__(app, None, sayings + [KNOWN])
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
            if row.id in HANDS and row.id in self.items:
                card.special = [hand for hand in said if hand != row.id]
                if find(row.fact)(Hand(card, choices.seat, choices.round_wind, choices.win, rules)):
                    self.told.append(row.id)
        card.special = said

    def row(self, index: int) -> "tuple[str, str]":
        entry = self.app.entry
        what = self.items[index]
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
        name_header(canvas, "", self.app.name(self.player), say(self.leave), self.seat, self.where())
        self.draw_rows(canvas)

    def back(self) -> None:
        changed(self.app, self.turn)

    def does(self, key: int, held: bool = False) -> "Act":
        reason = self._why_not(self.items[self.current]) if key == A else None
        return "no " + reason if reason else super().does(key)

    def _why_not(self, what: str) -> "str | None":
        """Why a thing cannot be said, or taken back."""
        entry = self.app.entry
        if what == LIABLE or what in DEAD:
            return None
        if what == KNOWN:
            # The fifth player is paid by how often the winning hand doubles (B p.85).
            return None if self.turn or self.app.playing.rules.players < 5 else "score-of-five"
        if entry.whole(self.player):
            return "tiles-tell"
        if what == CLAIMED:
            return None if self._kongs() else "open-kong"
        if what == FOURTH:
            return None if entry.fourth else self.choices.why_not_fourth()
        if what in self.told and what not in entry.special:
            return "told"
        return self.choices.why_not_special(what)

    def _kongs(self) -> int:
        kongs = self.choices.card.kongs
        return kongs[0] + kongs[2]

    def accept(self) -> None:
        app, entry = self.app, self.app.entry
        what = self.items[self.current]
        if what == LIABLE:
            app.go(deal.Liability, True)
            return
        if what == KNOWN:
            from mingg.ui.screens.deal.known import begin

            begin(app, self.turn)
            return
        if what in DEAD:
            entry.dead[self.player] = None if entry.dead[self.player] == what else what
            changed(app, self.turn)
            return
        if what == CLAIMED:
            entry.claimed = (entry.claimed + 1) % (self._kongs() + 1)
        elif what == FOURTH:
            entry.fourth = not entry.fourth
        elif what in entry.special:
            entry.special.remove(what)
        else:
            entry.special.append(what)
            if what == "nine_gates":
                entry.suits[entry.winner] = "full"
        app.changed()
        self._look()
