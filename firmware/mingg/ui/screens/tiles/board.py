"""The board of all tiles, on which a hand is entered tile by tile. A on a tile asks what it is; the card follows."""

from mingg.core.tiles.tiles import HONOURS, KINDS, name, tile_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.memory import BOARD
from mingg.ui.entry.entry import KONG_HAND, KONG_TABLE, PAIR, PUNG_HAND, PUNG_TABLE
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen, link
from mingg.ui.screens import tiles
from mingg.ui.screens.deal.card import CardScreen, HandScreen, changed
from mingg.ui.screens.tiles.tiles_hand import CHOW_HAND, CHOW_TABLE, KONG_CLAIMED, ONE, TilesOfHand, chow_of, tiles_in
from mingg.ui.widgets.faces import Faces
from mingg.ui.widgets.rosette import Rosette, draw_arm, draw_pungs, words

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

COLUMNS, ROWS = 9, 4
# The distance from one tile to the next, the place of the first, and the size of what the cursor inverts.
_ACROSS, _DOWN, _LEFT, _TOP, _SIDE = 14, 13, 1, 11, 13
START = 11  # the three of dots, where the cursor begins: most sets begin at or below the middle of a suit
DONE = KINDS  # two columns wide: the cursor can stand in either
_ROOM = 116  # columns for the three texts of a header


def tile_name(tile: int) -> str:
    """Returns the name of a tile in words."""
    short = name(tile)
    return say("tile " + short) if tile >= HONOURS else say("tile " + short[1], tile % 9 + 1)


def draw_title(canvas: "Canvas", tile: int) -> None:
    """Draws a header with the name of a tile, and what B does if there is room."""
    text, right = tile_name(tile), say("B back")
    bold = canvas.width(text, True) + canvas.width(right) < 120
    canvas.header(text if bold else "", right, "", "" if bold else text)


def numbers_of(tile: int) -> str:
    """Returns the numbers of the chow that a tile begins."""
    low = chow_of(tile) % COLUMNS + 1
    return "%d%d%d" % (low, low + 1, low + 2)


