"""The card: a hand as a scorer reads it off the table. One arrow chooses the class of a set, a second one its way: pung
or kong, exposed or concealed. B takes back the last entry. The functions at the end go from page to page of a deal."""

from typing import Any

import framebuf

from mingg import lang
from mingg.core.deal.deal import Count
from mingg.core.deal.hand import (
    ANY,
    CLAIMED,
    DRAGON,
    KONG,
    KONG_SHOWN,
    KONGS,
    MAJOR,
    MOST,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    SEAT,
    SIMPLE,
    WINDS,
)
from mingg.entry.card_entry import CARD, LAST_SET, LIABLE, hand_at, page_beside, pages_of, seat_anew
from mingg.entry.entry import CLAIMED_KONG, HOW, unclaimed
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import SHORTER, joined, letters, named, say
from mingg.ui.app import App
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT, Canvas, tiles_width
from mingg.ui.kit.view import HOLD, Arm, Foot, Key, Page, Parts, Picture, Screen, Title, View, Word

KIND_OF = {UP: MAJOR, RIGHT: DRAGON, LEFT: SIMPLE, DOWN: WINDS}
WAY_OF = {LEFT: PUNG_SHOWN, RIGHT: PUNG, UP: KONG_SHOWN, DOWN: KONG}
KIND_WORDS = {SIMPLE: "simple", MAJOR: "major", DRAGON: "dragon"}
# By way: how many tiles, and whether they are concealed.
_TILES = {PUNG_SHOWN: (3, False), PUNG: (3, True), KONG_SHOWN: (4, False), KONG: (4, True), PAIR: (2, True)}
# The rare ways to win that a card tells: rows of the rules, and their messages.
_RARE = {"rob": "short rob", "loose": "short loose tile", "last": "short last tile"}
HANDS = "seldom.draft.Hands"  # the list of hands, from which one may be looked up


