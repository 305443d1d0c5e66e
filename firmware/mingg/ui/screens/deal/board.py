"""The board of all tiles, on which a hand is entered tile by tile. A on a tile asks what it is; the card follows."""

from typing import Any

from mingg.core.hand.hand import HONOURS, KINDS, name, tile_of
from mingg.entry.tile_entry import (
    CHOW_HAND,
    CHOW_TABLE,
    CHOWS,
    KONG_CLAIMED,
    KONG_HAND,
    KONG_TABLE,
    ONE,
    PUNG_HAND,
    PUNG_TABLE,
    TWO,
    Refusal,
    TileEntry,
    chow_of,
    tiles_in,
)
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import SHORTER, joined, say
from mingg.ui.kit.canvas import ALIGN_CENTRE, BACK, WIDTH, Canvas
from mingg.ui.kit.view import HOLD, Arm, Centre, Key, Page, Part, Parts, Picture, Placed, Screen, Title, View

Match = tuple[int, str]  # a tile, and the exposed group in which it lies, or ""

BY_CARD = "deal.board.ByCard"
COLUMNS, ROWS = 9, 4
# The distance from one tile to the next, the place of the first, and the size of what the cursor inverts.
_ACROSS, _DOWN, _LEFT, _TOP, _SIDE = 14, 13, 1, 11, 13
START = 11  # the three of dots, where the cursor begins: most sets begin at or below the middle of a suit
DONE = KINDS  # two columns wide: the cursor can stand in either
# What the board shows: all tiles; the question what a tile is, how its kong was made, which tile won.
TILES, WHAT, KONG, LAST = range(4)
# What each key enters for an honour, and what others enter for a tile of a suit. A enters a single tile if no pair is
# possible.
OF_HONOUR = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND, A: TWO, HOLD | A: ONE}
OF_SUIT = {UP: CHOW_TABLE, DOWN: CHOW_HAND, HOLD | LEFT: KONG_TABLE, HOLD | RIGHT: KONG_HAND}
_WORDS = ("pung", "pung", "kong", "kong", "pair", "chow", "chow", "one tile")  # by role
_WHERE = ("table", "hand", "table", "hand", "", "table", "hand", "")


def tile_name(tile: int) -> str:
    """Returns the name of a tile in words."""
    short = name(tile)
    return say("tile " + short) if tile >= HONOURS else say("tile " + short[1], tile % 9 + 1)


def words_of(tile: int, role: int) -> "tuple[str, str]":
    """Returns what a tile is entered as: the numbers of a chow, else ""; and the words."""
    low = chow_of(tile) % COLUMNS + 1
    text = say(_WORDS[role]) + ("|" + say(_WHERE[role]) if _WHERE[role] else "")
    return "%d%d%d" % (low, low + 1, low + 2) if role in CHOWS else "", text


def usual(tile: int) -> int:
    """Returns what a tile most often is."""
    return PUNG_TABLE if tile >= HONOURS else CHOW_HAND


def usual_set(tile: int) -> str:
    """Returns that in few words: of a chow, its numbers and that it is concealed."""
    numbers, text = words_of(tile, usual(tile))
    return numbers + " " + say("hand") if numbers else joined(text)