def cell(tile: int) -> "tuple[int, int]":
    """Returns the place of a tile on the board, or of the cell beside the honours."""
    tile = min(tile, DONE)
    return _LEFT + _ACROSS * (tile % COLUMNS), _TOP + _DOWN * (tile // COLUMNS)


class Board(HandScreen):
    """All tiles. The marks below a tile show how many are entered: full ones are concealed, hollow ones exposed, flat
    ones in other hands. A tile is dim if nothing can be entered for it. B takes back what was entered last; the last
    cell leads to the card.

    Holding A takes a tile for what it most often is: the first of a concealed chow, or an honour of an exposed pung.
    """

    words = ("tiles",)
    keeps = BOARD
    repeats = (LEFT, RIGHT, UP, DOWN)
    holds = (A,)
    bar_y = 1

    def __init__(self, app: "App", turn: int, cursor: "int | None" = None, stood: "int | None" = None) -> None:
        super().__init__(app, turn)
        self.tiles = TilesOfHand(app.entry, self.player, self.session)
        self.tiles.look_around()
        self.faces = Faces(app.canvas)
        self.cursor = START if cursor is None else cursor
        self.link = link(tiles.Board, turn, cursor, stood)
        # What stays while only the cursor moves: the picture of the tiles, the text above them, and the score.
        self.above = self.score = ""
        self._look()
        # where the cursor was at the last entry, and whether the header names the tile at the cursor
        self.stood = self.cursor if stood is None else stood
        self.names = self.stood != self.cursor < DONE

    def _look(self) -> None:
        """Reads the hand after a change."""
        self.picture = b""
        self.is_complete = self.tiles.is_complete()
        # The winning tile: it is framed. Of an original hand none was that.
        entry, self.last = self.app.entry, -1
        if self.is_complete and entry.last_tile is not None and entry.opening != "original":
            self.last = tile_of(entry.last_tile)
        self.missing = None if self.turn else self.tiles.missing()

    # ---- the picture ----

    def draw(self, canvas: "Canvas") -> None:
        if not self.picture:
            self._draw_tiles(canvas)
            self.picture = bytes(canvas.buffer)
            self.above, self.score = self.status(), str(self.count().score)
        else:
            canvas.buffer[:] = self.picture
        # what B does always stands there; the score comes first if there is room
        above, right = self.said_above(), say(self.does(B)[0])
        pictured = 13 if self._offers_usual() else 0
        fits = canvas.width(self.score, True) + canvas.width(above) + pictured + canvas.width(right) < _ROOM
        score = self.score if fits else ""
        canvas.header(score, right, "", above)
        if pictured:
            self._draw_usual(canvas, 11 + canvas.width(score, True) + canvas.width(above))
        if self.current < 0:
            return
        x, y = cell(self.cursor)
        canvas.invert(x, y, _SIDE if self.cursor < DONE else _SIDE + _ACROSS, _SIDE)

    def said_above(self) -> str:
        """Returns the text of the header. If the player has moved the cursor and rests, it is the name of the tile;
        else what the hand lacks. As long as nothing of a winner's hand is entered, it is what A held does. In a
        complete hand it says which tile is the winning one and how to change it."""
        if self.last >= 0 and self.cursor < DONE and self.tiles.held[self.cursor]:
            return say("winning is" if self.cursor == self.last else "A wins")
        if self.names:
            return tile_name(self.cursor)
        if not self._offers_usual():
            return self.above
        return say("hold for", say("pung" if self.cursor >= HONOURS else "chow"))

    def _offers_usual(self) -> bool:
        """True if the header says what A held does."""
        if self.names or self.turn or self.cursor >= DONE:
            return False
        return not self.app.entry.in_tiles(self.player) and not self.tiles.unnamed()

    def _draw_usual(self, canvas: "Canvas", x: int) -> None:
        """Draws the set that A held enters, as the card does: full tiles are concealed, hollow ones exposed."""
        draw = canvas.frame if self.cursor >= HONOURS else canvas.box
        for i in range(3):
            draw(x + 4 * i, 2, 4 if self.cursor >= HONOURS else 3, 6, 0)

    def idle(self) -> None:
        """The player looks for a tile: names it, which tells the suits apart."""
        if self.cursor != self.stood and self.cursor < DONE and not self.names:
            self.names = True
            self.app.redraw()

    def _draw_tiles(self, canvas: "Canvas") -> None:
        x, y = cell(DONE)
        canvas.frame(x, y, _SIDE + _ACROSS, _SIDE)
        canvas.text(say("done"), x + (_SIDE + _ACROSS) // 2, y + 2, ALIGN_CENTRE)
        exposed = self.tiles.exposed()
        for tile in range(KINDS):
            x, y = cell(tile)
            self.faces.draw(tile, x, y + 1)
            if not self.is_bright(tile):
                self.faces.veil(x, y + 1)
            held_here, hollow = self.tiles.held[tile], exposed[tile]
            for i in range(held_here + self.tiles.elsewhere[tile]):
                if i < hollow:
                    canvas.frame(x + 1 + 3 * i, y + 10, 3, 3)
                elif i < held_here:
                    canvas.box(x + 1 + 3 * i, y + 10, 2, 2)
                else:
                    canvas.box(x + 1 + 3 * i, y + 11, 2, 1)
        if self.last >= 0:
            x, y = cell(self.last)
            canvas.frame(x, y, _SIDE, _SIDE)

    def is_bright(self, tile: int) -> bool:
        if self.is_complete:
            return self.tiles.held[tile] > 0
        return self.tiles.is_open(tile)

    def status(self) -> str:
        """Returns what the hand lacks, or how many tiles are entered."""
        tiles = self.tiles
        unnamed = len(tiles.unnamed())
        if unnamed:
            return say("unnamed", unnamed)
        size = tiles.hand.size()
        if self.turn:
            return "%d/%d" % (size, tiles.full) if size else say("sets or all")
        lacks = tiles.full - size
        if self.is_complete:
            return say("last tile?" if self.app.entry.last_tile is None else "complete")
        if not lacks:
            return say(tiles.why_no_hand())
        if self.missing is None:
            return say("lacks tiles", lacks)
        sets, _ = self.missing
        if not sets:
            return say("lacks pair")
        return say("lacks", say("n sets", sets))

    # ---- keys ----

    def back(self) -> None:
        """Goes to the card. Asks first which tile completed the hand, if that is unknown."""
        if self.is_complete and self.app.entry.last_tile is None and self.tiles.candidates():
            self.app.show(LastTile(self.app, self.turn, self.cursor))
        else:
            changed(self.app, self.turn)

    def does(self, key: int, held: bool = False) -> "Act":
        hand, tile = self.tiles, self.cursor
        if key == B:
            return ("B undo", self.undo) if self.app.entry.in_tiles(self.player) else super().does(key)
        if key != A:
            return "tile", self.move_to, _next(tile, key)
        if tile >= DONE:
            return "A done", self.back
        if self.is_complete and hand.held[tile]:
            matches = [candidate for candidate in hand.candidates() if candidate[0] == tile]
            if not matches:
                return "no rob-three"
            return ("winning is", self.take_last, matches[0]) if len(matches) == 1 else ("last tile?", self._ask_last)
        if not hand.is_open(tile):
            return self.refusal(hand.why_full() if hand.left(tile) else hand.why_none(tile), tile)
        if held:
            role = PUNG_TABLE if tile >= HONOURS else CHOW_HAND
            if not hand.why_not(tile, role):
                word = "pung table" if tile >= HONOURS else ["held chow", numbers_of(tile)]
                return word, self.add_usual, tile, role
        elif self.missing == (0, True) and not hand.why_not(tile, PAIR):
            return "pair", self.add, tile, PAIR  # the hand lacks nothing else
        return "what is it", self.app.show_new, SetChoice, self, tile

    def move_to(self, cursor: int) -> None:
        self.cursor = cursor
        self.names = False
        self.link = link(tiles.Board, self.turn, cursor, self.stood)

    def refusal(self, reason: str, tile: int) -> "Act":
        words = "no " + reason
        if reason == "tiles-left":
            return [words, self.tiles.left(tile)]
        return [words, self.tiles.room] if reason == "tiles-room" else words

    def undo(self) -> None:
        """Takes back the last entry, and moves the cursor to it."""
        self._stand_at(self.tiles.undo())
        self._look()
        self.app.changed()

    def _stand_at(self, tile: int) -> None:
        self.stood = tile
        self.move_to(tile)

    def _ask_last(self) -> None:
        self.app.show(LastTile(self.app, self.turn, self.cursor))

    def take_last(self, last: "tuple[int, str]") -> None:
        """Takes the winning tile, from which everything follows. If it is impossible, shows why."""
        reason = self.tiles.choose_last(*last)
        if reason:
            self.act(self.refusal(reason, last[0]))
        else:
            changed(self.app, self.turn)

    def add_usual(self, tile: int, role: int) -> None:
        """Enters what a tile most often is, without a question: says afterwards what that was."""
        self.add(tile, role)
        app = self.app
        if app.screen is self and app.bar is None:
            chow = role == CHOW_HAND
            app.show_text(say("chow") + " " + say("held chow", numbers_of(tile)) if chow else say("pung table"))

    def add(self, tile: int, role: int) -> None:
        """Enters what a tile is. If it is impossible, shows why."""
        app, hand = self.app, self.tiles
        reason = hand.add(tile, role)
        if reason:
            self.act(self.refusal(reason, tile))
            return
        self._look()
        # players enter tiles as they lie: the next one is behind a chow
        behind = role in (CHOW_TABLE, CHOW_HAND)
        self._stand_at(min(tile + 3, tile // COLUMNS * COLUMNS + COLUMNS - 1) if behind else tile)
        app.changed()
        app.show(self)
        if self.is_complete:
            matches = hand.candidates()
            # in an original hand no tile was the last
            if len(matches) == 1 or (matches and app.entry.opening == "original"):
                self.take_last(matches[0])
            else:
                self._ask_last()
        elif self.turn and app.entry.whole(self.player):
            changed(app, self.turn)


def _next(cursor: int, key: int) -> int:
    """Returns where an arrow leads: around in the row or in the column."""
    row, column = cursor // COLUMNS, cursor % COLUMNS
    step = 1 if key in (RIGHT, DOWN) else -1
    if key in (UP, DOWN):
        return COLUMNS * ((row + step) % ROWS) + column
    if cursor >= DONE:
        column = KINDS - HONOURS if step < 0 else COLUMNS - 1
    return COLUMNS * row + (column + step) % COLUMNS


class LastTile(Board):
    """Asks which tile completed the hand. Left and right go to the next candidate, up and down to one in another row.

    No tile is current until an arrow was pressed, so A pressed twice names none. A tile in an exposed set is a
    candidate of its own: the set is framed.
    """

    def __init__(self, app: "App", turn: int, near: int, current: int = -1) -> None:
        super().__init__(app, turn, near)
        self.candidates = self.tiles.candidates()  # each tile that may have completed the hand, with its exposed group
        near = min(near, KINDS - 1)
        # candidates are in the order of the tiles: the first one from here, or the last one before
        self.first = next((i for i, (tile, _) in enumerate(self.candidates) if tile >= near), len(self.candidates) - 1)
        self.group = ""
        self.last = self.current = -1
        self.link = link(tiles.LastTile, turn, near)
        # The hands may have changed since a link was made: then the tile is asked again.
        if 0 <= current < len(self.candidates) and self.candidates[current][0] == near:
            self.move_to(current)
        elif self.candidates:
            self.cursor = self.stood = self.candidates[self.first][0]

    def draw(self, canvas: "Canvas") -> None:
        super().draw(canvas)
        if self.group:
            for tile in tiles_in(self.group):
                x, y = cell(tile)
                canvas.frame(x, y, _SIDE, _SIDE)

    def status(self) -> str:
        return say("last tile?")

    def is_bright(self, tile: int) -> bool:
        return any(tile == match for match, _ in self.candidates)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == B:
            return self.leave, self.back
        if not self.candidates:
            return "no rob-three"
        if key != A:
            return "tile", self.move_to, self._next(key)
        if self.current < 0:
            return "which tile"
        return "winning is", self.take_last, (self.cursor, self.group)

    def back(self) -> None:
        self.app.show(Board(self.app, self.turn, self.cursor))

    def _next(self, key: int) -> int:
        """Returns the index in `candidates` where an arrow leads, from the current one or from the shown cursor."""
        step, count = 1 if key in (RIGHT, DOWN) else -1, len(self.candidates)
        if key in (UP, DOWN):
            row, column = self.cursor // COLUMNS, self.cursor % COLUMNS
            for _ in range(ROWS - 1):
                row = (row + step) % ROWS
                in_row = [i for i, (tile, _) in enumerate(self.candidates) if tile // COLUMNS == row]
                if in_row:
                    return min(in_row, key=lambda i: abs(self.candidates[i][0] % COLUMNS - column))
        return ((self.first if self.current < 0 else self.current) + step) % count

    def move_to(self, index: int) -> None:
        self.current = index
        self.cursor, self.group = self.candidates[index]
        self.link = link(tiles.LastTile, self.turn, self.cursor, index)


# What each arrow enters for a tile of a suit and for an honour, and what it enters when it is held.
OF_SUIT = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: CHOW_TABLE, DOWN: CHOW_HAND, A: PAIR}
OF_HONOUR = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND, A: PAIR}
HELD = {LEFT: KONG_TABLE, RIGHT: KONG_HAND, A: ONE}


# the words for each of these
_WORDS = ("pung table", "pung hand", "kong table", "kong hand", "pair", "chow table", "chow hand", "one tile")


class SetChoice(Screen):
    """Asks what a tile is. Left and right are an exposed and a concealed pung, and held a kong. Up and down are
    the chow that the tile begins, or for an honour a kong. A is a pair; held, or if no pair is possible, the
    single tile."""

    words = ("tiles",)
    holds: "tuple[int, ...]" = (LEFT, RIGHT, A)

    def __init__(self, app: "App", board: Board, tile: int) -> None:
        super().__init__(app, board)
        self.board = board
        self.tile = tile
        self.of = OF_HONOUR if tile >= HONOURS else OF_SUIT
        self.link = link(tiles.SetChoice, board.turn, tile)

    def _can(self, role: int) -> bool:
        return not self.board.tiles.why_not(self.tile, role)

    def draw(self, canvas: "Canvas") -> None:
        tile, can = self.tile, self._can
        draw_title(canvas, tile)
        draw_pungs(canvas, can(PUNG_TABLE), can(PUNG_HAND), 30, 9)
        for key in (UP, DOWN):
            if can(self.of[key]):
                if tile >= HONOURS:
                    lines = [(say("kong"), False)]
                else:
                    lines = [(say("chow"), False), (numbers_of(tile), True)]
                draw_arm(canvas, key, lines + [(say("table" if key == UP else "hand"), False)])
        pair, single = can(PAIR), can(ONE)
        if pair or single:
            text = say("pair" if pair else "one tile")
            x = 58 - canvas.width(text) // 2
            canvas.key("A", x - 6, 24)
            canvas.text(text, x + 7, 25)
        # what held keys do: "hold", the arrows, "kong"; A, "one tile"
        kongs = [key for key in (LEFT, RIGHT) if tile < HONOURS and can(HELD[key])]
        hold, kong = say("hold"), say("kong") if kongs else ""
        text = "A " + say("one tile") if pair and single else ""
        if kongs and text:
            hold, kong = hold + ":", kong + ","  # both are held
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
        role = HELD[key] if held else self.of[key]
        if role == PAIR and not self._can(PAIR) and self._can(ONE):
            role = ONE
        reason = board.tiles.why_not(tile, role)
        if reason:
            return board.refusal(reason, tile)
        if role == KONG_TABLE and board.turn == 0 and board.session.rules.knows("three-concealed"):
            return "kong", self.app.show_new, Kong, self
        return _WORDS[role], board.add, tile, role


class Kong(Rosette):
    """Asks how an exposed kong was made, if that counts (Babcock p.58)."""

    words = ("tiles",)
    answers = {LEFT: KONG_TABLE, RIGHT: KONG_CLAIMED}
    choice = ""

    def __init__(self, app: "App", before: SetChoice) -> None:
        super().__init__(app, before)
        self.link = link(tiles.Kong, before.board.turn, before.tile)

    def draw(self, canvas: "Canvas") -> None:
        draw_title(canvas, self.before.tile)
        self.before.board.faces.draw_twice(self.before.tile, 52, 46)
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        return words(key, say("kong added" if answer == KONG_TABLE else "kong claimed")), False

    def take(self, answer: int) -> None:
        self.before.board.add(self.before.tile, answer)


def set_choice_again(app: "App", turn: int, tile: int) -> SetChoice:
    return SetChoice(app, Board(app, turn, tile), tile)


def kong_again(app: "App", turn: int, tile: int) -> Kong:
    return Kong(app, set_choice_again(app, turn, tile))


_SHOWN = 9  # how many tiles there is room for


class ByCard(HandScreen):
    """The player changes a hand in tiles on its card: shows first which tiles that would drop.

    Left goes to the tiles. Right goes on with the card: its sets stay, the tiles beside them go.

    key, held: what is then done on the card.
    """

    words = ("tiles",)
    answers = {LEFT: "to the tiles", RIGHT: "by card"}

    def __init__(self, app: "App", turn: int, key: int, held: bool) -> None:
        super().__init__(app, turn)
        self.link = link(tiles.ByCard, turn, key, held)
        self.key, self.held = key, held
        self.faces = Faces(app.canvas)
        self.dropped = [tile for group in app.entry.beside[self.player] for tile in tiles_in(group)]
        if not self.dropped and app.entry.last_tile is not None:
            self.dropped = [tile_of(app.entry.last_tile)]

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("in tiles"))
        self.draw_arms(canvas)
        canvas.text(say("dropped"), 2, 43)
        hidden = len(self.dropped) - _SHOWN
        for i, tile in enumerate(self.dropped[: _SHOWN - (hidden > 0)]):
            self.faces.draw(tile, 1 + 14 * i, 54)
        if hidden > 0:
            canvas.text("+%d" % (hidden + 1), 113, 54, 0, True)

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