class Card(Screen):
    """The card of a hand. If it follows from tiles, B leads to the board, and an arrow first asks.

    turn     0 for the winner's hand, then the losers' from the winner's right
    kinds    what is asked: the way of a set of this class; or of two classes of winds, which; empty: nothing
    pressed  the key that asks whether the tiles may be dropped: it acts when they are
    """

    def begin(self, turn: int) -> None:
        play = self.play
        self.turn = turn
        self.hand = hand_at(play.entry, play.playing, turn)
        self.player = self.hand.player
        self.names: "dict[int, str]" = {}  # of the classes, once they are drawn
        self.kinds: "tuple[int, ...]" = ()
        self.pressed = -1
        self.saves = play.correcting is None and play.entry.at == turn == len(play.playing.table.order) - 1
        if self.saves:
            self.next = "result.saved.save"
        elif not turn and self.hand.rules.table["shape_counts"]:
            self.next = "deal.last_set.LastSet"
        self._look()

    def _look(self) -> None:
        """Reads what the card shows, but for its count."""
        hand, entry, player = self.hand, self.play.entry, self.player
        hand.check_last_set()
        entered = hand.entered
        words, claimed = entered.words(), entered.number(ANY, CLAIMED)
        self.sets = [unclaimed(item) for item in entered.sets]
        self.follows = entry.follows(player)
        self.empty = not entered.order
        self.waits = self.turn > 0 and bool(hand.rules.waiting)  # may say for which special hand
        self.counted: "Any" = None
        self.wrong = hand.why_not_done()
        if self.wrong:
            entry.at = min(entry.at, self.turn)  # a hand that was looked up is to be mended first
        suit, whole = entered.suit, entry.whole(player)
        if words or claimed:
            self.words = ("cards",)
            lang.use(self.words)
        self.marks = [named("short", mark) for mark in words if mark not in (suit, CLAIMED_KONG)]
        if claimed:
            self.marks.append(say("short claimed", claimed))
        if whole:
            self.marks.append(say("in tiles"))
        self.suit = "" if suit == "mixed" else say("short " + suit)
        # how the deal was won: the score does not always show it
        ways = [] if self.turn else [entry.way, "last" if entry.last else ""]
        self.rare = ", ".join([say(_RARE[way]) for way in ways if way in _RARE])
        if not self.turn and whole and "seven_twins" not in words:
            self.sets += self._plain_pair()

    def _plain_pair(self) -> "list[int]":
        """Returns the pair of a hand in tiles that scores nothing, as a set of a card, if all its other tiles make
        chows: no set of the card names it."""
        from mingg.core.hand.arrange import Concealed
        from mingg.core.hand.hand import parse

        if any(item & PAIR for item in self.sets):
            return []
        ways = Concealed(parse(" ".join(self.hand.entered.beside)).counts).arrangements()
        pairs = sorted([pair for pair, pungs, _ in ways if not pungs])
        return [self.hand.kind_of(pair) | PAIR for pair in pairs[:1]]

    def state(self) -> "tuple[Any, ...]":
        return self.kinds, self.pressed, self.hand.entered.said

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.kinds, pressed, said = state
        if pressed >= 0 and not self.follows and said == self.hand.entered.said:
            self.press(pressed)

    def view(self) -> "Parts":
        if not self.kinds:
            return self._view_card()
        message = ["winds"] if len(self.kinds) > 1 else self.message_of(self.kinds[0])
        if len(message) > 1 and self.hand.doubles_twice(self.kinds[0]):
            message[0] = "both winds"
        return View(Title(say(*message) + "?", "", self.hand.seat), Key(B, "B back", self.ask))

    def below(self) -> "Parts":
        if not self.kinds:
            return self._sets()
        return self._ways(self.kinds[0]) if len(self.kinds) == 1 else self._winds()

    # ---- the card ----

    def _view_card(self) -> "Parts":
        hand, entry = self.hand, self.play.entry
        more = "hold more"
        if self.waits and not hand.entered.dead:
            more = "hold waits"
        elif not entry.whole(self.player) and hand.entered.dead in (None, "short") and not hand.why_no_suit():
            more = "hold suit"
        title = Title("%s", "", hand.seat, self.play.name(self.player))
        done = "A nothing" if self.turn and self.empty and not self.marks else "A done"
        if self.saves:
            done = "A saves"
        leave = Key(B, "B undo", self.undo)
        if self.follows:
            leave = Key(B, "B back", "deal.board.Board", self.turn)
        elif self.empty:
            leave = Key(B, "B back", go_beside, (self.app, self.turn, CARD, -1))
        return View(
            Title(say("robbed pung"), "", hand.seat) if hand.lacks_robbed_pung() else title,
            Key(A, done, "no " + self.wrong if self.wrong else finish, (self.app, self.turn)),
            leave,
            Key(HOLD | A, more, "seldom.more.more", self.turn, False, bool(self.suit)),
        )

    def _sets(self) -> "Parts":
        """Returns the parts of the card below its title. Counts the hand: that takes a while."""
        hand = self.hand
        self.counted = self.counted or self.play.entry.count(self.player, hand.session)
        if not self.names:
            self.names = {kind: say(*self.message_of(kind)) for kind in (SIMPLE, MAJOR, DRAGON) + hand.kinds}
        parts: "list[Any]" = [
            Key(HOLD | UP, "enter tiles", "deal.board.Board", self.turn, False, True),
            Picture(draw_score, self.counted),
            Picture(draw_marks, self),
        ]
        if self.suit:
            parts.append(Foot(self.suit))
        for key in KIND_OF:
            parts += self._class(key)
        if hand.counts_flowers():
            parts.append(Key(HOLD | LEFT, "flowers", "seldom.flowers.Flowers", self.turn, False, True))
            held = "%d" % len(hand.entered.flowers) if hand.entered.flowers else ""
            most = sum([1 for item in self.sets if item & MAJOR]) > 3  # these sets leave room for a sign
            score = str(self.counted.score)
            x = max(44, 3 + self.app.display.canvas.figures_width(score, len(score) < 4))
            parts.append(Picture(draw_hint, LEFT, ("<*" if most else say("hold flower")) + held, x, 20))
        return View(*parts)

    def _class(self, key: int) -> "list[Any]":
        """Returns the parts of the class of sets at an arrow; of the winds at the lower one, two classes. Held, the
        right and the lower one enter a pair."""
        hand, kind, laid = self.hand, KIND_OF[key], 0
        ways: "tuple[int, ...]" = ()  # tuples and loops, since this is done for every key: lists take more memory
        possible = shown = ways
        for item in self.sets:
            if item & kind:
                laid |= item
                ways += (item - (item & ANY),)
        kinds = hand.kinds if key == DOWN else (kind,)
        for kind in kinds:
            if not hand.why_not_kind(kind):
                possible += (kind,)
            elif not kind & laid:
                continue
            shown += (kind,)
        sets = Sets(key, say("winds") if len(shown) > 1 else self.names[(shown or kinds)[0]], ways, possible)
        if key == UP and hand.counts_flowers():
            sets.at_end = True
        if self.follows:
            sets.word, sets.act, sets.argument = "enter sets", self.ask_tiles, key
        elif not possible:
            sets.act = "no " + str(hand.why_not_kind(kinds[0]))
        else:
            sets.act, sets.argument = self.ask, possible
        if key not in (RIGHT, DOWN):
            return [sets]
        held = Key(HOLD | key, "enter sets", self.ask_tiles, HOLD | key, False, True)
        if self.follows:
            return [sets, held]
        kind = ([kind for kind in kinds if not hand.why_not_add(kind, True)] or kinds)[0]
        reason = hand.why_not_add(kind, True)
        if reason:
            held.act = "no " + reason
            return [sets, held]
        held.word, held.act, held.argument = _pair_word(kind), self.add, hand.pair_of(kind)
        # only "pair" if the arrow needs no holding
        hint = "pair" if hand.why_not_add(DRAGON, False) else "hold pair"
        return [sets, held, Picture(draw_hint, RIGHT, say(hint), 121, 47)] if key == RIGHT else [sets, held]

    def message_of(self, kind: int) -> "list[str]":
        """Returns the name of a class of sets: a message and its words."""
        if not kind & WINDS:
            return [KIND_WORDS[kind]]
        hand = self.hand
        if kind in hand.kinds[1:]:
            return ["round", letters(hand.winds[1])]
        return ["own", letters(hand.winds[0])]  # also of a pair of either of two seat winds

    # ---- what is asked of a set ----

    def _ways(self, kind: int) -> "list[Any]":
        """Returns the parts that ask the way of a set of this class."""
        hand = self.hand
        parts: "list[Any]" = []
        for key, way in WAY_OF.items():
            text = say("kong" if way & KONGS else "pung") + "|" + say("hand" if _TILES[way][1] else "table")
            parts.append(Way(key, text, self.add, kind | way))
        reason = hand.why_not_add(kind, True)
        pair, seat = say("pair"), letters(hand.seat)
        if kind == SEAT and self.message_of(kind)[1] != seat:
            pair += " " + seat  # of two seat winds a pair of the second one scores nothing (B p.84)
        return parts + [Key(A, "", "no " + reason) if reason else Way(A, pair, self.add, hand.pair_of(kind))]

    def _winds(self) -> "list[Any]":
        """Returns the parts that ask which wind: the seat wind or the round wind."""
        parts: "list[Any]" = []
        for key, kind in zip((DOWN, UP), self.hand.kinds):
            laid = any(item & kind for item in self.sets)
            parts.append(Arm(key, "", self.ask, kind, say(*self.message_of(kind)), laid))
        return parts

    # ---- what the keys do ----

    def ask(self, *kinds: int) -> None:
        """Asks for the way of a set; of two classes, first for the class. If only a pair is possible, enters it at
        once, and the bar says so. Without a class, asks nothing more."""
        if len(kinds) == 1 and self.hand.why_not_add(kinds[0], False):
            self.add(self.hand.pair_of(kinds[0]))
            self.app.display.refuse(_pair_word(kinds[0]))
        else:
            self.kinds = kinds

    def ask_tiles(self, key: int) -> None:
        """The card follows from tiles: asks before a key changes the card alone."""
        self.pressed = key
        self.show("deal.board.ByCard", self.turn)

    def add(self, item: int) -> None:
        """Adds a set."""
        self.hand.add(item)
        self._changed()

    def undo(self) -> None:
        """Takes back the last entry, and says what that was."""
        claimed = self.hand.entered.number(ANY, CLAIMED)
        item = self.hand.entered.undo()
        if item == CLAIMED_KONG:
            text = say("undone", say("short claimed", claimed))
        elif isinstance(item, str):
            text = say("undone", named("short", item))
        else:
            way = item - (item & ANY)
            word = say("pair" if way == PAIR else "kong" if way & KONGS else "pung")
            text = say("undone", say(*self.message_of(item & ANY)) + " " + word)
            if way != PAIR:
                text = "%s, %s" % (text, say("hand" if _TILES[way][1] else "table")) + SHORTER + text
        self.app.display.show_text(text)
        self.hand.look()
        self._changed()

    def _changed(self) -> None:
        self.kinds = ()
        self.play.changed()
        self._look()

    def get_ready(self) -> bool:
        if len(self.kinds) == 1:
            self.hand.look_ahead(self.kinds[0])
        return False

    def idle(self) -> None:
        if self.play.correcting is None:
            self.play.evening.ledger.prepare()


