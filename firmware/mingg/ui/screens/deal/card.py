"""The card: a hand as a scorer reads it off the table. One arrow chooses the class of a set, a second one its way: pung
or kong, exposed or concealed. B takes back the last entry."""

from mingg.core.scoring.legality import SETS
from mingg.entry.card_entry import CARD, LAST_SET, hand_at, pages_of
from mingg.entry.entry import (
    DRAGON,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    OWN,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    ROUND,
    SIMPLE,
)
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import SHORTER, letters, say
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT, WIDTH, tiles_width
from mingg.ui.kit.view import HOLD, Arm, Foot, Key, Part, Screen, Title, View
from mingg.ui.screens.deal.pages import go_beside

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Count
    from mingg.ui.app import App
    from mingg.ui.kit.view import Act, Page, Parts, Word

KIND_OF = {UP: MAJOR, RIGHT: DRAGON, LEFT: SIMPLE, DOWN: OWN}
WAY_OF = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND}
KIND_WORDS = ("simple", "major", "own", "dragon", "round")
_TILES = ((3, False), (3, True), (4, False), (4, True), (2, True))  # by way: how many, and whether they are concealed
_RARE = ("loose", "rob", "last")  # rows of the rare ways to win


class Card(Screen):
    """The card of a hand. If it follows from tiles, B leads to the board, and an arrow first asks.

    turn     0 for the winner's hand, then the losers' from the winner's right
    kinds    what is asked: the way of a set of this class; or of two classes of winds, which; empty: nothing
    pressed  the key that asks whether the tiles may be dropped: it acts when they are
    """

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app)
        play = self.play
        self.turn = turn
        self.hand = hand_at(play.entry, play.playing, turn)
        self.player = self.hand.player
        self.kinds: "tuple[int, ...]" = ()
        self.pressed = -1
        self.saves = play.correcting is None and play.entry.at == turn == len(play.playing.table.order) - 1
        if self.saves:
            self.next = "result.save.save"
        elif not turn and self.hand.rules.table["shape_counts"]:
            self.next = "deal.last_set.LastSet"
        self._look()

    def _look(self) -> None:
        """Reads what the card shows, and counts it."""
        hand, entry, player = self.hand, self.play.entry, self.player
        hand.check_last_set()
        order = entry.order(player)
        self.sets = [item for item in order if not isinstance(item, str)]
        self.follows = entry.follows(player)
        self.leave = "B undo" if order and not self.follows else "B back"
        self.waits = self.turn > 0 and "fishing" in hand.rules.table  # may say for which special hand
        self.counted = entry.count(player, hand.session)
        self.wrong = hand.why_not_done()
        self.marks = [say("in tiles")] if entry.whole(player) else []
        self.rare = self.suit = ""
        if len(self.sets) < len(order):
            from mingg.ui.screens.deal.marks import short_suit, short_words

            short = short_words(entry, player)
            self.words = ("cards",)
            self.marks = short + self.marks if self.waits else self.marks + short
            self.suit = short_suit(entry, player)
        if not self.turn and (entry.way in ("loose", "rob") or entry.last):
            from mingg.ui.screens.deal.marks import short_way

            self.rare = short_way(entry)  # the score does not always show it
        self.done = "A nothing" if self.turn and not order and not self.marks else "A done"
        if self.saves:
            self.done = "A saves"
        pairs = any(item % 5 == PAIR for item in self.sets) or "seven_twins" in entry.special
        if not self.turn and entry.whole(player) and not pairs:
            from mingg.ui.screens.deal.pair import plain_pair

            self.sets += plain_pair(entry.beside[player], hand)

    def state(self) -> "tuple[Any, ...]":
        return self.kinds, self.pressed, self.play.entry.said[self.player]

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.kinds, pressed, said = state
        if pressed >= 0 and not self.follows and said == self.play.entry.said[self.player]:
            self.press(pressed)

    def view(self) -> "Parts":
        if not self.kinds:
            return self._view_card()
        parts = self._ways(self.kinds[0]) if len(self.kinds) == 1 else self._winds()
        return View(Key(B, "B back", self.ask), *parts)

    # ---- the card ----

    def _view_card(self) -> "Parts":
        hand, entry = self.hand, self.play.entry
        more = "hold more"
        if self.waits and not entry.dead[self.player]:
            more = "hold waits"
        elif not entry.whole(self.player) and entry.dead[self.player] in (None, "short") and not hand.why_no_suit():
            more = "hold suit"
        parts: "list[Any]" = [
            Title("%s", "", hand.seat, self.play.name(self.player)),
            Key(A, self.done, "no " + self.wrong if self.wrong else finish, (self.app, self.turn)),
            Key(B, self.leave, self.undo if self.leave == "B undo" else self.go_back),
            Key(HOLD | A, more, "seldom.more.more", self.turn, False, bool(self.suit)),
            Key(HOLD | UP, "enter tiles", "tiles.board.Board", self.turn, False, True),
        ]
        if hand.lacks_robbed_pung():
            parts[0] = Title(say("robbed pung"), "", hand.seat)
        if self.suit:
            parts.append(Foot(self.suit))
        parts += [Score(self.counted), Marks(self)]
        for key in KIND_OF:
            parts += self._class(key)
        if hand.counts_flowers():
            from mingg.ui.screens.deal.marks import Flower

            parts.append(Key(HOLD | LEFT, "flowers", "seldom.flowers.Flowers", self.turn, False, True))
            parts.append(Flower(len(entry.flowers[self.player]), str(self.counted.score)))
        return View(*parts)

    def _class(self, key: int) -> "list[Any]":
        """Returns the parts of the class of sets at an arrow; of the winds at the lower one, two classes."""
        hand = self.hand
        kinds = hand.wind_kinds() if key == DOWN else (KIND_OF[key],)
        ways = [item % 5 for item in self.sets if item // 5 in kinds]
        possible = tuple([kind for kind in kinds if not hand.why_not_kind(kind)])
        shown = [kind for kind in kinds if kind in possible or any(item // 5 == kind for item in self.sets)]
        name = say("winds") if len(shown) > 1 else say(*self.message_of((shown or kinds)[0]))
        sets = Sets(key, name, ways, bool(possible))
        held = Key(HOLD | key, "enter sets", self.ask_tiles, HOLD | key, False, True)
        parts: "list[Any]" = [sets]
        if self.follows:
            sets.word, sets.act, sets.argument = "enter sets", self.ask_tiles, key
            return parts + [held] if key in (RIGHT, DOWN) else parts
        sets.act, sets.argument = (self.ask, possible) if possible else ("no %s" % hand.why_not_kind(kinds[0]), key)
        if key in (RIGHT, DOWN):
            reasons = [hand.why_not_add(kind, PAIR) for kind in kinds]
            if None in reasons:
                kind = kinds[reasons.index(None)]
                held.word, held.act, held.argument = _pair_word(kind), self.add, (kind, PAIR)
                if key == RIGHT:
                    parts.append(PairHint(self.sets, bool(hand.why_not_add(DRAGON, PUNG_TABLE))))
            else:
                held.act = "no %s" % reasons[0]
            parts.append(held)
        return parts

    def message_of(self, kind: int) -> "list[str]":
        """Returns the name of a class of sets: a message and its words."""
        winds = [letters(self.hand.winds_of(kind))] if kind in (OWN, ROUND) else []
        return [KIND_WORDS[kind]] + winds

    # ---- what is asked of a set ----

    def _ways(self, kind: int) -> "list[Any]":
        """Returns the parts that ask the way of a set of this class."""
        hand, message = self.hand, self.message_of(kind)
        if hand.doubles_twice(kind):
            message[0] = "both winds"
        parts: "list[Any]" = [Title(say(*message) + "?", "", hand.seat)]
        for key, way in WAY_OF.items():
            text = say("kong" if way >= KONG_TABLE else "pung") + "|" + say("hand" if _TILES[way][1] else "table")
            parts.append(Way(key, text, _TILES[way], self.add, (kind, way)))
        reason = hand.why_not_add(kind, PAIR)
        pair, seat = say("pair"), letters(hand.seat)
        if kind == OWN and message[1] != seat:
            pair += " " + seat  # of two seat winds a pair of the second one scores nothing (B p.84)
        return parts + [Key(A, "", "no " + reason) if reason else Way(A, pair, _TILES[PAIR], self.add, (kind, PAIR))]

    def _winds(self) -> "list[Any]":
        """Returns the parts that ask which wind: the seat wind or the round wind."""
        parts: "list[Any]" = [Title(say("winds") + "?", "", self.hand.seat)]
        for key, kind in ((DOWN, OWN), (UP, ROUND)):
            laid = any(item // 5 == kind for item in self.sets)
            parts.append(Arm(key, "", self.ask, kind, say(*self.message_of(kind)), laid))
        return parts

    # ---- what the keys do ----

    def ask(self, *kinds: int) -> None:
        """Asks for the way of a set; of two classes, first for the class. If only a pair is possible, enters it at
        once, and the bar says so. Without a class, asks nothing more."""
        if len(kinds) == 1 and self.hand.why_not_add(kinds[0], PUNG_TABLE):
            self.add(kinds[0], PAIR)
            self.app.display.refuse(_pair_word(kinds[0]))
        else:
            self.kinds = kinds

    def ask_tiles(self, key: int) -> None:
        """The card follows from tiles: asks before a key changes the card alone."""
        self.pressed = key
        self.show("tiles.board.ByCard", self.turn)

    def add(self, kind: int, way: int) -> None:
        """Adds a set."""
        self.hand.add(kind, way)
        self._changed()

    def undo(self) -> None:
        """Takes back the last entry."""
        self.play.entry.undo(self.player)
        self.hand.look()
        self._changed()

    def _changed(self) -> None:
        self.kinds = ()
        self.play.changed()
        self._look()

    def go_back(self) -> None:
        if self.follows:
            self.show("tiles.board.Board", self.turn)
        else:
            go_beside(self.app, self.turn, CARD, -1)

    def get_ready(self) -> bool:
        if len(self.kinds) == 1:
            self.hand.look_ahead(self.kinds[0])
        return False

    def idle(self) -> None:
        if self.play.correcting is None:
            self.play.evening.ledger.prepare()


def finish(app: "App", turn: int) -> None:
    """Goes on from a card that is complete. Says so if its tiles contradict it."""
    play = app.play
    entry, session = play.entry, play.playing
    player = entry.player(turn, session.table)
    if any(entry.in_tiles(other) for other in session.table.order):
        from mingg.entry.tile_entry import why_not_done

        reason = why_not_done(entry, player, session)
        if reason:
            app.display.refuse("no " + reason)
            return
    if turn == 0 and not entry.whole(player) and LAST_SET not in pages_of(entry, session, turn):
        entry.last_set, entry.filled = None, False
    go_beside(app, turn, CARD, 1)


def _pair_word(kind: int) -> str:
    return "pair dragon" if kind == DRAGON else "pair seat"


# ---- the picture of a hand ----

# Where a class stands on the card, as (x, y): its arrow, with the word beside it; its sets. RIGHT and DOWN: their right
# end.
_ARROW = {UP: (61, 14), LEFT: (49, 34), RIGHT: (124, 34), DOWN: (76, 58)}
_SETS = {UP: (69, 22), LEFT: (55, 43), RIGHT: (121, 43), DOWN: (WIDTH, 55)}


class Sets(Key):
    """A class of sets: its arrow if one can be chosen, its word, and its sets. ways: of the sets."""

    early = False

    def __init__(self, key: int, name: str, ways: "list[int]", possible: bool) -> None:
        self.key, self.name, self.ways, self.possible = key, name, ways, possible
        self.word: "Word" = ["set of", name]

    def place(self, page: "Page") -> None:
        canvas, key, word, ways = page.canvas, self.key, self.name, self.ways
        if not self.possible and not ways:
            return
        left, top = _ARROW[key]
        if self.possible:
            canvas.arrow(key, left, top)
        # Tiles are narrower below, and for three or four sets elsewhere, which may be kongs.
        pitch = 3 if key == DOWN or len(ways) > 2 else 4
        widths = [tiles_width(*_TILES[way], pitch) for way in ways]
        x, y = _SETS[key]
        if key in (RIGHT, DOWN):
            x -= sum(widths) + 2 * len(ways) - 2 - (key == RIGHT)
        if key == DOWN and len(ways) == 1:
            x -= 2  # at the edge of the panel a pair looks as if it were cut off
        if key == RIGHT:
            canvas.text(word, left - 3, top - 1, ALIGN_RIGHT, True)
        elif key == DOWN:
            left += 7 if self.possible else 0
            if canvas.width(word) > x - 2 - left:
                word = word[word.find(" ") + 1 :]  # only the winds
            canvas.text(word, min(left, x - 3 - canvas.width(word)), top - 2)
        else:
            left, top = (left + 6, top - 1) if key == LEFT else (left + 8, top - 2)
            canvas.text(word, left, top, ALIGN_LEFT, canvas.width(word, True) <= WIDTH - left)
        for i in range(len(ways) - 1, -1, -1) if key == RIGHT else range(len(ways)):
            canvas.tiles(*_TILES[ways[i]], x, y, 7, pitch)
            x += widths[i] + 2


class Way(Arm):
    """An answer that is a set or a pair, with its tiles: above the text at the sides, else before it; that of A stands
    in the middle. tiles: how many, and whether they are concealed."""

    def __init__(self, key: int, text: str, tiles: "tuple[int, bool]", act: "Act", argument: object) -> None:
        self.key, self.text, self.tiles, self.act, self.argument = key, text, tiles, act, argument
        self.first = ""

    def place(self, page: "Page") -> None:
        canvas, side = page.canvas, self.key
        number, full = self.tiles
        if side == A:
            canvas.key("A", 43, 24)
            canvas.tiles(number, full, canvas.text(page.fit(self.text, 36), 56, 25) + 4, 24)
        elif side >= UP:
            y = 12 if side == UP else 55
            canvas.arrow(side, 16, y + 3)
            canvas.tiles(number, full, 24, y)
            canvas.text(page.fit(self.text.replace("|", " "), 78), 48, y + 1)
        else:
            arrow, x, text_x, align = 1, 8, 8, ALIGN_LEFT
            if side != LEFT:
                arrow, x, text_x, align = 124, 121 - tiles_width(number, full, 5), 120, ALIGN_RIGHT
            canvas.arrow(side, arrow, 34)
            canvas.tiles(number, full, x, 22)
            y = 32
            for line in self.text.split("|"):
                canvas.text(page.fit(line, 50), text_x, y, align)
                y += 9


class Score(Part):
    """What a hand counts: the score in large figures at the left; below it the points and doublings that make it."""

    def __init__(self, counted: "Count") -> None:
        self.counted = counted

    def place(self, page: "Page") -> None:
        canvas, counted = page.canvas, self.counted
        score = str(counted.score)
        canvas.figures(score, 1, 14, ALIGN_LEFT, len(score) < 4)
        if counted.doublings or counted.limit or counted.special:
            text = str(counted.points)
            if counted.special is not None:  # it has a figure of its own
                text = say("limit") if counted.limit else ""
            elif counted.doublings:
                text += " x%d" % (1 << counted.doublings)
            canvas.text(text, 1, 36, ALIGN_LEFT, canvas.width(text, True) <= 43)


class Marks(Part):
    """What a card tells besides its sets: all marks, or the first and the number of the others. Without marks, how many
    chows the hand is taken to have."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def place(self, page: "Page") -> None:
        canvas, card = page.canvas, self.card
        counted, rare = card.counted, card.rare
        marks = ([say("limit")] if counted.limit and counted.special is None else []) + card.marks
        if rare:
            # It stands below the score if no points and doublings do, else among the marks; with its points, if they
            # have room.
            free = not (counted.doublings or counted.limit or counted.special)
            points = "".join([" %d" % item.points for item in counted.items if item.id in _RARE])
            rare = page.fit(rare + points + SHORTER + rare, 46 if free else 54)
            if free and canvas.width(card.rare) <= 46:
                canvas.text(rare, 1, 36)
            else:
                marks.append(rare)
        text = ", ".join(marks)
        if not marks and card.turn == 0 and not card.follows:
            chows = SETS - card.hand.card.sets()
            text = say("chows", chows) if chows else say("no-chows")
        if canvas.width(text) > 54:
            others = " +%d" % (len(marks) - 1) if len(marks) > 1 else ""
            text = page.fit(marks[0], 54 - canvas.width(others)) + others
        canvas.text(text, 1, 46)


class PairHint(Part):
    """Says that the right arrow, when held, enters a pair of dragons: below the class of dragons, left of its sets, or
    else above. It says only "pair" if the rest has no room, or if the arrow needs no holding. The message has ">" in
    place of the arrow."""

    def __init__(self, sets: "list[int]", alone: bool) -> None:
        self.sets, self.alone = sets, alone

    def place(self, page: "Page") -> None:
        canvas = page.canvas
        kinds = [item // 5 for item in self.sets]
        dragons = 18 * kinds.count(DRAGON)
        below, above = 66 - 14 * kinds.count(SIMPLE) - dragons, 52 - 17 * kinds.count(MAJOR)
        before, arrow, after = say("hold pair").partition(">")
        width = canvas.width(before) + canvas.width(after) + (8 if before else 6)
        if self.alone or width >= max(below, above):
            before, arrow, after = "", "", say("pair")
            width = canvas.width(after)
        if width < max(below, above):
            x, y = (121 - dragons, 43) if width < below else (121, 23)
            canvas.text(after, x, y, ALIGN_RIGHT)
            if arrow:
                canvas.text(before, x + 1 - width, y)
                canvas.arrow(RIGHT, x - 4 - canvas.width(after), y + 1)
