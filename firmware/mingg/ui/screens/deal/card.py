"""Card: a hand as a scorer reads it off the table. One arrow chooses the class of a set (`kind`), a second one its way:
pung or kong, exposed or concealed. B takes back the last entry."""

from mingg.core.scoring.legality import SETS
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.memory import BOARD, DEAL, SAVING, load_one
from mingg.ui.entry.card_entry import CARD, LAST_SET, LIABLE, CardEntry, page_beside, pages_of
from mingg.ui.entry.entry import (
    DRAGON,
    HOW,
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
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT, BACK
from mingg.ui.screen import link
from mingg.ui.screens import deal, tiles
from mingg.ui.widgets.layout import WIDTH
from mingg.ui.widgets.rosette import Rosette, asking_header, draw_pungs, draw_tiles, name_header, tiles_width

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Count
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Screen

KIND_OF = {LEFT: SIMPLE, UP: MAJOR, RIGHT: DRAGON, DOWN: OWN}
WAY_OF = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND, A: PAIR}
KIND_WORDS = ("simple", "major", "own", "dragon", "round")
_RARE = ("loose", "rob", "last")  # rows of the rare ways to win


# ---- from page to page ----


def show_page(app: "App", turn: int, page: int = -1) -> None:
    """Shows a page of a hand. page: -1 for the last."""
    entry = app.entry
    if page < 0:
        page = pages_of(entry, app.playing, turn)[-1]
    app.changed()
    if page == LAST_SET:
        app.ask(deal.LastSet, turn)
    elif page == LIABLE:
        app.ask(deal.Liability)
    elif entry.known[entry.player(turn, app.playing.table)] is None:
        app.show(CardScreen(app, turn))
    else:
        app.ask(deal.Known, turn)


def go_to_page_beside(app: "App", turn: int, page: int, step: int) -> None:
    """Goes from a page of a hand to the next one (step 1), or to the one before (-1). From a hand that was looked up,
    goes back to the list of hands, or forward to where the entry stood."""
    entry = app.entry
    beside = page_beside(entry, app.playing, turn, page, step)
    if beside is not None and beside[0] == turn:
        show_page(app, *beside)
    elif step < 0 and app.looked_up is not None:
        app.back_to(app.looked_up)
    elif turn != entry.at:
        app.go_on()
    elif beside is not None:
        app.looked_up = None
        entry.at = beside[0]
        show_page(app, *beside)
    elif step > 0:
        app.finish(link(deal.show_page, turn, -1))
    else:
        app.changed()
        entry.at = HOW
        app.go(deal.How)


def changed(app: "App", turn: int, hand: "CardEntry | None" = None) -> None:
    """Shows a card after a change. hand: as it is after the change; None: reads it."""
    screen = CardScreen(app, turn, hand)
    screen.hand.check_last_set()
    app.changed()
    app.show(screen)


def finish(app: "App", turn: int, hand: "CardEntry") -> None:
    """Goes on from a card that is complete. Says so if its tiles contradict it."""
    entry, session = app.entry, app.playing
    if any(entry.in_tiles(player) for player in session.table.order):
        from mingg.ui.screens.tiles.tiles_hand import why_not_done

        reason = why_not_done(entry, hand.player, session)
        if reason:
            app.refuse("no " + reason)
            return
    if hand.winner and not entry.whole(entry.winner) and LAST_SET not in pages_of(entry, session, turn):
        hand.complete(None)
    go_to_page_beside(app, turn, CARD, 1)


def by_tiles(app: "App", turn: int) -> None:
    """Goes to the board, where the hand is entered tile by tile."""
    app.keep(BOARD)
    app.go(tiles.Board, turn)


# ---- the screens ----


