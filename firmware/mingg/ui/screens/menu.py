"""The menu, behind B held; and a new session."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_CENTRE
from mingg.ui.layout import arm, row
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas


class Menu(Screen):
    """Opened from any screen; B goes back there."""

    repeats = (UP, DOWN)

    def __init__(self, app: "App", under: Screen) -> None:
        super().__init__(app)
        self.under: Screen = under.under if isinstance(under, (Menu, NewSession)) else under

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("menu"), say("B back"))
        row(canvas, 0, say("new session"), "", True)
        rules = self.app.evening.session.rules
        limit = say("no limit") if rules.limit is None else say("limit is", rules.limit)
        canvas.text("%s %s, %s" % (say("rules"), rules.title, limit), 2, 46)

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(self.under)
        elif key == A:
            self.app.show(NewSession(self.app, self.under))
        else:
            self.app.refuse(say("no more"))


class NewSession(Screen):
    """Which book: the arrow is the answer."""

    RULES = {LEFT: "harr", RIGHT: "babcock"}

    def __init__(self, app: "App", under: Screen) -> None:
        super().__init__(app)
        self.under = under

    def draw(self, canvas: "Canvas") -> None:
        from mingg.core.rules import load

        canvas.header(say("new session"), say("B back"))
        for key, name in self.RULES.items():
            rules = load(name)
            limit = say("no limit") if rules.limit is None else say("limit is", rules.limit)
            arm(canvas, key, [(rules.title, True), (limit, False)])
        canvas.text(say("starts"), 64, 45, ALIGN_CENTRE)
        evening = self.app.evening
        half = say("half lost", evening.deal_number()) if self.app.entry is not None else say("kept")
        canvas.text(half, 64, 55, ALIGN_CENTRE)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.show(Menu(app, self.under))
        elif key in self.RULES:
            try:
                app.evening.begin(self.RULES[key])
            except OSError as error:
                app.refuse_unsaved(error)
                return
            app.table()
            app.forget_entry()
        else:
            app.refuse(say("no more"))
