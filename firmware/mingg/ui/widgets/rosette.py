"""Up to four answers around the centre: an arrow takes the answer on its side."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import joined, say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT, BACK
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import WIDTH

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

    Lines = list[tuple[str, bool]]  # the lines of an arm: the text, and whether it is bold

_LINE = 9


class Rosette(Screen):
    """A subclass gives the text of an answer in arm(), and takes it in take().

    answers  the answers, by arrow
    """

    answers: "dict[int, Any]" = {}
    choice = "A done"
    beside = True

    def arm(self, canvas: "Canvas", key: int, answer: "Any") -> "tuple[Lines, bool] | None":
        """Returns the lines of an answer, and whether it is chosen already. None: it is drawn elsewhere, or not at
        all."""
        return None

    def word(self, answer: "Any") -> "Any":
        """Returns the word of an answer on the page of keys: a message, or [message, *words]."""
        return "take"

    def take(self, answer: "Any") -> None:
        raise NotImplementedError

    def centre(self, canvas: "Canvas") -> str:
        """Returns the word of A below the middle; "" draws none."""
        return ""

    def does(self, key: int, held: bool = False) -> "Act":
        if key in self.answers:
            return self.word(self.answers[key]), self.take, self.answers[key]
        return super().does(key)

    def keymap(self) -> "list[tuple[int, bool, Any]]":
        """On the page of keys an answer has the words beside its arrow."""
        listed: "list[tuple[int, bool, Any]]" = []
        for key, held, word in super().keymap():
            if word == "take" and key in self.answers:
                arm = self.arm(self.app.canvas, key, self.answers[key])
                if arm is not None:
                    listed.append((key, held, ["", "|".join([text for text, _ in arm[0]])]))
                    continue
            listed.append((key, held, word))
        return listed

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas)
        self.draw_arms(canvas)

    def draw_arms(self, canvas: "Canvas") -> None:
        for key, answer in self.answers.items():
            lines = self.arm(canvas, key, answer)
            if lines is not None:
                draw_arm(canvas, key, *lines)
        words = self.centre(canvas)
        if words:
            x = (WIDTH - 12 - canvas.width(words)) // 2
            canvas.key("A", x, 43)
            canvas.text(words, x + 12, 44)


class People(Rosette):
    """The players in play where they sit; an arrow chooses the player on its side.

    rooms: columns of a name at the sides, and of one above or below.
    """

    empty = "nobody there"
    rooms = 40, 40

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        self.answers = people(app)

    def word(self, answer: "Any") -> "Any":
        return ["person", self.app.name(answer)]

    def name(self, key: int, player: int) -> "Lines":
        name = self.app.name(player)
        return [(self.app.canvas.fit(name, self.rooms[key in (UP, DOWN)], True), True)]


def people(app: "App") -> "dict[int, int]":
    """Returns the players in play by the arrow that points to them."""
    return {app.side(player) or 0: player for player in app.playing.table.order}


def words(side: int, text: str, bold: bool = False) -> "Lines":
    """Splits a message into the lines of an arm. At the sides a "|" breaks a line."""
    if side in (UP, DOWN):
        return [(joined(text), bold)]
    return [(line, bold) for line in text.split("|")]


def draw_arm(canvas: "Canvas", side: int, lines: "Lines", chosen: bool = False) -> None:
    """Draws an answer with its arrow: its lines side by side if it is above or below, stacked at the sides. `chosen`
    draws a frame around it."""
    widths = [canvas.width(text, bold) for text, bold in lines]
    if side in (UP, DOWN):
        gap = canvas.width(" ") + 2
        width = 8 + sum(widths) + gap * (len(lines) - 1)
        x = (WIDTH - width) // 2
        y = 12 if side == UP else 55
        if chosen:
            around = min(3, x)
            canvas.frame(x - around, y - 2, width + 2 * around, 11)
        canvas.arrow(side, x, y + 2)
        x += 8
        for text, bold in lines:
            x = canvas.text(text, x, y, ALIGN_LEFT, bold) + gap
        return
    y = 28 - _LINE * len(lines) // 4
    width = max(widths)
    x, edge, arrow, align = 8, 0, 2, ALIGN_LEFT
    if side != LEFT:
        x, edge, arrow, align = 119, WIDTH - width - 10, 123, ALIGN_RIGHT
    if chosen:
        canvas.frame(edge, y - 2, width + 10, _LINE * len(lines) + 3)
    canvas.arrow(side, arrow, 30)
    for text, bold in lines:
        canvas.text(text, x, y, align, bold)
        y += _LINE


def name_header(canvas: "Canvas", message: str, name: str, right: str, wind: str, mid: str = "") -> None:
    """Draws a header about a player. The name is cut to fit beside the rest.

    message: the message that takes the name; "": the name stands alone.
    """
    room = 107 - canvas.width(right)
    if mid:
        room -= canvas.width(mid) + 7
    if message:
        room -= canvas.width(say(message, ""), True)
    name = canvas.fit(name, room, True)
    canvas.header(say(message, name) if message else name, right, wind, mid)


def asking_header(canvas: "Canvas", message: str, name: str, asks: str, back: str, wind: str) -> None:
    """Draws a header about a player with what the screen asks, if there is room for that, and what B does.

    message, name: as in name_header().
    """
    room = 107 - canvas.width(say(message, name) if message else name, True)
    if message and canvas.width(BACK) > room:
        message = ""  # a whole name is worth more than its verb
        room = 107 - canvas.width(name, True)
    if canvas.width(asks) + 7 + canvas.width(back) > room:
        asks = ""
    if canvas.width(back) > room:
        back = BACK if canvas.width(BACK) <= room else ""  # then the last line has room
    name_header(canvas, message, name, back, wind, asks)


def tiles_width(n: int, concealed: bool, w: int = 4) -> int:
    """Returns the columns of n tiles in a row, each w wide."""
    return n * w - 1 if concealed else n * (w - 1) + 1


def draw_tiles(canvas: "Canvas", n: int, concealed: bool, x: int, y: int, h: int = 8, w: int = 5) -> None:
    """Draws a row of n tiles, w by h each: full ones are concealed, hollow ones exposed."""
    while n:  # a range would allocate an object
        if concealed:
            canvas.box(x, y, w - 1, h)
        else:
            canvas.frame(x, y, w, h)
        x += w if concealed else w - 1
        n -= 1


def draw_pungs(canvas: "Canvas", table: bool, hand: bool, y: int, pitch: int) -> None:
    """Draws the left and right arrows of a pung, exposed and concealed, if each is possible. y: of the words."""
    if table:
        canvas.arrow(LEFT, 1, 34)
        draw_tiles(canvas, 3, False, 8, 22)
        canvas.text(say("pung"), 8, y)
        canvas.text(say("table"), 8, y + pitch)
    if hand:
        canvas.arrow(RIGHT, 124, 34)
        draw_tiles(canvas, 3, True, 107, 22)
        canvas.text(say("pung"), 120, y, ALIGN_RIGHT)
        canvas.text(say("hand"), 120, y + pitch, ALIGN_RIGHT)