class HandScreen(Rosette):
    """A screen about one hand. B leads to its card. `answers` can have an answer for A, too.

    turn: 0 for the winner's hand, then the losers' from the winner's right. hand: see CardEntry.
    """

    choice = ""

    def __init__(self, app: "App", turn: int, hand: "CardEntry | None" = None) -> None:
        super().__init__(app)
        self.turn = turn
        self.player = app.entry.player(turn, app.playing.table)
        self.session = app.playing
        self.hand = hand or CardEntry(app.entry, self.player, app.playing)
        self.seat = self.hand.seat

    def draw_header(self, canvas: "Canvas", asks: str = "") -> None:
        """Draws a header with what the screen asks, and what B does."""
        message = "" if self.turn else "won"
        asking_header(canvas, message, self.app.name(self.player), asks, say(self.leave), self.seat)

    def why_not(self, answer: "Any") -> "str | None":
        """Returns why an answer is impossible, or None. "no " and the reason make a message."""
        return None

    def does(self, key: int, held: bool = False) -> "Act":
        if key not in self.answers:
            return super().does(key)
        answer = self.answers[key]
        reason = self.why_not(answer)
        return "no " + reason if reason else (self.word(answer), self.take, answer)

    def back(self) -> None:
        self.app.show(CardScreen(self.app, self.turn, self.hand))

    def add(self, kind: int, way: int) -> None:
        """Adds a set, and shows the card."""
        self.hand.add(kind, way)
        changed(self.app, self.turn, self.hand)

    def ask_kind(self, kind: int) -> None:
        """Asks the way of a set of this class. If only a pair is possible, enters it at once, and the bar says so."""
        if self.hand.why_not_add(kind, PUNG_TABLE):
            self.add(kind, PAIR)
            self.app.refuse("pair dragon" if kind == DRAGON else "pair seat")
        else:
            self.app.show(Kind(self.app, self.turn, kind, self.hand))

    def message_of(self, kind: int) -> "list[str]":
        """Returns the name of a class of sets: a message and its words."""
        winds = [letters(self.hand.winds_of(kind))] if kind in (OWN, ROUND) else []
        return [KIND_WORDS[kind]] + winds

    def count(self) -> "Count":
        """Counts the hand as far as it is entered."""
        return self.app.entry.count(self.player, self.session)

    def draw_count(self, canvas: "Canvas") -> "Count":
        """Draws the score at the left, and below it the points and doublings that make it. Returns the count."""
        counted = self.count()
        score = str(counted.score)
        canvas.figures(score, 1, 14, ALIGN_LEFT, len(score) < 4)
        if counted.doublings or counted.limit or counted.special:
            text = str(counted.points)
            if counted.special is not None:  # it has a figure of its own
                text = say("limit") if counted.limit else ""
            elif counted.doublings:
                text += " x%d" % (1 << counted.doublings)
            canvas.text(text, 1, 36, ALIGN_LEFT, canvas.width(text, True) <= 43)
        return counted


