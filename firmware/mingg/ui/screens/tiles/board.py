"""The second way into a hand: a board of all tiles. A on one of them asks what it is; what follows is worked out."""

from mingg.core.deal.winds import WINDS
from mingg.core.tiles.tiles import HONOURS, KINDS, WHITE, name, tile_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.memory import BOARD
from mingg.ui.entry.entry import KONG_HAND, KONG_TABLE, PAIR, PUNG_HAND, PUNG_TABLE
from mingg.ui.panel.canvas import ALIGN_CENTRE, BOLD, Face
from mingg.ui.panel.glyphs import TILES
from mingg.ui.screen import Screen, link
from mingg.ui.screens import tiles
from mingg.ui.screens.deal.card import CardScreen, OfOneHand, changed
from mingg.ui.screens.tiles.tiles_hand import CHOW_HAND, CHOW_TABLE, KONG_CLAIMED, ONE, TilesOfHand, chow_of, tiles_in
from mingg.ui.widgets.rosette import Rosette, draw_arm, draw_pungs, words

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

COLUMNS, ROWS = 9, 4
# From one tile to the next; where the first stands; the size of what the cursor inverts.
_ACROSS, _DOWN, _LEFT, _TOP, _SIDE = 14, 13, 1, 11, 13
MIDDLE = 13  # the five of dots, where the board is opened
DONE = KINDS  # two columns wide: the cursor may stand in either
# Bytes: MicroPython looks up every sign it takes out of a string.
_SIGNS = b"mps"
_DRAGONS = b"WGR"


