"""A new sitting: who plays here, East first, by which rules. The players confirm it."""

from mingg.hal.keys import LEFT, B
from mingg.lang import letters, named, say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act


class Sit(Screen):
    """A begins the sitting, B puts it off, and the left arrow, held, says that these are other players: a tap is not
    enough, since the director then has to act."""

    title = "club sit"
    choice = "A sit"
    words = ("club",)
    bar_y = 52
    holds = (LEFT,)

    def __init__(self, app: "App", word: str, session: "Session", sitting: int, deals: int) -> None:
        super().__init__(app)
        self.word = word
        self.session = session
        self.sitting = sitting
        self.deals = deals

    def draw(self, canvas: "Canvas") -> None:
        session = self.session
        canvas.header(say(self.title, self.sitting), say(self.choice))
        names = session.names
        pitch = 9 if len(names) > 4 else 11
        book = named("book", session.rules.title)
        for i, name in enumerate(names):
            y = 12 + pitch * i
            if i < len(session.table.order):
                canvas.text(letters(session.table.seat(session.table.order[i])), 2, y, 0, True)
            canvas.text(canvas.fit(name, 60, True), 13, y, 0, True)
        canvas.text(canvas.fit(book, 48), 126, 12, ALIGN_RIGHT)
        canvas.text(say("club deals", self.deals), 126, 22, ALIGN_RIGHT)
        x = canvas.text(say("club hold"), 2, 56) + 4
        canvas.arrow(LEFT, x, 57)
        canvas.text(say("club not us"), x + 6, 56)
        canvas.text(say("B later"), 126, 56, ALIGN_RIGHT)

    def name_back(self, canvas: "Canvas", text: str) -> None:
        """draw() does it."""

    def does(self, key: int, held: bool = False) -> "Act":
        club = self.app.club
        if key == LEFT:
            return ("club not us", club.decline, self.word) if held else "no tap declines"
        if key == B:
            return "B later", club.put_off, self.word
        return super().does(key)

    def accept(self) -> None:
        self.app.club.sit(self.word, self.session, self.sitting, self.deals)
