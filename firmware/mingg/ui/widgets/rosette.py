"""Up to four answers around the centre: an arrow takes the answer that lies where it points."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import arm, centre_key

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

    Lines = list[tuple[str, bool]]  # of an arm: text, and whether it is bold


class Rosette(Screen):
    """A subclass says how an answer reads, arm(), and what taking it does, take().

    answers  by the arrow
    """

    answers: "dict[int, Any]" = {}
    choice = "A done"

    def arm(self, canvas: "Canvas", key: int, answer: "Any") -> "tuple[Lines, bool] | None":
        """The lines of an answer, and whether it stands already; None where it is drawn here, or not at all."""
        raise NotImplementedError

    def take(self, answer: "Any") -> None:
        raise NotImplementedError

    def centre(self, canvas: "Canvas") -> str:
        """What A says below the middle; "" where something else is drawn there, or nothing."""
        return ""

    def does(self, key: int, held: bool = False) -> "Act":
        if key in self.answers:
            return "take", self.take, self.answers[key]
        return super().does(key)

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas)
        self.draw_arms(canvas)

    def draw_arms(self, canvas: "Canvas") -> None:
        for key, answer in self.answers.items():
            lines = self.arm(canvas, key, answer)
            if lines is not None:
                arm(canvas, key, *lines)
        words = self.centre(canvas)
        if words:
            centre_key(canvas, words)


class People(Rosette):
    """The players in play where they sit; an arrow is who sits there. rooms: columns of a name at the sides, and above
    and below."""

    empty = "nobody there"
    rooms = 40, 40

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        self.answers = people(app)

    def name(self, key: int, player: int) -> "Lines":
        name = self.app.name(player)
        return [(self.app.canvas.fit(name, self.rooms[key in (UP, DOWN)], True), True)]


def people(app: "App") -> "dict[int, int]":
    """The players in play by the arrow towards them, as answers."""
    return {app.side(player) or 0: player for player in app.playing.table.order}


def name_header(canvas: "Canvas", words: str, name: str, right: str, wind: str, mid: str = "") -> None:
    """A header about a player. words: a message with a place for the name, which is cut to fit beside the rest."""
    room = 107 - canvas.width(right) - canvas.width(words % "", True)
    if mid:
        room -= canvas.width(mid) + 7
    canvas.header(words % canvas.fit(name, room, True), right, wind, mid)


def draw_pungs(canvas: "Canvas", table: bool, hand: bool, y: int, pitch: int) -> None:
    """The arrows left and right, for a pung on the table and in the hand, where there can be one; y: of its words."""
    if table:
        canvas.arrow(LEFT, 1, 34)
        canvas.tiles(3, False, 8, 22, 8, 5)
        canvas.text(say("pung"), 8, y)
        canvas.text(say("table"), 8, y + pitch)
    if hand:
        canvas.arrow(RIGHT, 124, 34)
        canvas.tiles(3, True, 107, 22, 8, 5)
        canvas.text(say("pung"), 120, y, ALIGN_RIGHT)
        canvas.text(say("hand"), 120, y + pitch, ALIGN_RIGHT)