def _pair_word(kind: int) -> str:
    return "pair dragon" if kind == DRAGON else "pair seat"


# ---- the picture of a hand ----

# Where a class stands on the card, as x, y: its arrow; its word; its sets. RIGHT: the right end of its word.
_CLASSES = {
    UP: (61, 13, 69, 11, 69, 20),
    LEFT: (49, 30, 55, 29, 55, 38),
    RIGHT: (124, 30, 121, 29, 121, 38),
    DOWN: (76, 58, 83, 56, 126, 55),
}
# Where an answer that is a set stands: its arrow, or its key; its tiles; its text. RIGHT: the right end of these.
_ANSWERS = {
    UP: (16, 15, 24, 12, 48, 13),
    LEFT: (1, 34, 8, 22, 8, 32),
    RIGHT: (124, 34, 121, 22, 120, 32),
    DOWN: (16, 58, 24, 55, 48, 56),
    A: (43, 24, 56, 24, 69, 25),
}
_FLOWER: "Any" = b"\x36\x49\x5d\x36\x5d\x49\x36", 7, 7, framebuf.MONO_VLSB


class Sets(Key):
    """A class of sets: its arrow if one can be chosen, its word, and its sets. ways: of the sets. at_end: they stand at
    the right end of their row, as those of the right and the lower arrow do. possible: the classes to choose from."""

    early = at_end = False
    word: "Word" = ""

    def __init__(self, key: int, name: str, ways: "tuple[int, ...]", possible: "tuple[int, ...]") -> None:
        self.key, self.name, self.ways, self.possible = key, name, ways, possible

    def label(self) -> "Word":
        return self.word or ["set of", self.name]

    def place(self, page: "Page") -> None:
        canvas, key, word, ways = page.canvas, self.key, self.name, self.ways
        if not self.possible and not ways:
            return
        arrow_x, arrow_y, x, y, left, top = _CLASSES[key]
        # Tiles are narrower below, and for three or four sets elsewhere, which may be kongs.
        pitch = 3 if key == DOWN or len(ways) > 2 else 4
        if key in (RIGHT, DOWN) or self.at_end:
            left = 124 if key == RIGHT else 129
            for way in ways:
                left -= tiles_width(*_TILES[way], pitch) + 2
        if key == DOWN:
            if canvas.width(word) > left - 2 - x:
                word = word[word.find(" ") + 1 :]  # only the winds
            x = min(x, left - 3 - canvas.width(word))
        if self.possible:
            canvas.arrow(key, arrow_x, arrow_y)
        bold = key != DOWN and canvas.width(word, True) <= 59
        canvas.text(word, x, y, ALIGN_RIGHT if key == RIGHT else ALIGN_LEFT, bold)
        for way in reversed(ways) if key == RIGHT else ways:
            canvas.tiles(*_TILES[way], left, top, 7, pitch)
            left += tiles_width(*_TILES[way], pitch) + 2


