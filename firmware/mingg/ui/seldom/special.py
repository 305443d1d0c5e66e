"""What else may be said of the winner's hand: special hands that its counts do not tell, and what few rules ask."""

from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.choices import Choices
from mingg.ui.screens.card import changed
from mingg.ui.seldom.rows import Rows

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

# The others are told by the counts: three dragons, four kongs, so many concealed.
HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins")
CLAIMED, FOURTH = "claimed", "fourth"


def _is_told(choices: Choices, hand: str) -> bool:
    """The card is of this hand by its counts alone."""
    from mingg.core.facts import Hand, find

    card = choices.card
    named, card.special = card.special, [other for other in card.special if other != hand]
    told = False
    for row in choices.rules.special:
        if row[0] == hand:
            held = Hand(card, choices.seat, choices.round_wind, choices.win, choices.rules)
            told = bool(find(row[1])(held))
    card.special = named
    return told


def sayable(rules: "Rules") -> "list[str]":
    """What there is to say under the rules in force."""
    said = [hand for hand in HANDS if hand in rules.hands]
    if rules.knows("three-concealed"):
        said.append(CLAIMED)
    if rules.knows("fourth"):
        said.append(FOURTH)
    return said


class Special(Rows):
    """A says it, or takes it back."""

    words = ("cards",)
    bar_y = 52

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app)
        self.turn = turn
        self._look()
        self.list = sayable(app.playing.rules)

    def _look(self) -> None:
        entry = self.app.entry
        self.choices = Choices(entry, entry.winner, self.app.playing)
        self.told = [hand for hand in HANDS if _is_told(self.choices, hand)]

    def rows(self) -> int:
        return len(self.list)

    def row(self, index: int) -> "tuple[str, str]":
        entry = self.app.entry
        what = self.list[index]
        if what == CLAIMED:
            return say("claimed kongs"), str(entry.claimed)
        said = entry.fourth if what == FOURTH else what in entry.special or what in self.told
        return say("fourth of" if what == FOURTH else "special " + what), say("yes" if said else "no")

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        room = 100 - canvas.width(say("B done")) - canvas.width(self.where())
        name = canvas.fit(app.name(app.entry.winner), room, True)
        canvas.header(name, say("B done"), self.choices.seat, self.where())
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        if key == B:
            changed(self.app, self.turn)
        elif key == A:
            reason = self._turn(self.list[self.current])
            if reason:
                self.app.refuse(say("no " + reason))
            else:
                self.app.changed()
                self._look()
        else:
            self.move(key)

    def _turn(self, what: str) -> "str | None":
        """Says a thing, or takes it back; or why not."""
        entry, card = self.app.entry, self.choices.card
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
