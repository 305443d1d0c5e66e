"""More, behind A held on Card: what few hands need. Suits; the tiles themselves; and a list of the rest: special hands
that the counts do not show, questions of few rules, and other ways to enter a hand."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import named, say
from mingg.ui.entry.card_entry import SUIT_ROWS, CardEntry
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import HandScreen, by_tiles, changed
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.rosette import name_header, words

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Screen
    from mingg.ui.widgets.rosette import Lines

# the counts show the other special hands: three dragons, four kongs, so many concealed sets
HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins")
CLAIMED, FOURTH, LIABLE, KNOWN = "claimed", "fourth", "liable", "known"
DEAD = ("dead", "short", "long")  # the kinds of dead hand


def sayable(rules: "Rules") -> "list[str]":
    """Returns what can be entered for a winner's hand under the rules in force."""
    entries = [hand for hand in HANDS if hand in rules.hands]
    entries += sorted(rules.table.get("patterns", ()))
    if rules.knows("three-concealed"):
        entries.append(CLAIMED)
    if rules.knows("fourth"):
        entries.append(FOURTH)
    return entries


class More(HandScreen):
    """Chooses a suit, or "" for the list."""

    words = ("cards",)
    answers = {LEFT: "half", UP: "full", RIGHT: "honours", DOWN: ""}
    choice = "enter tiles"

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        self.link = link(deal.More, turn)

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("more"))
        self.draw_arms(canvas)
        canvas.key("A", 63, 28)
        canvas.text(say("tiles"), 67, 39, ALIGN_CENTRE)

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool] | None":
        entry = self.app.entry
        if answer:
            chosen = answer == entry.suits[self.player]
            if not (chosen if entry.whole(self.player) else not self.hand.why_not_suit(answer)):
                return None
            return words(key, say(answer)) + [(self._worth(answer), True)], chosen
        if self.turn:
            return [(say("or dead"), False)], entry.dead[self.player] is not None
        entered = bool(entry.special or entry.claimed or entry.fourth or entry.liable or entry.marks)
        return [(say("or special" if sayable(self.session.rules) else "or known"), False)], entered

    def _worth(self, suit: str) -> str:
        rules = self.session.rules
        limited = "all_honours" in rules.hands or "winds_and_dragons" in rules.hands
        if suit == "honours" and rules.limit is not None and limited:
            return say("limit")
        rows = (SUIT_ROWS[suit], "purity") if suit == "full" else (SUIT_ROWS[suit],)
        times = [row.worth for row in rules.doublings if row.id in rows]
        return "x%d" % (1 << times[0]) if times else ""

    def accept(self) -> None:
        by_tiles(self.app, self.turn)

    def _after(self, suit: str) -> str:
        """Returns the suit after a press: this one, or none if the hand had it already."""
        return "mixed" if suit == self.app.entry.suits[self.player] else suit

    def why_not(self, answer: str) -> "str | None":
        if not answer:
            return None
        whole = self.app.entry.whole(self.player)
        return "tiles-tell" if whole else self.hand.why_not_suit(self._after(answer))

    def take(self, answer: str) -> None:
        if answer:
            self.app.entry.suits[self.player] = self._after(answer)
            changed(self.app, self.turn)
        else:
            modern = "modern" in self.session.rules.table
            self.app.show(deal.SpecialHands()(self.app, self.turn) if modern else Special(self.app, self.turn))


def more(app: "App", turn: int) -> "Screen":
    """Returns the screen behind A held: for a loser the list, if it is long and no suit counts for a loser."""
    rules = app.playing.rules
    suits = any(row.id in SUIT_ROWS.values() for row in rules.doublings_of(not turn))
    if turn and "modern" in rules.table and not suits:
        return deal.SpecialHands()(app, turn)
    return More(app, turn)