class Way(Arm):
    """An answer that is a set or a pair, with its tiles: above the text at the sides, else before it; that of A stands
    in the middle. argument: the set."""

    def place(self, page: "Page") -> None:
        item: "Any" = self.argument
        canvas, side, way = page.canvas, self.key, item - (item & ANY)
        sign_x, sign_y, left, top, x, y = _ANSWERS[side]
        if side == A:
            canvas.key("A", sign_x, sign_y)
        else:
            canvas.arrow(side, sign_x, sign_y)
        align, beside = ALIGN_RIGHT if side == RIGHT else ALIGN_LEFT, side < UP
        canvas.tiles(*_TILES[way], left - (tiles_width(*_TILES[way], 5) if side == RIGHT else 0), top)
        for line in self.text.split("|") if beside else [joined(self.text)]:
            canvas.text(page.fit(line, 50 if beside else 126 - x), x, y, align)
            y += 10


def draw_score(canvas: "Canvas", counted: "Count") -> None:
    """Draws what a hand counts: the score in large figures at the left; below it the points and doublings that make
    it."""
    score = str(counted.score)
    canvas.figures(score, 1, 14, ALIGN_LEFT, len(score) < 4)
    if counted.doublings or counted.limit or counted.special:
        text = str(counted.points)
        if counted.special is not None:  # it has a figure of its own
            text = say("limit") if counted.limit else ""
        elif counted.doublings:
            text += " x%d" % (1 << counted.doublings)
        canvas.text(text, 1, 36, ALIGN_LEFT, canvas.width(text, True) <= 43)


