"""Pages of text. Keys, behind B held, says what the keys of the screen below do. The manual and the captions of the web
page have the same lines. Notice says what the players must read before they go on."""

from typing import Any

from mingg import lang
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import at_hand, joined, say
from mingg.settings import DAMAGED, UNREAD
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.lists import TOP, Text
from mingg.ui.kit.view import HOLD, LINE, NOTHING, Key, Otherwise, Parts, Picture, Screen, Title, View, spoken
from mingg.ui.navigator import TABLE

Line = tuple[list[int], bool, str]  # the keys, whether they are held, and the word for what they do

# Notices besides those of the evening: without a flash, or without room for the evening, there is none.
NO_EVENING, SHORT_OF_ROOM = ("no flash", "no evening"), "short of room"
HALF = 66  # the x where the second line of a row begins
ROOM = 6  # rows of a page
ON = 13  # repeats of B until it leads to Table: two seconds after it went down


def lines(screen: "Screen") -> "list[Line]":
    """Lists the keys of a screen that do something now, in words."""
    lang.use(screen.words + ("keys",))
    listed = grouped(screen.keymap())
    lang.use(screen.words)
    return listed


def grouped(keymap: "list[tuple[int, bool, Any]]") -> "list[Line]":
    """Turns what Screen.keymap() lists into words. Keys that do the same share a line. A message for the page of keys
    replaces one that is short for a header; a leading letter of the key is left out."""
    listed: "list[Line]" = []
    for key, held, word in keymap:
        text = joined((isinstance(word, str) and at_hand("key " + word)) or spoken(word))
        if text[:2] in ("A ", "B "):
            text = text[2:]
        for keys, line_held, line_text in listed:
            if line_held == held and line_text == text:
                keys.append(key)
                break
        else:
            listed.append(([key], held, text))
    return listed


class Keys(Screen):
    """Lists the keys of the screen below. B goes back there, A to the menu, B held to Table, also if it is still down
    from before. All other keys are those of the screen below.

    words, title, keymap, menu: of the screen below.
    """

    mapped = False
    passing = True

    def begin(self, words: "tuple[str, ...]", title: str, keymap: "Any", menu: bool) -> None:
        self.words = words + ("keys",)
        lang.use(self.words)
        at_table = self.app.navigator.below() == TABLE
        self.name = "" if at_table else title
        self.menu = menu and self.play.aside is None
        self.through = (LEFT, RIGHT, UP, DOWN) if self.menu else (LEFT, RIGHT, UP, DOWN, A)
        self.keymap_below = keymap
        self.leaves = self.play.evening is not None  # without a flash there is no Table
        self.left = ON
        rows: "list[list[Line]]" = []  # of one line, or of two short ones
        beside = False
        for line in grouped([(B, True, "to table")] * (self.leaves and not at_table) + keymap):
            # drawn to measure it; the picture comes later
            short = draw(self.app.display.canvas, line, 0, TOP) < HALF - 3
            if short and beside:
                rows[-1].append(line)
            else:
                rows.append([line])
            beside = short and not beside
        self.rows = rows

    def view(self) -> "Parts":
        rows = self.rows
        parts: "list[Any]" = [Title(say("keys"), self.name)]
        if self.menu:
            parts.append(Key(A, "A menu", "system.menu.Menu"))
        if self.leaves:
            parts.append(Key(HOLD | B, "to table", self.to_table, NOTHING, False, True))
        if len(rows) > ROOM:
            pages = -(-len(rows) // (ROOM - 1))
            parts.append(Key(HOLD | A, "more keys", self.turn_to, (self.page + 1) % pages, False, True))
            first = self.page * (ROOM - 1)
            rows = rows[first : first + ROOM - 1] + [[([A], True, say("more keys"))]]
        for key, held, word in self.keymap_below:
            if key in self.through:
                parts.append(Key(key | HOLD * held, word, self.back, NOTHING, False, True))
        return View(*parts, Picture(draw_rows, rows), Otherwise("B back"))

    def repeat(self, key: int) -> None:
        """B is still down from before."""
        self.left -= 1
        if self.left <= 0 and self.leaves:
            self.to_table()

    def to_table(self) -> None:
        self.play.look_away()
        self.play.table()


def draw_rows(canvas: "Canvas", rows: "list[list[Line]]") -> None:
    """Draws rows of lines."""
    y = TOP
    for row in rows:
        x = 2
        for line in row:
            draw(canvas, line, x, y)
            x = HALF
        y += LINE


def draw(canvas: "Canvas", line: "Line", x: int, y: int) -> int:
    """Draws a line: the keys, and the word for what they do. Returns the x after it."""
    keys, held, text = line
    if held:
        x = canvas.text(say("held"), x, y) + 4
    for key in keys:
        if key >= A:
            x = canvas.text("AB"[key - A], x, y, 0, True) + 3
        else:
            canvas.arrow(key, x, y + (1 if key < UP else 2))
            x += 5 if key < UP else 7
    return canvas.text(canvas.fit(text, 127 - x), x + 1, y)


class Notice(Screen):
    """Shows notices one after the other: (kind, number) each. A and B go on."""

    menu = False

    def begin(self, *notices: "tuple[str, int]") -> None:
        self.kind, number = notices[0]
        self.more = notices[1:]
        if self.kind in (DAMAGED, UNREAD):
            self.words = ("settings",)
        text = say(self.kind)
        self.text = (text % number if "%d" in text else text).split("|")

    def view(self) -> "Parts":
        asks = "A again" if self.kind in NO_EVENING else "A go on"
        title = Title(say("settings" if self.words else "ledger"))
        return View(title, Key(A, asks, self.go_on), Key(B, "B back", self.go_on), Text(self, self.text))

    def go_on(self) -> None:
        play = self.play
        if self.more:
            self.show("system.keys.Notice", *self.more)
        elif self.kind in NO_EVENING:
            play.boot()  # nobody can play: tries again
        elif self.kind == SHORT_OF_ROOM:
            self.back()
        else:
            from mingg.ui.opening import start

            start(play)
