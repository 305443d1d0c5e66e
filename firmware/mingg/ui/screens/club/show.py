"""What the director says, and that a sitting is over."""

from mingg.lang import say
from mingg.ui.screen import Screen, link
from mingg.ui.screens import club
from mingg.ui.screens.history.standing import draw_standing
from mingg.ui.widgets.texts import TextScreen
from mingg.ui.widgets.wrapped import wrap

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas


class Show(TextScreen):
    """A message of the director."""

    title = "club director"
    words = ("club",)

    def __init__(self, app: "App", text: str) -> None:
        super().__init__(app)
        self.lines = [(line, "") for line in wrap(app.canvas, text, 116)]


class Over(Screen):
    """The sitting is over: how the players stand. They wait for the director."""

    title = "club sit"
    choice = "A go on"
    words = ("club",)
    bar_y = 52

    def draw(self, canvas: "Canvas") -> None:
        evening, sitting = self.app.evening, self.app.club.link.memo.sitting
        canvas.header(say(self.title, sitting[0] if sitting else 0), say(self.leave))
        draw_standing(canvas, evening.called, evening.session.balances)
        text = say("club beyond", evening.session.deals) if self.app.club.beyond() > 0 else say("club over")
        canvas.text(canvas.fit(text, 124), 2, 56)

    def accept(self) -> None:
        if self.app.club.places:
            self.app.open(club.Go, link(club.Over))
        else:
            self.back()