class CardScreen(HandScreen):
    """The card. If it follows from tiles (self.follows), B leads to the board, and an arrow first asks."""

    keeps = DEAL
    holds: "tuple[int, ...]" = (RIGHT, UP, DOWN, A)
    answers = KIND_OF

    def __init__(self, app: "App", turn: int, hand: "CardEntry | None" = None) -> None:
        super().__init__(app, turn, hand)
        self.link = link(deal.CardScreen, turn)
        entry = app.entry
        self.follows = entry.follows(self.player)
        self.order = entry.order(self.player)
        if self.order and not self.follows:
            self.leave = "B undo"
        self.waits = turn > 0 and "fishing" in self.session.rules.table  # may say for which special hand
        self.flowers = self.hand.counts_flowers()
        if self.flowers:
            self.holds = (LEFT,) + self.holds
        self.pair: "int | None" = None  # the pair of a whole hand in tiles, if it scores nothing
        if turn == 0 and self._lacks_pair():
            from mingg.ui.screens.deal.pair import plain_pair

            self.pair = plain_pair(entry.beside[self.player], self.hand)
        # the short words for entries under More, and for the suit
        self.marks = [say("in tiles")] if entry.whole(self.player) else []
        self.suit = ""
        # The short word for a rare way to win, since the score does not always show it.
        self.rare = ""
        if turn == 0 and (entry.way in ("loose", "rob") or entry.last):
            from mingg.ui.screens.deal.marks import short_way

            self.rare = short_way(entry)
        if any(isinstance(item, str) for item in self.order):
            from mingg.ui.screens.deal.marks import short_suit, short_words

            self.words = ("cards",)
            short = short_words(entry, self.player)
            self.marks = short + self.marks if self.waits else self.marks + short
            self.suit = short_suit(entry, self.player)

    def draw(self, canvas: "Canvas") -> None:
        name, empty = self.app.name(self.player), self.turn and not self.order and not self.marks
        hint = say("A saves" if self._completes() else "A nothing" if empty else "A done")
        hints = say(self.leave) + "  " + hint
        room = 107 - canvas.width(hints)
        if self.leave == "B back" and room < min(30, canvas.width(name, True)):
            hints = BACK + "  " + hint
        robbed = self.hand.lacks_robbed_pung()
        if robbed:
            hints = say("robbed pung")
        won = not self.turn and canvas.width(say("won", name), True) <= 107 - canvas.width(hints)
        name_header(canvas, "won" if won else "", name, hints, self.seat)
        counted = self.draw_count(canvas)
        marks = ([say("limit")] if counted.limit and counted.special is None else []) + self.marks
        # The rare way stands below the score if no points and doublings do, else among the marks; with its points, if
        # there is room for them.
        free = not (counted.doublings or counted.limit or counted.special)
        rare, room = self.rare, 46 if free else 54
        if rare:
            for item in counted.items:
                if item.id in _RARE:
                    rare += " %d" % item.points
            if canvas.width(rare) > room:
                rare = self.rare
        if free and canvas.width(rare) <= room:
            canvas.text(rare, 1, 36)
        elif rare:
            marks.append(rare)
        self._draw_marks(canvas, marks)
        if not robbed:  # else what B does stands there
            canvas.text(self.suit or say(self._hint()), 1, 56)
        for key in (UP, RIGHT, LEFT, DOWN):
            self._draw_kinds(canvas, key, self._kinds(key))
        if self.flowers:
            from mingg.ui.screens.deal.marks import draw_flowers

            score = str(counted.score)
            left = 4 + canvas.figures_width(score, len(score) < 4)
            draw_flowers(canvas, len(self.app.entry.flowers[self.player]), left)

    def _lacks_pair(self) -> bool:
        """True if all tiles of the hand are known, and the card has no pair."""
        entry = self.app.entry
        if not entry.whole(self.player) or "seven_twins" in entry.special:
            return False
        return all(item % 5 != PAIR for item in entry.sets[self.player])

    def _draw_marks(self, canvas: "Canvas", marks: "list[str]") -> None:
        """Draws the marks: all, or the first and the number of the others. If there are none, draws how many chows the
        hand is taken to have."""
        text = ", ".join(marks)
        if not marks and self.turn == 0 and not self.follows:
            chows = SETS - self.hand.card.sets()
            text = say("chows", chows) if chows else say("no-chows")
        if canvas.width(text) > 54:
            suffix = " +%d" % (len(marks) - 1) if len(marks) > 1 else ""
            text = canvas.fit(marks[0], 54 - canvas.width(suffix)) + suffix
        canvas.text(text, 1, 46)

    def _hint(self) -> str:
        """Returns the hint for A held."""
        entry = self.app.entry
        fixed = entry.whole(self.player) or entry.dead[self.player] not in (None, "short")
        if self.waits and not entry.dead[self.player]:
            return "hold waits"
        return "hold more" if fixed or self.hand.why_no_suit() else "hold suit"

    def _draw_kinds(self, canvas: "Canvas", key: int, kinds: "tuple[int, ...]") -> None:
        laid = [item for item in self.order if not isinstance(item, str) and item // 5 in kinds]
        if self.pair is not None and self.pair // 5 in kinds:
            laid.append(self.pair)
        possible = [kind for kind in kinds if not self.hand.why_not_kind(kind)]
        if not possible and not laid:
            return
        named = [kind for kind in kinds if kind in possible or any(item // 5 == kind for item in laid)]
        word = say(*self.message_of(named[0])) if len(named) == 1 else say("winds")
        _draw_class(canvas, key, word, [item % 5 for item in laid], bool(possible))
        if key == RIGHT and not self.follows and not self.hand.why_not_add(DRAGON, PAIR):
            self._draw_pair(canvas, len(laid))

    def _draw_pair(self, canvas: "Canvas", dragons: int) -> None:
        """Draws the hint that the right arrow, when held, enters a pair of dragons. It stands below the class of
        dragons, left of its sets, or else above. It says only "pair" if the rest has no room, or if the arrow needs no
        holding. The message has ">" in place of the arrow. dragons: how many sets are drawn there."""
        sets = [item // 5 for item in self.order if not isinstance(item, str)]
        below, above = 66 - 14 * sets.count(SIMPLE) - 18 * dragons, 52 - 17 * sets.count(MAJOR)
        before, arrow, after = say("hold pair").partition(">")
        width = canvas.width(before) + canvas.width(after) + (8 if before else 6)
        if width >= max(below, above) or self.hand.why_not_add(DRAGON, PUNG_TABLE):
            before = arrow = ""
            after = say("pair")
            width = canvas.width(after)
        if width < max(below, above):
            x, y = (121 - 18 * dragons, 43) if width < below else (121, 23)
            canvas.text(after, x, y, ALIGN_RIGHT)
            if arrow:
                canvas.text(before, x + 1 - width, y)
                canvas.arrow(RIGHT, x - 4 - canvas.width(after), y + 1)

    def get_ready(self) -> bool:
        # The modules that save the deal load while the players count the last hand.
        return self._completes() and load_one(SAVING)

    def idle(self) -> None:
        if self.app.correcting is None:
            self.app.evening.ledger.prepare()

    def _completes(self) -> bool:
        """True if a new deal is saved after this hand."""
        app = self.app
        return app.correcting is None and app.entry.at == self.turn == len(app.playing.table.order) - 1

    def foresee(self, key: int) -> "Screen | None":
        act = self.does(key)
        # Only the arrow of a single class leads to Kind: (word, take, kind).
        if (
            key in KIND_OF
            and isinstance(act, tuple)
            and len(act) == 3
            and not self.hand.why_not_add(act[2], PUNG_TABLE)
        ):
            return Kind(self.app, self.turn, act[2], self.hand)
        return None

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == B:
            if self.leave == "B undo":
                return self.leave, self._undo
            if self.follows:
                return self.leave, by_tiles, app, self.turn
            return self.leave, go_to_page_beside, app, self.turn, CARD, -1
        if key == A:
            if held:
                return "waits, more" if self.waits else "suit, more", app.ask, deal.More, self.turn
            reason = self.hand.why_not_done()
            done = "A saves" if self._completes() else "A done"
            return "no " + reason if reason else (done, finish, app, self.turn, self.hand)
        if key == UP and held:
            return "enter tiles", by_tiles, app, self.turn
        if key == LEFT and held:
            return ("flowers", app.ask, deal.Flowers, self.turn) if self.flowers else "no no-flowers"
        if self.follows:
            # The card follows from tiles. Before a key changes the card alone, a screen asks.
            return "enter sets", app.ask, tiles.ByCard, self.turn, key, held
        hand, kinds = self.hand, self._kinds(key)
        reasons = [hand.why_not_add(kind, PAIR) if held else hand.why_not_kind(kind) for kind in kinds]
        if None not in reasons:
            return "no %s" % reasons[0]
        kind = kinds[reasons.index(None)]
        if held:
            return "pair dragon" if kind == DRAGON else "pair seat", self.add, kind, PAIR
        if reasons.count(None) > 1:
            return ["set of", say("winds")], app.go, deal.Winds, self.turn
        return ["set of", say(*self.message_of(kind))], self.ask_kind, kind

    def _kinds(self, key: int) -> "tuple[int, ...]":
        """Returns the classes of sets to which an arrow leads."""
        return self.hand.wind_kinds() if key == DOWN else (KIND_OF[key],)

    def _undo(self) -> None:
        self.app.entry.undo(self.player)
        changed(self.app, self.turn)


class Kind(HandScreen):
    """Asks the way of a set: pung or kong, exposed or concealed, or a pair if one scores."""

    answers = WAY_OF

    def __init__(self, app: "App", turn: int, kind: int, hand: "CardEntry | None" = None) -> None:
        super().__init__(app, turn, hand)
        self.link = link(deal.Kind, turn, kind)
        self.kind = kind

    def draw(self, canvas: "Canvas") -> None:
        message = self.message_of(self.kind)
        if self.hand.doubles_twice(self.kind):
            message[0] = "both winds"
        canvas.header(say(*message) + "?", say(self.leave), self.seat)
        # One way stands for all four: the same reasons exclude them.
        if not self.hand.why_not_add(self.kind, PUNG_TABLE):
            draw_pungs(canvas, True, True, 32, 9)
            for key, word, y in ((UP, "table", 12), (DOWN, "hand", 55)):
                canvas.arrow(key, 16, y + 3)
                draw_tiles(canvas, 4, key == DOWN, 24, y)
                canvas.text(say("kong") + " " + say(word), 48, y + 1)
        if self.kind in (OWN, DRAGON, ROUND) and not self.hand.why_not_add(self.kind, PAIR):
            canvas.key("A", 43, 24)
            pair, seat = say("pair"), letters(self.seat)
            if self.kind == OWN and message[1] != seat:
                pair += " " + seat  # of two seat winds a pair of the second one scores nothing (B p.84)
            x = canvas.text(pair, 56, 25)
            draw_tiles(canvas, 2, True, x + 4, 24)

    def get_ready(self) -> bool:
        self.hand.look_ahead(self.kind)
        return False

    def why_not(self, answer: int) -> "str | None":
        return self.hand.why_not_add(self.kind, answer)

    def word(self, answer: "Any") -> "Any":
        if answer == PAIR:
            return "pair"
        place = "hand" if answer in _FULL else "table"
        return ["", say("kong" if _TILES[answer] == 4 else "pung") + " " + say(place)]

    def take(self, answer: int) -> None:
        self.add(self.kind, answer)


# Where a class stands on the card, as (x, y): its arrow, with the word beside it; its sets. RIGHT and DOWN: their right
# end.
_ARROW = {UP: (61, 14), LEFT: (49, 34), RIGHT: (124, 34), DOWN: (76, 58)}
_SETS = {UP: (69, 22), LEFT: (55, 43), RIGHT: (121, 43), DOWN: (WIDTH, 55)}
_TILES = (3, 3, 4, 4, 2)  # by way
_FULL = (PUNG_HAND, KONG_HAND, PAIR)  # drawn full: concealed


def _draw_class(canvas: "Canvas", key: int, word: str, ways: "list[int]", possible: bool) -> None:
    """Draws one class: its arrow if it can be chosen, its word, and its sets. ways: of the sets."""
    left, top = _ARROW[key]
    if possible:
        canvas.arrow(key, left, top)
    # Tiles are narrower below, and for three or four sets elsewhere, which may be kongs.
    pitch = 3 if key == DOWN or len(ways) > 2 else 4
    widths = [tiles_width(_TILES[way], way in _FULL, pitch) for way in ways]
    x, y = _SETS[key]
    if key in (RIGHT, DOWN):
        x -= sum(widths) + 2 * len(ways) - 2 - (key == RIGHT)
    if key == DOWN and len(ways) == 1:
        x -= 2  # at the edge of the panel a pair looks as if it were cut off
    if key == RIGHT:
        canvas.text(word, left - 3, top - 1, ALIGN_RIGHT, True)
    elif key == DOWN:
        left += 7 if possible else 0
        if canvas.width(word) > x - 2 - left:
            word = word[word.find(" ") + 1 :]  # only the winds
        canvas.text(word, min(left, x - 3 - canvas.width(word)), top - 2)
    else:
        left, top = (left + 6, top - 1) if key == LEFT else (left + 8, top - 2)
        canvas.text(word, left, top, ALIGN_LEFT, canvas.width(word, True) <= WIDTH - left)
    for i in range(len(ways) - 1, -1, -1) if key == RIGHT else range(len(ways)):
        draw_tiles(canvas, _TILES[ways[i]], ways[i] in _FULL, x, y, 7, pitch)
        x += widths[i] + 2
