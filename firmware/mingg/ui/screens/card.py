"""Card: a hand as a scorer reads it off the table. An arrow is the class of a set, another one how it lies."""

from mingg.core.score import count
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.choices import Choices
from mingg.ui.entry import (
    DRAGON,
    HOW,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    OWN,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    RESULT,
    SIMPLE,
)
from mingg.ui.layout import arm, words
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

KIND_OF = {LEFT: SIMPLE, UP: MAJOR, RIGHT: DRAGON, DOWN: OWN}
WAY_OF = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND, A: PAIR}
KIND_WORDS = ("simple", "major", "own", "dragon")
SUIT_OF = {LEFT: "half", UP: "full", RIGHT: "honours", A: "mixed"}
# The doubling that a suit earns, and its words on More.
SUIT_WORDS = {
    "half": ("half-suit", "suit + honours"),
    "full": ("full-suit", "one suit"),
    "honours": ("honours", "honours only"),
}


class _OfOneHand(Screen):
    """A screen about the hand whose turn it is: 0 the winner's, then the losers' from his right."""

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app)
        self.turn = turn
        self.player = app.entry.player(turn)
        self.session = app.evening.session
        self.seat = self.session.table.seat(self.player)
        self.choices = Choices(app.entry, self.player, self.session)

    def header(self, canvas: "Canvas", right: str) -> None:
        name = self.app.name(self.player)
        if self.turn == 0:
            canvas.header(say("won", name), right, self.seat)
        else:
            canvas.header(name, right, self.seat, "%d/3" % self.turn)

    def why_not(self, reason: str) -> None:
        self.app.refuse(say("no " + reason))


class CardScreen(_OfOneHand):
    holds = (LEFT, RIGHT, UP, DOWN, A)

    def draw(self, canvas: "Canvas") -> None:
        entry = self.app.entry
        empty = self.turn and not entry.sets[self.player] and entry.suits[self.player] == "mixed"
        self.header(canvas, say("A nothing" if empty else "A done"))
        self._draw_count(canvas)
        for key in (UP, LEFT, RIGHT, DOWN):
            kind = KIND_OF[key]
            possible = not self.choices.why_not_kind(kind)
            ways = [item % 5 for item in entry.sets[self.player] if item // 5 == kind]
            if possible or ways:
                word = say(KIND_WORDS[kind], self.seat) if kind == OWN else say(KIND_WORDS[kind])
                _draw_class(canvas, key, word, ways, possible)

    def _draw_count(self, canvas: "Canvas") -> None:
        entry, session = self.app.entry, self.session
        win = entry.win(session.table) if self.turn == 0 else None
        card = entry.card(self.player, session.table)
        counted = count(card, self.seat, session.table.round_wind(), win, session.rules)
        score = str(counted.score)
        canvas.figures(score, 1, 14, ALIGN_LEFT, len(score) < 4)
        y = 40
        if counted.doublings or counted.limit or counted.special:
            x = canvas.figures(str(counted.points), 1, y, ALIGN_LEFT, False)
            if counted.doublings:
                canvas.text("x%d" % (1 << counted.doublings), x + 2, y + 5, ALIGN_LEFT, True)
        suit = entry.suits[self.player]
        if counted.limit:
            canvas.text(say("limit"), 1, 56)
        elif suit != "mixed":
            canvas.text(say("short " + SUIT_WORDS[suit][1]), 1, 56)

    def press(self, key: int) -> None:
        if key == B:
            self._back()
        elif key == A:
            self._done()
        else:
            kind = KIND_OF[key]
            reason = self.choices.why_not_kind(kind)
            if reason:
                self.why_not(reason)
            else:
                self.app.show(Kind(self.app, self.turn, kind))

    def hold(self, key: int) -> None:
        if key == A:
            self.app.show(More(self.app, self.turn))
        elif self.app.entry.take_off(self.player, KIND_OF[key]):
            self.app.changed()
            self.app.show(CardScreen(self.app, self.turn))
        else:
            self.app.refuse(say("nothing to take"))

    def _back(self) -> None:
        entry = self.app.entry
        if self.turn == 0:
            from mingg.ui.screens.how import How

            entry.at = HOW
            self.app.changed()
            self.app.show(How(self.app))
        else:
            self._go(self.turn - 1)

    def _done(self) -> None:
        reason = self.choices.why_not_done()
        if reason:
            self.why_not(reason)
        else:
            self._go(self.turn + 1)

    def _go(self, turn: int) -> None:
        self.app.entry.at = turn
        self.app.changed()
        if turn == RESULT:
            from mingg.ui.screens.result import Result

            self.app.show(Result(self.app))
        else:
            self.app.show(CardScreen(self.app, turn))


class Kind(_OfOneHand):
    """How the set lies: pung or kong, on the table or in the hand; a pair where one scores."""

    def __init__(self, app: "App", turn: int, kind: int) -> None:
        super().__init__(app, turn)
        self.kind = kind

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("B other"))
        if not self.choices.why_not_add(self.kind, PUNG_TABLE):
            canvas.arrow(LEFT, 1, 34)
            canvas.tiles(3, False, 8, 22, 8, 5)
            canvas.text(say("pung"), 8, 32)
            canvas.text(say("table"), 8, 41)
        if not self.choices.why_not_add(self.kind, PUNG_HAND):
            canvas.arrow(RIGHT, 124, 34)
            canvas.tiles(3, True, 107, 22, 8, 5)
            canvas.text(say("pung"), 120, 32, ALIGN_RIGHT)
            canvas.text(say("hand"), 120, 41, ALIGN_RIGHT)
        if not self.choices.why_not_add(self.kind, KONG_TABLE):
            canvas.arrow(UP, 28, 15)
            canvas.tiles(4, False, 36, 12, 8, 5)
            canvas.text(say("kong") + " " + say("table"), 57, 13)
        if not self.choices.why_not_add(self.kind, KONG_HAND):
            canvas.arrow(DOWN, 28, 58)
            canvas.tiles(4, True, 36, 55, 8, 5)
            canvas.text(say("kong") + " " + say("hand"), 59, 56)
        word = say(KIND_WORDS[self.kind], self.seat) if self.kind == OWN else say(KIND_WORDS[self.kind])
        canvas.box(37, 24, 55, 12)
        canvas.text(word, 64, 26, ALIGN_CENTRE, True, 0)
        if self.kind in (OWN, DRAGON) and not self.choices.why_not_add(self.kind, PAIR):
            canvas.key("A", 43, 40)
            canvas.text(say("pair"), 56, 41)
            canvas.tiles(2, True, 77, 40, 8, 5)

    def press(self, key: int) -> None:
        if key != B:
            way = WAY_OF[key]
            reason = self.choices.why_not_add(self.kind, way)
            if reason:
                self.why_not(reason)
                return
            self.app.entry.add(self.player, self.kind, way)
            self.app.changed()
        self.app.show(CardScreen(self.app, self.turn))


