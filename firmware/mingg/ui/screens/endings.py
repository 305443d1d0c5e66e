"""Nobody won: the other ways in which a deal ends."""

from mingg.core.deal import Deal
from mingg.hal.keys import DOWN, UP, A, B
from mingg.lang import say
from mingg.ui.layout import row
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

# Every ending: (its words, what it records).
ENDINGS = (("draw", Deal),)


class NobodyWon(Screen):
    repeats = (UP, DOWN)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.current = 0

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("nobody won"), say("B back"))
        for i, (words, _) in enumerate(ENDINGS):
            row(canvas, i, say(words), "", i == self.current)
        if self.app.entry is not None:
            canvas.text(say("half lost", self.app.evening.deal_number()), 2, 54)

    def press(self, key: int) -> None:
        if key == B:
            self.app.table()
        elif key == A:
            self._save(ENDINGS[self.current][1]())
        elif key == DOWN and self.current < len(ENDINGS) - 1:
            self.current += 1
        elif key == UP and self.current:
            self.current -= 1
        else:
            self.app.refuse(say("no more"))

    def _save(self, deal: Deal) -> None:
        app = self.app
        if not app.save(deal):
            return
        app.table()
        app.refuse(say("draw saved"))
        app.forget_entry()