def cell(tile: int) -> "tuple[int, int]":
    """Returns the place of a tile on the board, or of the cell beside the honours."""
    tile = min(tile, DONE)
    return _LEFT + _ACROSS * (tile % COLUMNS), _TOP + _DOWN * (tile // COLUMNS)


class Tiles(Part):
    """All tiles; arrows move the cursor. The picture of them that is kept begins in the last rows of the title, where
    letters have tails: so it is placed before the title."""

    repeats = True

    def __init__(self, board: "Board") -> None:
        self.board = board
        if board.picture:
            self.early = True

    def on(self, key: int) -> "Key | None":
        return self.board.on_arrow(key) if key < A else None

    def place(self, page: "Page") -> None:
        self.board.draw_tiles(page.canvas)


class Answer(Part):
    """A, and A held. What they do is worked out when they are pressed: most pictures only move the cursor."""

    def __init__(self, board: "Board") -> None:
        self.board = board

    def on(self, key: int) -> "Key | None":
        return self.board.on_answer(key) if key & 7 == A else None


class Status(Title):
    """What the hand lacks, after its score if there is room. It stands after the key whose word is at its right."""

    bold = False

    def place(self, page: "Page") -> None:
        canvas, score = page.canvas, self.after
        room = 112 - canvas.width(score, True) - canvas.width(self.text) - canvas.width(BACK)
        page.title = Title(score, self.text) if room >= 0 else Title(self.text)
        page.title.bold = room >= 0


def place_usual(page: "Page", text: str, full: bool) -> None:
    """Draws in the title what A held enters, as the card pictures it. Full tiles are concealed, hollow ones exposed."""
    page.canvas.tiles(3, full, page.canvas.text(text, page.after, 1, ink=0) + 3, 2, 6, 4, 0)


class Board(Screen):
    """All tiles. The marks below a tile show how many are entered: full ones are concealed, hollow ones exposed, flat
    ones in other hands. A tile is dim if nothing can be entered for it. B takes back what was entered last; the last
    cell leads to the card.

    Holding A takes a tile for what it most often is: the first of a concealed chow, or an honour of an exposed pung.

    hand     see TileEntry
    asks     what it shows, from TILES to LAST
    current  the cell of the cursor; stood: where it was at the last entry; named: the title names the tile
    matches  the tiles that may have completed the hand, if it is complete; match: the one at the cursor, or None
    """

    words = ("tiles",)
    next = "deal.card.Card"

    def begin(self, turn: int) -> None:
        self.turn = turn
        entry = self.play.entry
        self.hand = TileEntry(entry, entry.player(turn, self.play.playing.table), self.play.playing)
        self.current = self.stood = START
        self.asks, self.named = TILES, False
        self._look()

    def state(self) -> "tuple[Any, ...]":
        return self.current, self.stood, self.named, self.asks, self.match

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.current, self.stood, self.named, asks, match = state
        if asks != LAST:
            self.asks = asks
        elif self.is_complete:  # other hands may have changed meanwhile
            self.ask_last()
            if match in self.matches:
                self.move_to_match(match)

    def _look(self) -> None:
        """Reads the hand after a change."""
        hand, entry = self.hand, self.play.entry
        self.picture = b""
        self.is_complete = hand.is_complete()
        self.matches: "list[Match]" = hand.candidates() if self.is_complete else []
        self.match: "Match | None" = None
        self.missing = hand.missing()
        self.begun = bool(entry.hands[hand.player].in_tiles())
        self.lacks = self._status()
        self.score = str(entry.count(hand.player, self.play.playing).score)
        # The winning tile: it is framed. Of an original hand none was that.
        self.last = -1
        if self.is_complete and entry.last_tile is not None and entry.opening != "original":
            self.last = tile_of(entry.last_tile)

    def view(self) -> "Parts":
        if self.asks == WHAT:
            return self._what_view()
        if self.asks == KONG:
            return View(
                Title(tile_name(self.current)),
                Key(B, "B back", self.ask, WHAT),
                Arm(LEFT, say("kong added"), self.add, KONG_TABLE),
                Arm(RIGHT, say("kong claimed"), self.add, KONG_CLAIMED),
            )
        if self.asks == LAST:
            title: "list[Any]" = [Status(say("last tile?"), self.score)]
            leave = Key(B, "B back", self.stop_asking)
        else:
            title = self._title()
            leave = Key(B, "B undo", self.undo) if self.begun else Key(B, "B back", self.leave)
        return View(leave, *title, Tiles(self), Answer(self))

    def idle(self) -> None:
        """The player looks for a tile: names it, which tells the suits apart."""
        if self.asks == TILES and self.current != self.stood and self.current < DONE and not self.named:
            self.named = True
            self.app.display.stale = True

    # ---- all tiles ----

    def _title(self) -> "list[Any]":
        """Returns the title: what the hand lacks, after the score if there is room. If the player has moved the cursor
        and rests, it names the tile. In a complete hand it says which tile is the winning one and how to change it. As
        long as nothing of a winner's hand is entered, it is what A held does."""
        tile, text = self.current, self.lacks
        if self.last >= 0 and tile < DONE and self.hand.held[tile]:
            text = say("winning is" if tile == self.last else "A wins")
        elif self.named:
            text = tile_name(tile)
        elif not (self.turn or tile >= DONE or self.begun or self.hand.unnamed()):
            role = usual(tile)
            text, title = say("hold for", say(_WORDS[role])), Title("")
            title.keeps = self.app.display.canvas.width(text) + 20  # the tiles behind it, too
            return [title, Placed(place_usual, text, role == CHOW_HAND)]
        return [Status(text, self.score)]

    def _status(self) -> str:
        """Returns what the hand lacks, or how many tiles are entered."""
        hand = self.hand
        unnamed, size = len(hand.unnamed()), hand.hand.size()
        if unnamed:
            return say("unnamed", unnamed)
        if self.turn:
            return "%d/%d" % (size, hand.full) if size else say("sets or all")
        if self.is_complete:
            return say("last tile?" if self.play.entry.last_tile is None else "complete")
        if size == hand.full:
            return say(hand.why_no_hand())
        if self.missing is None:
            return say("lacks tiles", hand.full - size)
        return say("lacks", say("n sets", self.missing)) if self.missing else say("lacks pair")

    def on_arrow(self, key: int) -> "Key | None":
        """Returns what an arrow does."""
        if self.asks == TILES:
            return Key(key, "tile", self.move_to, next_cell(self.current, key))
        return Key(key, "tile", self.move_to_match, (self._next_match(key),)) if self.matches else None

    def on_answer(self, key: int) -> "Key | None":
        """Returns what A does, or A held."""
        tile, hand = self.current, self.hand
        if key != A and (tile >= DONE or self.is_complete):
            return None
        if self.asks == LAST:
            if self.match is None:
                return Key(key, "", "which tile" if self.matches else "no rob-three")
            return Key(key, "winning is", self.take_last, self.match)
        if tile >= DONE:
            return Key(key, "A done", self.done)
        if self.is_complete and hand.held[tile]:
            here = [match for match in self.matches if match[0] == tile]
            if len(here) == 1:
                return Key(key, "winning is", self.take_last, here[0])
            return Key(key, "last tile?", self.ask_last if here else "no rob-three")
        refusal = hand.why_closed(tile)
        if refusal:
            return Key(key, "", refusal)
        if key == A and self.missing == 0 and not hand.why_not(tile, TWO):
            return Key(A, "pair", self.add, TWO)  # the hand lacks nothing else
        if key == A or hand.why_not(tile, usual(tile)):
            return Key(key, "what is it", self.ask, WHAT)
        words = usual_set(tile)
        return Key(key, ["", words], self.add, (usual(tile), words))

    def ask(self, question: int) -> None:
        self.asks = question

    def move_to(self, index: int) -> None:
        self.current, self.named = index, False

    def undo(self) -> None:
        """Takes back the last entry, says what it was, and moves the cursor to it."""
        tile, role = self.hand.undo()
        text = tile_name(tile)
        what = say("winning is") if role < 0 else joined(words_of(tile, role)[1])
        self.app.display.show_text(say("undone", text + ", " + what) + SHORTER + say("undone", text))
        self._changed(tile)

    def _changed(self, cursor: int) -> None:
        """Shows the hand after a change."""
        self._look()
        self.asks = TILES
        self.move_to(cursor)
        self.stood = cursor
        self.play.changed()

    def done(self) -> None:
        """Goes to the card. Asks first which tile completed the hand, if that is unknown."""
        if self.matches and self.play.entry.last_tile is None:
            self.ask_last()
        else:
            self._leave()

    def _leave(self) -> None:
        self.hand.check_last_set()
        self.play.changed()
        self.show("deal.card.Card", self.turn)

    def leave(self) -> None:
        """Nothing is entered: goes back to where the players came from. The question whether to drop tiles is over."""
        self.hand.check_last_set()
        self.play.changed()
        if self.app.navigator.below() == BY_CARD:
            self.back()
        self.back()

    def add(self, role: int, words: str = "") -> None:
        """Enters what the tile at the cursor is. If it is impossible, shows why. words: say what that was, if no
        question was asked."""
        tile, play = self.current, self.play
        if self._refused(self.hand.enter(tile, role)):
            return
        # players enter tiles as they lie: the next one is behind a chow
        self._changed(min(tile + 3, tile // COLUMNS * COLUMNS + COLUMNS - 1) if role in CHOWS else tile)
        matches = self.matches
        if self.is_complete:
            # in an original hand no tile was the last
            if len(matches) == 1 or (matches and play.entry.opening == "original"):
                self.take_last(*matches[0])
            else:
                self.ask_last()
        elif self.turn and play.entry.whole(self.hand.player):
            self._leave()
        if words and self.asks == TILES and self.app.display.bar is None:
            self.app.display.show_text(words)

    def _refused(self, refusal: "Refusal") -> bool:
        if refusal:
            self.app.display.refuse(*refusal)
        return bool(refusal)

    def draw_tiles(self, canvas: "Canvas") -> None:
        """Draws all tiles below the title. They stay while only the cursor moves."""
        if self.picture:
            canvas.buffer[WIDTH:] = self.picture
        else:
            self._draw_tiles(canvas)
            self.picture = bytes(canvas.buffer[WIDTH:])
        if self.asks == TILES or self.match is not None:
            x, y = cell(self.current)
            canvas.invert(x, y, _SIDE if self.current < DONE else _SIDE + _ACROSS, _SIDE)
        if self.match is not None:
            for tile in tiles_in(self.match[1]):
                canvas.frame(*cell(tile), _SIDE, _SIDE)

    def _draw_tiles(self, canvas: "Canvas") -> None:
        hand = self.hand
        x, y = cell(DONE)
        canvas.frame(x, y, _SIDE + _ACROSS, _SIDE)
        canvas.text(say("done"), x + (_SIDE + _ACROSS) // 2, y + 2, ALIGN_CENTRE)
        exposed = hand.exposed()
        for tile in range(KINDS):
            x, y = cell(tile)
            canvas.face(tile, x, y + 1, not self._is_bright(tile))
            held = hand.held[tile]
            for i in range(min(4, held + hand.elsewhere[tile])):  # a wild tile of a Goulash may stand for a fifth
                if i < exposed[tile]:
                    canvas.frame(x + 1 + 3 * i, y + 10, 3, 3)
                else:
                    canvas.box(x + 1 + 3 * i, y + 10 + (i >= held), 2, 2 - (i >= held))
            if tile == self.last and self.asks == TILES:
                canvas.frame(x, y, _SIDE, _SIDE)

    def _is_bright(self, tile: int) -> bool:
        if self.asks == LAST:
            return any(tile == match for match, _ in self.matches)
        return self.hand.held[tile] > 0 if self.is_complete else self.hand.why_closed(tile) is None

    # ---- what a tile is ----

    def _what_view(self) -> "Parts":
        """Asks what a tile is. Left and right are an exposed and a concealed pung, and held a kong. Up and down are the
        chow that the tile begins, or for an honour a kong. A is a pair; held, or if no pair is possible, the single
        tile."""
        tile, hand = self.current, self.hand
        asks_claimed = not self.turn and self.play.playing.rules.knows("three-concealed")
        parts: "list[Part]" = [Title(tile_name(tile)), Key(B, "B back", self.ask, TILES)]
        kongs, roles = False, dict(OF_HONOUR)
        if tile < HONOURS:
            roles.update(OF_SUIT)
        for key, role in roles.items():
            refusal = hand.why_not(tile, role)
            if key == A and refusal and not hand.why_not(tile, ONE):
                role, refusal = ONE, None
            if refusal:
                parts.append(Key(key, "", refusal))
                continue
            numbers, text = words_of(tile, role)
            act, argument = (self.ask, KONG) if role == KONG_TABLE and asks_claimed else (self.add, role)
            if key & HOLD or role == TWO:
                parts.append(Key(key, ["", joined(text)], act, argument, False, True))
                kongs = kongs or role in (KONG_TABLE, KONG_HAND)
            if role == TWO and not hand.why_not(tile, ONE):
                text += ", %s: %s" % (say("hold"), say("one tile")) + SHORTER + text
            if not key & HOLD:
                parts.append(Arm(key, text, act, argument, numbers))
        if kongs:
            parts.append(Centre("%s: %s" % (say("hold"), say("kong"))))
        return View(*parts)

    # ---- which tile won ----

    def ask_last(self) -> None:
        """Asks which tile completed the hand. No tile is current until an arrow was pressed, so A pressed twice names
        none. A tile in an exposed set is a match of its own: the set is framed."""
        near = min(self.current, KINDS - 1)
        self.asks, self.picture = LAST, b""
        # matches are in the order of the tiles: the first one from here, or the last one before
        behind = [match for match in self.matches if match[0] >= near]
        nearest = behind[:1] or self.matches[-1:]
        self.first: "Any" = nearest[0] if nearest else None
        self.move_to_match(None)

    def stop_asking(self) -> None:
        self.asks, self.picture, self.match = TILES, b"", None

    def move_to_match(self, match: "Match | None") -> None:
        self.match, at = match, match or self.first
        if at:
            self.current = self.stood = at[0]

    def _next_match(self, key: int) -> "Match":
        """Returns the match where an arrow leads, from the current one or from the first: left and right to the next
        one, up and down to one in another row."""
        step, matches = 1 if key in (RIGHT, DOWN) else -1, self.matches
        if key in (UP, DOWN):
            row, column = self.current // COLUMNS, self.current % COLUMNS
            for _ in range(ROWS - 1):
                row = (row + step) % ROWS
                in_row = [match for match in matches if match[0] // COLUMNS == row]
                if in_row:
                    return min(in_row, key=lambda match: abs(match[0] % COLUMNS - column))
        return matches[(matches.index(self.match or self.first) + step) % len(matches)]

    def take_last(self, tile: int, group: str) -> None:
        """Takes the winning tile, from which everything follows. If it is impossible, shows why."""
        if not self._refused(self.hand.choose_last(tile, group)):
            self._leave()


def next_cell(cursor: int, key: int) -> int:
    """Returns where an arrow leads: around in the row or in the column."""
    row, column = cursor // COLUMNS, cursor % COLUMNS
    step = 1 if key in (RIGHT, DOWN) else -1
    if key in (UP, DOWN):
        return COLUMNS * ((row + step) % ROWS) + column
    if cursor >= DONE:
        column = KINDS - HONOURS if step < 0 else COLUMNS - 1
    return COLUMNS * row + (column + step) % COLUMNS


_SHOWN = 9  # how many tiles there is room for


class ByCard(Screen):
    """The player changes a hand in tiles on its card: shows first which tiles that would drop.

    Left goes to the tiles. Right goes on with the card: its sets stay, the tiles beside them go.
    """

    words = ("tiles",)

    def begin(self, turn: int) -> None:
        self.turn = turn
        entry = self.play.entry
        self.player = entry.player(turn, self.play.playing.table)
        self.seat = self.play.playing.table.seat(self.player)
        self.dropped = [tile for group in entry.hands[self.player].beside for tile in tiles_in(group)]
        if not self.dropped and entry.last_tile is not None:
            self.dropped = [tile_of(entry.last_tile)]

    def view(self) -> "Parts":
        return View(
            Title("%s" if self.turn else say("won"), say("in tiles"), self.seat, self.play.name(self.player)),
            Arm(LEFT, say("to the tiles"), "deal.board.Board", self.turn),
            Arm(RIGHT, say("by card"), self.drop),
            Centre(say("dropped")),
            Picture(self.draw_dropped),
        )

    def draw_dropped(self, canvas: "Canvas") -> None:
        hidden = len(self.dropped) - _SHOWN
        for i, tile in enumerate(self.dropped[: _SHOWN - (hidden > 0)]):
            canvas.face(tile, 1 + 14 * i, 54)
        if hidden > 0:
            canvas.text("+%d" % (hidden + 1), 113, 54, 0, True)

    def drop(self) -> None:
        entry = self.play.entry
        entry.hands[self.player].beside = []
        if not self.turn:
            entry.last_tile = None
        self.play.changed()
        self.back()