class Special(ListScreen):
    """A list: A enters the current row, takes it back, or opens it."""

    leave = "B done"
    words = ("cards",)
    bar_y = 52

    def __init__(self, app: "App", turn: int) -> None:
        self.turn = turn
        table = app.playing.table
        self.player = app.entry.player(turn, table)
        self.seat = table.seat(self.player)
        self.app = app
        choices = self._rows()
        if not turn:
            from mingg.ui.entry.liability import may_be

            if may_be(app.entry, app.playing.rules):
                choices.append(LIABLE)
        super().__init__(app, None, choices + [KNOWN])
        self._look()

    def _rows(self) -> "list[str]":
        """Returns what there is to enter, besides the last rows."""
        rules = self.app.playing.rules
        return list(rules.table["dead_hands"]) if self.turn else sayable(rules)

    def _look(self) -> None:
        """Reads the hand. seen_on_card: the special hands that the card shows by its counts alone."""
        from mingg.core.scoring.facts import Hand
        from mingg.core.scoring.score import find

        self.hand = hand = CardEntry(self.app.entry, self.player, self.app.playing)
        card, rules = hand.card, hand.rules
        marked = card.special
        self.seen_on_card: "list[str]" = []
        for row in rules.special:
            if row.id in self.items:
                card.special = [hand for hand in marked if hand != row.id]
                if find(row.fact)(Hand(card, hand.seat, hand.round_wind, hand.win, rules)):
                    self.seen_on_card.append(row.id)
        card.special = marked

    def row(self, index: int) -> "tuple[str, str]":
        entry = self.app.entry
        item = self.items[index]
        if item == CLAIMED:
            return say("claimed kongs"), str(entry.claimed)
        if item == LIABLE:
            return say("liable"), say("yes" if entry.liable else "no")
        if item == KNOWN:
            return say("count known"), ""
        if item in DEAD:
            marked, words = entry.dead[self.player] == item, "is " + item
            if item == "dead" and "long" in self.items:
                words = "is otherwise"
        elif item == FOURTH:
            marked, words = entry.fourth, "fourth of"
        else:
            marked = item in entry.special or item in self.seen_on_card
            return named("special", item), say("yes" if marked else "no")
        return say(words), say("yes" if marked else "no")

    def draw(self, canvas: "Canvas") -> None:
        name_header(canvas, "", self.app.name(self.player), say(self.leave), self.seat, self.where())
        self.draw_rows(canvas)

    def back(self) -> None:
        changed(self.app, self.turn)

    def does(self, key: int, held: bool = False) -> "Act":
        reason = self._why_not(self.items[self.current]) if key == A else None
        return "no " + reason if reason else super().does(key)

    def _why_not(self, item: str) -> "str | None":
        """Returns why a row cannot be entered or taken back."""
        entry = self.app.entry
        if item == LIABLE or item in DEAD:
            return None
        if item == KNOWN:
            # the fifth player is paid by the doublings of the winning hand (B p.85)
            return "score-of-five" if not self.turn and self.app.playing.rules.pays_fifth() else None
        if entry.whole(self.player):
            return "tiles-tell"
        if item == CLAIMED:
            return None if self._kongs() else "open-kong"
        if item == FOURTH:
            return None if entry.fourth else self.hand.why_not_fourth()
        if item in self.seen_on_card and item not in entry.special:
            return "told"
        return self.hand.why_not_special(item)

    def _kongs(self) -> int:
        kongs = self.hand.card.kongs
        return kongs[0] + kongs[2]

    def accept(self) -> None:
        app, entry = self.app, self.app.entry
        item = self.items[self.current]
        if item == LIABLE:
            app.go(deal.Liability, True)
            return
        if item == KNOWN:
            from mingg.ui.screens.deal.known import begin

            begin(app, self.turn)
            return
        if item in DEAD:
            entry.dead[self.player] = None if entry.dead[self.player] == item else item
        elif item == CLAIMED:
            entry.claimed = (entry.claimed + 1) % (self._kongs() + 1)
        elif item == FOURTH:
            entry.fourth = not entry.fourth
        elif item in entry.special:
            entry.special.remove(item)
        else:
            entry.special.append(item)
            if item == "nine_gates":
                entry.suits[entry.winner] = "full"
        app.changed()
        self._look()
