"""Turns the compass: the person who holds the device sits below. Seats and winds stay as they are."""

from mingg.hal.keys import DOWN, UP, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.seating import CHAIRS
from mingg.ui.widgets.rosette import People, people

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines


class Turn(People):
    """An arrow chooses who holds the device: the compass turns until they sit below. If three play, the empty chair is
    always opposite: the ledger records one chair, and the order of play shows the other two."""

    title = "who sits below?"
    hint = A
    rooms = 60, 60
    words = ("menu",)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        return self.name(key, answer), key == DOWN

    def centre(self, canvas: "Canvas") -> str:
        canvas.text(say("you sit"), 64, 43, ALIGN_CENTRE)
        if UP not in self.answers and len(self.answers) == 3:
            canvas.text(say("nobody sits"), 64, 12, ALIGN_CENTRE)
        return ""

    def does(self, key: int, held: bool = False) -> "Act":
        return "you sit" if key == DOWN and DOWN in self.answers else super().does(key)

    def take(self, answer: int) -> None:
        app = self.app
        table = app.playing.table
        chairs = CHAIRS[table.players]
        # The chair on which player 0 began, as in seating.side(), if this player sits below.
        turn = chairs[-(table.order[0] + table.order.index(answer)) % len(chairs)]
        if not app.stored("not saved", app.evening.sit, turn, app.evening.called):
            return
        self.answers = people(app)
        if app.entry is not None:
            app.changed()  # its draft belongs to the ledger, which may just have begun
