"""Who is East first: said, or thrown for."""

from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screens.setup.names import people_around
from mingg.ui.screens.setup.setup import Page
from mingg.ui.seating import CHAIRS, SIDES
from mingg.ui.widgets.layout import centre_key

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screens.setup.setup import NewSession


class FirstEast(Page):
    """The arrow is East; A: the device throws for all."""

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("East?"), say("B back"))
        people_around(canvas, self.proposal)
        centre_key(canvas, say("throw"))

    def press(self, key: int) -> None:
        app, proposal = self.app, self.proposal
        if key == B:
            self.back()
        elif key == A:
            app.show(Throws(app, self.setup))
        elif SIDES.index(key) in CHAIRS[proposal.players]:
            proposal.east = SIDES.index(key)
            self.back()
        else:
            app.refuse(say("nobody there"))


class Throws(Page):
    """Everybody throws two dice, the highest is East; who are level throw again, at A."""

    def __init__(self, app: "App", setup: "NewSession") -> None:
        super().__init__(app, setup)
        self.chairs = CHAIRS[self.proposal.players]
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
        decided = len(self.level) == 1
        rounds = len(self.thrown[self.level[0]])
        canvas.header(say("throw"), say("A done" if decided else "A throw"))
        for i, chair in enumerate(self.chairs):
            y = 13 + 10 * i
            high = chair in self.level
            if high:
                canvas.box(0, y - 2, 128, 11)
            ink = 0 if high else 1
            canvas.text(canvas.fit(proposal.name(chair), 47), 2, y, ALIGN_LEFT, False, ink)
            # A column a throw, the last one with its dice; of many the first ones are left out.
            throws = self.thrown[chair]
            for j in range(max(0, rounds - 3), len(throws)):
                ago = rounds - 1 - j
                canvas.text(str(sum(throws[j])), (125, 82, 62)[ago], y, ALIGN_RIGHT, True, ink)
                if not ago:
                    canvas.text("%d+%d" % throws[j], 106, y, ALIGN_RIGHT, False, ink)
        names = ", ".join([proposal.name(chair) for chair in self.level])
        canvas.text(canvas.fit(say("is East", names) if decided else say("level"), 124), 2, 55)

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(FirstEast(self.app, self.setup))
        elif key != A:
            self.app.refuse(say("no more"))
        elif len(self.level) > 1:
            self._throw()
        else:
            self.proposal.east = self.level[0]
            self.back()