def draw_marks(canvas: "Canvas", card: Card) -> None:
    """Draws what a card tells besides its sets: all marks, or the first and the number of the others. Without marks,
    how many chows the hand is taken to have."""
    counted, rare = card.counted, card.rare
    marks = ([say("limit")] if counted.limit and counted.special is None else []) + card.marks
    if rare:
        # It stands below the score if no points and doublings do, else among the marks; with its points, if they
        # have room.
        free = not (counted.doublings or counted.limit or counted.special)
        points = "".join([" %d" % item.points for item in counted.items if item.id in _RARE])
        rare = canvas.fit(rare + points + SHORTER + rare, 46 if free else 54)
        if free and canvas.width(card.rare) <= 46:
            canvas.text(rare, 1, 36)
        else:
            marks.append(rare)
    text = ", ".join(marks)
    if not marks and card.turn == 0 and not card.follows:
        chows = MOST - card.hand.made.size()
        text = say("chows", chows) if chows else say("no-chows")
    if canvas.width(text) > 54:
        others = " +%d" % (len(marks) - 1) if len(marks) > 1 else ""
        text = canvas.fit(marks[0], 54 - canvas.width(others)) + others
    canvas.text(text, 1, 46)


def draw_hint(canvas: "Canvas", key: int, text: str, x: int, y: int) -> None:
    """Says what an arrow does when it is held. The text has "<" or ">" in place of the arrow. x: where it begins; of
    the right arrow, where it ends. That of the left arrow has "*" in place of a flower, and then how many there are."""
    before, arrow, after = text.rpartition(">" if key == RIGHT else "<")
    if key == RIGHT:
        width = canvas.width(before) + canvas.width(after) + (8 if before else 6 if arrow else 0)
        canvas.text(after, x, y, ALIGN_RIGHT)
        if arrow:
            canvas.text(before, x + 1 - width, y)
            canvas.arrow(key, x - 4 - canvas.width(after), y + 1)
        return
    if before:
        x = canvas.text(before, x, y) + 2
    canvas.arrow(key, x, y + 1)
    words, _, held = after.partition("*")
    x = canvas.text(words, x + 5, y) + (2 if words else 0)
    canvas.fb.blit(_FLOWER, x, y, 0)
    canvas.text(held, x + 9, y)


