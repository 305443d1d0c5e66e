"""Who is East first: chosen by an arrow, or by throws of dice."""

from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.screens.setup.names import Around

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act


class FirstEast(Around):
    """An arrow chooses the first East. A: the device throws for all."""

    title = "East?"
    choice = "throw"

    def centre(self, canvas: "Canvas") -> str:
        return say("throw")

    def accept(self) -> None:
        self.app.show(Throws(self.app, self))

    def take(self, answer: int) -> None:
        self.seated.east = answer
        self.back()


class Throws(Screen):
    """Throws two dice for all players: the highest throw is East. After a tie, A throws again for those who tied."""

    title = "throw"
    hint = A
    words = ("setup",)

    def __init__(self, app: "App", before: FirstEast) -> None:
        super().__init__(app, before)
        self.proposal = before.seated
        self.chairs = self.proposal.chairs()
        self.thrown: "dict[int, list[tuple[int, int]]]" = {chair: [] for chair in self.chairs}
        self.level = list(self.chairs)
        self._throw()

    def _throw(self) -> None:
        app = self.app
        for chair in self.level:
            self.thrown[chair].append((app.roll(), app.roll()))
        highest = max([sum(self.thrown[chair][-1]) for chair in self.level])
        self.level = [chair for chair in self.level if sum(self.thrown[chair][-1]) == highest]

    def draw(self, canvas: "Canvas") -> None:
        proposal = self.proposal
        rounds = len(self.thrown[self.level[0]])
        self.header(canvas)
        for i, chair in enumerate(self.chairs):
            y = 13 + 10 * i
            high = chair in self.level
            if high:
                canvas.box(0, y - 2, 128, 11)
            ink = 0 if high else 1
            canvas.text(canvas.fit(proposal.name(chair), 47), 2, y, ALIGN_LEFT, False, ink)
            # a column for each throw, the last one with its dice; the first ones of many are left out
            throws = self.thrown[chair]
            for j in range(max(0, rounds - 3), len(throws)):
                ago = rounds - 1 - j
                canvas.text(str(sum(throws[j])), (125, 82, 62)[ago], y, ALIGN_RIGHT, True, ink)
                if not ago:
                    canvas.text("%d+%d" % throws[j], 106, y, ALIGN_RIGHT, False, ink)
        names = ", ".join([proposal.name(chair) for chair in self.level])
        text = say("level") if len(self.level) > 1 else say("is East", names)
        canvas.text(canvas.fit(text, 124), 2, 55)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A:
            return ("A throw", self._throw) if len(self.level) > 1 else ("A done", self._done)
        return super().does(key)

    def _done(self) -> None:
        self.before.take(self.level[0])
