"""Turns the compass: the person who holds the device sits below. Seats and winds stay as they are."""

from mingg.hal.keys import DOWN, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.seating import SIDES, other_empty, turned
from mingg.ui.widgets.rosette import People, people, words

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under
    from mingg.ui.widgets.rosette import Lines


NOBODY = -1  # the answer for the empty chair


class Turn(People):
    """An arrow chooses who holds the device: the compass turns until they sit below. If three play, the arrow to the
    empty chair seats a player there: another chair is empty."""

    title = "who sits below?"
    hint = A
    rooms = 60, 60
    words = ("menu",)

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        self._look()

    def _look(self) -> None:
        self.answers = people(self.app)
        if len(self.answers) == 3:
            for key in SIDES:
                self.answers.setdefault(key, NOBODY)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        return words(key, say("nobody sits")) if answer == NOBODY else self.name(key, answer), key == DOWN

    def word(self, answer: "Any") -> "Any":
        return "empty chair" if answer == NOBODY else super().word(answer)

    def centre(self, canvas: "Canvas") -> str:
        canvas.text(say("you sit"), 64, 43, ALIGN_CENTRE)
        return ""

    def does(self, key: int, held: bool = False) -> "Act":
        return "you sit" if key == DOWN else super().does(key)

    def take(self, answer: int) -> None:
        app = self.app
        turn: int = app.evening.turn
        if answer == NOBODY:
            turn = other_empty(turn)
        else:
            turn = turned(app.playing.table.players, turn, SIDES.index(app.side(answer) or 0))
        if not app.stored("not saved", app.evening.sit, turn, app.evening.called):
            return
        self._look()
        if app.entry is not None:
            app.changed()  # its draft belongs to the ledger, which may just have begun