# ---- from page to page ----


def show_page(app: "App", turn: int, page: int = -1) -> None:
    """Shows a page of a hand, -1 for the last. turn: also HOW."""
    play = app.play
    entry = play.entry
    play.changed()
    if page < 0 <= turn:
        page = pages_of(entry, play.playing, turn)[-1]
    if turn == HOW:
        app.show("deal.how.How")
    elif page == LAST_SET:
        app.show("deal.last_set.LastSet")
    elif page == LIABLE:
        app.show("seldom.special.Liability")
    else:
        score = entry.hands[entry.player(turn, play.playing.table)].score
        app.show("deal.card.Card" if score is None else "seldom.special.Known", turn)


def resume(app: "App") -> None:
    """Goes to the page where the entry stood, or to a hand before it that is no longer possible: players may have
    changed it from the list of hands, and left it by holding B."""
    entry, session = app.play.entry, app.play.playing
    last = len(session.table.order) - 1
    for before in range(min(entry.at, last)):
        if hand_at(entry, session, before).why_not_done():
            entry.at = before
            break
    turn, page = entry.at, 0
    if entry.way is None:
        turn = HOW
    elif turn > last:
        entry.at = turn = last  # a correction stands after the last hand
        page = -1
    app.navigator.show_root()
    show_page(app, turn, page)


def go_on(app: "App") -> None:
    """Goes on to the winner's card when it is known how the deal was won. All hands follow. If that was looked up, only
    the winner's hand follows; after a robbed kong all do, since the robbed player's hand may now lack a pung."""
    play = app.play
    entry = play.entry
    if entry.at < 0:
        seat_anew(entry, play.playing)
    if any(entry.hands[player].in_tiles() for player in play.playing.table.order):
        from mingg.entry.tile_entry import read_all

        read_all(entry, play.playing)
    if entry.at < 0 or entry.way == "rob" or not app.navigator.on_path(HANDS):
        entry.at = 0
        app.navigator.show_root()
    app.navigator.leave("deal.how.How")
    show_page(app, 0, 0)


def finish(app: "App", turn: int) -> None:
    """Goes on from a card that is complete. Says so if its tiles contradict it."""
    play = app.play
    entry, session = play.entry, play.playing
    player = entry.player(turn, session.table)
    if any(entry.hands[other].in_tiles() for other in session.table.order):
        from mingg.entry.tile_entry import why_not_done

        reason = why_not_done(entry, player, session)
        if reason:
            app.display.refuse("no " + reason)
            return
    if turn == 0 and not entry.whole(player) and LAST_SET not in pages_of(entry, session, turn):
        entry.won().last_set = None
    go_beside(app, turn, CARD, 1)


def go_beside(app: "App", turn: int, page: int, step: int) -> None:
    """Goes from a page of a hand to the next one (step 1), or to the one before (-1). From a hand that was looked up,
    goes back to the list of hands, or forward to where the entry stood."""
    play = app.play
    entry = play.entry
    beside = page_beside(entry, play.playing, turn, page, step)
    if beside is not None and beside[0] == turn:
        show_page(app, *beside)
    elif step < 0 and app.navigator.on_path(HANDS):
        app.show(HANDS)
    elif turn != entry.at:
        resume(app)
    elif beside is not None:
        entry.at = beside[0]
        app.navigator.show_root()
        show_page(app, *beside)
    else:
        play.finish()