class Faces:
    """Draws tiles; made with the screen and let go with it."""

    def __init__(self, canvas: "Canvas") -> None:
        self.face = Face(TILES, 1)
        self.canvas = canvas

    def _parts(self, tile: int) -> "list[tuple[int, Any]]":
        """What a face is put together of, and how far to the right each begins."""
        meet = self.face.meet
        if tile >= WHITE:
            return [(0, meet(_DRAGONS[tile - WHITE]))]
        if tile >= HONOURS:
            letter = BOLD.meet(ord(letters(WINDS[tile - HONOURS])))
            return [((12 - letter[1]) // 2, letter)]
        return [(0, meet(49 + tile % 9)), (7, meet(_SIGNS[tile // 9]))]

    def draw(self, tile: int, x: int, y: int) -> None:
        """A tile's face, 12 by 8."""
        for right, glyph in self._parts(tile):
            self.canvas.fb.blit(glyph, x + right, y, 0)

    def draw_twice(self, tile: int, x: int, y: int) -> None:
        """The same at double size."""
        for right, (columns, width, _, _) in self._parts(tile):
            for i in range(width):
                for j in range(8):
                    if columns[i] >> j & 1:
                        self.canvas.box(x + 2 * (right + i), y + 2 * j, 2, 2)

    def veil(self, x: int, y: int) -> None:
        """Half of a face's light is taken away."""
        self.canvas.fb.blit(self.face.meet(ord("v")), x, y, 1)


def tile_name(tile: int) -> str:
    """What a tile is called."""
    called = name(tile)
    return say("tile " + called) if tile >= HONOURS else say("tile " + called[1], tile % 9 + 1)


def draw_title(canvas: "Canvas", tile: int) -> None:
    """A header about a tile: what it is called, and where there is room what B does."""
    text, right = tile_name(tile), say("B back")
    canvas.header(text, right if canvas.width(text, True) + canvas.width(right) < 120 else "")


def numbers_of(tile: int) -> str:
    """The numbers of the chow that a tile begins."""
    low = chow_of(tile) % COLUMNS + 1
    return "%d%d%d" % (low, low + 1, low + 2)


def cell(tile: int) -> "tuple[int, int]":
    """Where a tile stands on the board, or the cell beside the honours."""
    tile = min(tile, DONE)
    return _LEFT + _ACROSS * (tile % COLUMNS), _TOP + _DOWN * (tile // COLUMNS)


class Board(OfOneHand):
    """All tiles. The marks below one are those that are in: high of this hand, low of another. A veil lies over what
    nothing can be said of. B takes back what was said last of the hand; the last cell leads to the card.

    A held takes a tile for what it most often is: the first of a chow in the hand, or an honour of an exposed pung.
    """

    words = ("tiles",)
    keeps = BOARD
    repeats = (LEFT, RIGHT, UP, DOWN)
    holds = (A,)
    bar_y = 1

    def __init__(self, app: "App", turn: int, cursor: "int | None" = None) -> None:
        super().__init__(app, turn)
        self.tiles = TilesOfHand(app.entry, self.player, self.session)
        self.tiles.look_around()
        self.faces = Faces(app.canvas)
        self.cursor = MIDDLE if cursor is None else cursor
        self.again = link(tiles.Board, turn, cursor)
        # What stays while only the cursor moves: the tiles as drawn, what is said above them, the score.
        self.above = self.score = ""
        self._look()
        # Where the cursor stood when something was last said, and whether the header names the tile it stands on now.
        self.stood, self.names = self.cursor, False

    def _look(self) -> None:
        """The hand is another one: what of it stays while only the cursor moves."""
        self.picture = b""
        self.is_complete = self.tiles.is_complete()
        self.missing = None if self.turn else self.tiles.missing()

    # ---- the picture ----

    def draw(self, canvas: "Canvas") -> None:
        if not self.picture:
            self._draw_tiles(canvas)
            self.picture = bytes(canvas.buffer)
            self.above, self.score = self.status(), str(self.count().score)
        else:
            canvas.buffer[:] = self.picture
        canvas.header(self.score, say(self.does(B)[0]), "", self.said_above())
        x, y = cell(self.cursor)
        canvas.invert(x, y, _SIDE if self.cursor < DONE else _SIDE + _ACROSS, _SIDE)

    def said_above(self) -> str:
        """The tile at the cursor where the player has moved it, and rests; else what the hand lacks. While nothing of
        a winner's hand is in, what A held does."""
        if self.names:
            return tile_name(self.cursor)
        if self.turn or self.cursor >= DONE or self.app.entry.in_tiles(self.player) or self.tiles.unnamed():
            return self.above
        return say("hold A", say("pung") if self.cursor >= HONOURS else numbers_of(self.cursor))

    def idle(self) -> None:
        """The player looks for a tile: it is named, which tells the suits apart."""
        if self.cursor != self.stood and self.cursor < DONE and not self.names:
            self.names = True
            self.app.redraw()

    def _draw_tiles(self, canvas: "Canvas") -> None:
        x, y = cell(DONE)
        canvas.frame(x, y, _SIDE + _ACROSS, _SIDE)
        canvas.text(say("done"), x + (_SIDE + _ACROSS) // 2, y + 2, ALIGN_CENTRE)
        for tile in range(KINDS):
            x, y = cell(tile)
            self.faces.draw(tile, x, y + 1)
            if not self.is_bright(tile):
                self.faces.veil(x, y + 1)
            mine = self.tiles.held[tile]
            for i in range(mine + self.tiles.elsewhere[tile]):
                own = i < mine
                canvas.box(x + 1 + 3 * i, y + (10 if own else 11), 2, 2 if own else 1)

    def is_bright(self, tile: int) -> bool:
        if self.is_complete:
            return self.tiles.held[tile] > 0
        return self.tiles.is_open(tile)

    def status(self) -> str:
        """What the hand lacks, or how many tiles are in."""
        tiles = self.tiles
        unnamed = len(tiles.unnamed())
        if unnamed:
            return say("unnamed one") if unnamed == 1 else say("unnamed", unnamed)
        size = tiles.hand.size()
        if self.turn:
            return "%d/%d" % (size, tiles.full) if size else say("sets or all")
        lacks = tiles.full - size
        if self.is_complete:
            return say("last tile?" if self.app.entry.last_tile is None else "complete")
        if not lacks:
            return say("not a hand")
        if self.missing is None:
            return say("lacks one") if lacks == 1 else say("lacks tiles", lacks)
        sets, pair = self.missing
        lacking = [say("one set") if sets == 1 else say("n sets", sets)] if sets else []
        if pair:
            lacking.append(say("pair"))
        return ", ".join(lacking) + "?"

    # ---- keys ----

    def back(self) -> None:
        """To the card; but which tile completed a hand is asked first."""
        if self.is_complete and self.app.entry.last_tile is None and self.tiles.candidates():
            self.app.show(LastTile(self.app, self.turn, self.cursor))
        else:
            changed(self.app, self.turn)

    def does(self, key: int, held: bool = False) -> "Act":
        hand, tile = self.tiles, self.cursor
        if key == B:
            return ("B undo", self.undo) if self.app.entry.in_tiles(self.player) else super().does(key)
        if key != A:
            return "move", self.move_to, _next(tile, key)
        if tile >= DONE:
            return "A done", self.back
        if self.is_complete and hand.held[tile]:
            found = [each for each in hand.candidates() if each[0] == tile]
            if not found:
                return "no rob-three"
            return ("last tile", self.take_last, found[0]) if len(found) == 1 else ("last tile", self._ask_last)
        if not hand.is_open(tile):
            return self.refusal(hand.why_full() if hand.left(tile) else hand.why_none(tile), tile)
        if held:
            what = PUNG_TABLE if tile >= HONOURS else CHOW_HAND
            if not hand.why_not(tile, what):
                word = "pung table" if tile >= HONOURS else ["held chow", numbers_of(tile)]
                return word, self.add, tile, what
        elif self.missing == (0, True) and not hand.why_not(tile, PAIR):
            return "pair", self.add, tile, PAIR  # nothing else is lacking
        return "what is it", self.app.show_new, What, self, tile

    def move_to(self, to: int) -> None:
        self.cursor = to
        self.names = False
        self.again = link(tiles.Board, self.turn, to)

    def refusal(self, reason: str, tile: int) -> "Act":
        words = "no " + reason
        if reason == "tiles-left":
            return [words, self.tiles.left(tile)]
        return [words, self.tiles.room] if reason == "tiles-room" else words

    def undo(self) -> None:
        """What was said last goes, and the cursor goes to it."""
        self._stand_at(self.tiles.undo())
        self._look()
        self.app.changed()

    def _stand_at(self, tile: int) -> None:
        self.move_to(tile)
        self.stood = tile

    def _ask_last(self) -> None:
        self.app.show(LastTile(self.app, self.turn, self.cursor))

    def take_last(self, last: "tuple[int, str]") -> None:
        """The tile that completed the hand is known, and with it everything; or why it cannot be."""
        reason = self.tiles.choose_last(*last)
        if reason:
            self.act(self.refusal(reason, last[0]))
        else:
            changed(self.app, self.turn)

    def add(self, tile: int, what: int) -> None:
        """Something is said of a tile; or why it cannot be."""
        app, hand = self.app, self.tiles
        reason = hand.add(tile, what)
        if reason:
            self.act(self.refusal(reason, tile))
            return
        self._look()
        # Tiles are said as they lie: the next one is behind a chow.
        behind = what in (CHOW_TABLE, CHOW_HAND)
        self._stand_at(min(tile + 3, tile // COLUMNS * COLUMNS + COLUMNS - 1) if behind else tile)
        app.changed()
        app.show(self)
        if self.is_complete:
            found = hand.candidates()
            # Of an original hand none was the last.
            if len(found) == 1 or (found and app.entry.opening == "original"):
                self.take_last(found[0])
            else:
                self._ask_last()
        elif self.turn and app.entry.whole(self.player):
            changed(app, self.turn)


def _next(cursor: int, key: int) -> int:
    """Where an arrow leads: round in the row or in the column."""
    row, column = cursor // COLUMNS, cursor % COLUMNS
    step = 1 if key in (RIGHT, DOWN) else -1
    if key in (UP, DOWN):
        return COLUMNS * ((row + step) % ROWS) + column
    if cursor >= DONE:
        column = KINDS - HONOURS if step < 0 else COLUMNS - 1
    return COLUMNS * row + (column + step) % COLUMNS


class LastTile(Board):
    """Which tile completed the hand: left and right lead to the next that may have, up and down to one in another row.

    A tile that lies in an exposed set stands for itself: the set is framed.
    """

    def __init__(self, app: "App", turn: int, near: int) -> None:
        super().__init__(app, turn, near)
        self.found = self.tiles.candidates()
        near = min(near, KINDS - 1)
        # Candidates are in the order of the tiles: the first one from here, or the last one before.
        self.current = next((i for i, (tile, _) in enumerate(self.found) if tile >= near), len(self.found) - 1)
        self._stand()
        self.again = link(tiles.LastTile, turn, near)

    def _stand(self) -> None:
        if self.found:
            self.cursor, self.group = self.found[self.current]

    def draw(self, canvas: "Canvas") -> None:
        super().draw(canvas)
        if self.group:
            for tile in tiles_in(self.group):
                x, y = cell(tile)
                canvas.frame(x, y, _SIDE, _SIDE)

    def status(self) -> str:
        return say("last tile?")

    def is_bright(self, tile: int) -> bool:
        return any(tile == each for each, _ in self.found)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == B:
            return self.leave, self.back
        if not self.found:
            return "no rob-three"
        if key == A:
            return "last tile", self.take_last, (self.cursor, self.group)
        return "move", self.move_to, self._next(key)

    def back(self) -> None:
        self.app.show(Board(self.app, self.turn, self.cursor))

    def _next(self, key: int) -> int:
        """The place in `found` where an arrow leads."""
        step, number = 1 if key in (RIGHT, DOWN) else -1, len(self.found)
        if key in (UP, DOWN):
            row, column = self.cursor // COLUMNS, self.cursor % COLUMNS
            for _ in range(ROWS - 1):
                row = (row + step) % ROWS
                there = [i for i, (tile, _) in enumerate(self.found) if tile // COLUMNS == row]
                if there:
                    return min(there, key=lambda i: abs(self.found[i][0] % COLUMNS - column))
        return (self.current + step) % number

    def move_to(self, to: int) -> None:
        self.current = to
        self._stand()


# The arrow of a set: of a suit's tile, of an honour; and what it is when it is held.
OF_SUIT = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: CHOW_TABLE, DOWN: CHOW_HAND, A: PAIR}
OF_HONOUR = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND, A: PAIR}
HELD = {LEFT: KONG_TABLE, RIGHT: KONG_HAND, A: ONE}


# What each of these is called.
_WORDS = ("pung table", "pung hand", "kong table", "kong hand", "pair", "chow table", "chow hand", "one tile")


class What(Screen):
    """What a tile is: left and right a pung, on the table or in the hand, and held a kong; up and down the chow that
    begins with it, or of an honour a kong; A a pair, and held, or where there can be none, the one tile."""

    words = ("tiles",)
    holds: "tuple[int, ...]" = (LEFT, RIGHT, A)

    def __init__(self, app: "App", board: Board, tile: int) -> None:
        super().__init__(app, board)
        self.board = board
        self.tile = tile
        self.of = OF_HONOUR if tile >= HONOURS else OF_SUIT
        self.again = link(tiles.Board, board.turn, tile)

    def _can(self, what: int) -> bool:
        return not self.board.tiles.why_not(self.tile, what)

    def draw(self, canvas: "Canvas") -> None:
        tile, can = self.tile, self._can
        draw_title(canvas, tile)
        draw_pungs(canvas, can(PUNG_TABLE), can(PUNG_HAND), 31, 8)
        for key in (UP, DOWN):
            if can(self.of[key]):
                if tile >= HONOURS:
                    lines = [(say("kong"), False)]
                else:
                    lines = [(say("chow"), False), (numbers_of(tile), True)]
                draw_arm(canvas, key, lines + [(say("table" if key == UP else "hand"), False)])
        pair, one = can(PAIR), can(ONE)
        if pair or one:
            text = say("pair" if pair else "one tile")
            x = 58 - canvas.width(text) // 2
            canvas.key("A", x - 6, 24)
            canvas.text(text, x + 7, 25)
        # What keys mean that are held: hold, arrows, a kong; A, one tile.
        kongs = [key for key in (LEFT, RIGHT) if tile < HONOURS and can(HELD[key])]
        hold, kong = say("hold"), say("kong") if kongs else ""
        text = "A " + say("one tile") if pair and one else ""
        if kongs or text:
            width = canvas.width(hold) + 5 * len(kongs) + canvas.width(kong) + canvas.width(text)
            x = 64 - (width + (6 if kongs else 0) + (6 if text else 0)) // 2
            x = canvas.text(hold, x, 47) + 4
            for key in kongs:
                canvas.arrow(key, x, 48)
                x += 5
            if kongs:
                x = canvas.text(kong, x + 1, 47) + 6
            canvas.text(text, x, 47)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == B:
            return super().does(key)
        board, tile = self.board, self.tile
        what = HELD[key] if held else self.of[key]
        if what == PAIR and not self._can(PAIR) and self._can(ONE):
            what = ONE
        reason = board.tiles.why_not(tile, what)
        if reason:
            return board.refusal(reason, tile)
        if what == KONG_TABLE and board.turn == 0 and board.session.rules.knows("three-concealed"):
            return "kong", self.app.show_new, Kong, self
        return _WORDS[what], board.add, tile, what


class Kong(Rosette):
    """How a kong came to lie on the table, where that counts (Babcock p.58)."""

    words = ("tiles",)
    answers = {LEFT: KONG_TABLE, RIGHT: KONG_CLAIMED}
    choice = ""

    def __init__(self, app: "App", before: What) -> None:
        super().__init__(app, before)
        self.again = before.again

    def draw(self, canvas: "Canvas") -> None:
        draw_title(canvas, self.before.tile)
        self.before.board.faces.draw_twice(self.before.tile, 52, 46)
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        return words(key, say("kong added" if answer == KONG_TABLE else "kong claimed")), False

    def take(self, answer: int) -> None:
        self.before.board.add(self.before.tile, answer)


_SHOWN = 9  # tiles


class ByCard(OfOneHand):
    """A hand in tiles is to be changed on its card: what would be dropped, before it is.

    Left to the tiles, right on by the card: its sets stay, the tiles that are none of theirs go. key, held: what is
    then done on the card.
    """

    words = ("tiles",)
    answers = {LEFT: "to the tiles", RIGHT: "by card"}

    def __init__(self, app: "App", turn: int, key: int, held: bool) -> None:
        super().__init__(app, turn)
        self.key, self.held = key, held
        self.faces = Faces(app.canvas)
        self.gone = [tile for group in app.entry.beside[self.player] for tile in tiles_in(group)]
        if not self.gone and app.entry.last_tile is not None:
            self.gone = [tile_of(app.entry.last_tile)]

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("in tiles"))
        self.draw_arms(canvas)
        canvas.text(say("dropped"), 2, 43)
        over = len(self.gone) - _SHOWN
        for i, tile in enumerate(self.gone[: _SHOWN - (over > 0)]):
            self.faces.draw(tile, 1 + 14 * i, 54)
        if over > 0:
            canvas.text("+%d" % (over + 1), 113, 54, 0, True)

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool]":
        return words(key, say(answer)), False

    def take(self, answer: str) -> None:
        app = self.app
        if answer == "to the tiles":
            app.show(Board(app, self.turn))
            return
        app.entry.forget_tiles(self.player)
        app.changed()
        card = CardScreen(app, self.turn)
        app.show(card)
        card.act(card.does(self.key, self.held))
