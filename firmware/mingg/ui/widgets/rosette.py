"""Up to four answers around the centre: an arrow takes the answer that lies where it points."""

from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import arm, centre_key

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act

    Lines = list[tuple[str, bool]]  # of an arm: text, and whether it is bold


class Rosette(Screen):
    """A subclass says how an answer reads, arm(), and what taking it does, take().

    answers  by the arrow
    choice   the word of A; "" where it does nothing
    empty    the message where an arrow has no answer
    """

    answers: "dict[int, Any]" = {}
    empty = "no more"

    def arm(self, canvas: "Canvas", key: int, answer: "Any") -> "tuple[Lines, bool] | None":
        """The lines of an answer, and whether it stands already; None where it is drawn here, or not at all."""
        raise NotImplementedError

    def take(self, answer: "Any") -> None:
        raise NotImplementedError

    def centre(self, canvas: "Canvas") -> str:
        """What A says below the middle; "" where something else is drawn there, or nothing."""
        return ""

    def accept(self) -> None:
        """A was pressed."""
        self.back()

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and self.choice:
            return self.choice, self.accept
        if key in self.answers:
            return "take", self.take, self.answers[key]
        act = super().does(key)
        return say(self.empty) if isinstance(act, str) else act

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


def people(app: "App") -> "dict[int, int]":
    """The players in play by the arrow towards them, as answers."""
    return {app.side(player) or 0: player for player in app.playing.table.order}
