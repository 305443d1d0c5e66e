"""Turns the compass: the person who holds the device sits below. Seats and winds stay as they are."""

from mingg.evening.begin import sit
from mingg.hal.keys import DOWN, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.seating import SIDES, THREE, chairs_of, first_of
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

    def accept(self) -> None:
        """Shows Table as they see it now, unless that would end something else: a deal that is entered or may be taken
        back, or a proposal."""
        if self.app.entry is None and self.app.undoable is None and self.before[1][2] is None:
            self.app.table()
        else:
            self.back()

    def take(self, answer: int) -> None:
        app = self.app
        turn: int = app.evening.turn
        if answer == NOBODY:
            turn = _other_empty(turn)
        else:
            turn = _turned(app.playing.table.players, turn, SIDES.index(app.side(answer) or 0))
        if not app.stored("not saved", sit, app.evening, turn, app.evening.called):
            return
        self._look()
        if app.entry is not None:
            app.changed()  # its draft belongs to the ledger, which may just have begun


def _turned(players: int, turn: int, chair: int) -> int:
    """Returns the turn after the person on a chair has taken the device: they sit below. All keep their chairs."""
    chairs = chairs_of(players, turn)
    after = (chairs[first_of(players, turn)] - chair) % 4
    if players == 3:
        after += 4 * THREE.index(tuple(sorted([(each - chair) % 4 for each in chairs])))
    return after


def _other_empty(turn: int) -> int:
    """Returns the turn with the empty chair of three players at the next side. The person below stays."""
    empty = ((turn >> 2) + 1) % 3
    return 4 * empty + THREE[empty][first_of(3, turn)]