class More(_OfOneHand):
    """What few hands have: one suit, one suit and honours, all honours."""

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("more"))
        chosen = self.app.entry.suits[self.player]
        times: "dict[str, str]" = {}
        for doubling in self.session.rules.doublings:
            times[doubling[0]] = "x%d" % (1 << doubling[2])
        for key, suit in SUIT_OF.items():
            if key != A and not self.choices.why_not_suit(suit):
                earned, text = SUIT_WORDS[suit]
                arm(canvas, key, words(key, say(text)) + [(times[earned], True)], suit == chosen)
        canvas.key("A", 60, 28)
        canvas.text(say("none"), 64, 39, ALIGN_CENTRE)

    def press(self, key: int) -> None:
        if key != B:
            suit = SUIT_OF.get(key)
            if suit is None:
                self.app.refuse(say("no more"))
                return
            reason = self.choices.why_not_suit(suit)
            if reason:
                self.why_not(reason)
                return
            self.app.entry.suits[self.player] = suit
            self.app.changed()
        self.app.show(CardScreen(self.app, self.turn))


# Where a class stands on the card: its arrow, its word, and where its sets are drawn (from the right: align right).
_ARROW = {UP: (61, 14), LEFT: (49, 34), RIGHT: (124, 34), DOWN: (61, 58)}
_WORD = {UP: (69, 12), LEFT: (55, 33), RIGHT: (121, 33), DOWN: (69, 56)}
_SETS = {UP: (69, 22), LEFT: (55, 43), RIGHT: (121, 43), DOWN: (106, 55)}
_TILES = (3, 3, 4, 4, 2)


def _draw_class(canvas: "Canvas", key: int, word: str, ways: "list[int]", possible: bool) -> None:
    """One class: its arrow where it can still be chosen, its word, and the sets that are in."""
    if possible:
        canvas.arrow(key, *_ARROW[key])
    x, y = _WORD[key]
    canvas.text(word, x, y, ALIGN_RIGHT if key == RIGHT else ALIGN_LEFT, True)
    x, y = _SETS[key]
    # Four kongs of one class only fit with narrower tiles.
    narrow = len(ways) > 2
    for way in ways:
        concealed = way in (PUNG_HAND, KONG_HAND, PAIR)
        pitch = 3 if narrow else 4
        tiles = _TILES[way]
        width = tiles * pitch - 1 if concealed else tiles * (pitch - 1) + 1
        if key == RIGHT:
            x -= width
            canvas.tiles(tiles, concealed, x + 1, y, 7, pitch)
            x -= 2
        else:
            x += canvas.tiles(tiles, concealed, x, y, 7, pitch) + 2
