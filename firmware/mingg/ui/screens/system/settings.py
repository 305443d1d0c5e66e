"""What the players like: how bright, how long until it rests, sound and light where the board has them."""

from mingg.hal.keys import LEFT, RIGHT, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.panel.rest import BRIGHTNESS, DIMS, LEVELS, NEVER, SLEEPS
from mingg.ui.screens import system
from mingg.ui.widgets.layout import ROWS
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under

    Row = tuple[str, tuple[Any, ...], Any]  # its key; what there is to choose, from the left; what it is set to

OFF_ON = (False, True)


class SettingsScreen(Rows):
    """A list: left and right change what is current, A goes round; kept when nobody presses, at last by B.

    under, proposal: what the menu came from, and goes back to.
    """

    words = ("settings",)

    def __init__(self, app: "App", under: "Under", proposal: "Any" = None) -> None:
        super().__init__(app)
        self.under = under
        self.proposal = proposal

    def settings(self) -> "list[Row]":
        get, signals = self.app.settings.get, self.app.signals
        found: "list[Row]" = [
            ("brightness", tuple(sorted(LEVELS, key=LEVELS.__getitem__)), get("brightness", BRIGHTNESS)),
            ("dims", (1, 2, 5, 10, NEVER), get("dims", DIMS)),
            ("sleeps", (5, 10, 20, 30, 60, NEVER), get("sleeps", SLEEPS)),
        ]
        if signals is not None and signals.tone is not None:
            found.append(("sound", OFF_ON, signals.sounds))
        if signals is not None and signals.light is not None:
            found.append(("light", OFF_ON, signals.shines))
        return found

    def rows(self) -> int:
        return len(self.settings())

    def row(self, index: int) -> "tuple[str, str]":
        key, _, value = self.settings()[index]
        if isinstance(value, bool):
            text = say("set on" if value else "set off")
        elif isinstance(value, str):
            text = say("set " + value)
        else:
            text = say("minutes", value) if value != NEVER else say("never")
        return say("setting " + key), text

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("settings"), say("B done"), "", self.where())
        self.draw_rows(canvas)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        words, value = self.row(index)
        canvas.text(words, 2, y, ALIGN_LEFT, False, ink)
        canvas.text(value, 118, y, ALIGN_RIGHT, True, ink)
        if index == self.current:
            at, last = self._at()
            if at > 0:
                canvas.arrow(LEFT, 112 - canvas.width(value, True), y + 1, ink)
            if at < last:
                canvas.arrow(RIGHT, 122, y + 1, ink)

    def _at(self) -> "tuple[int, int]":
        """Which of the choices is set, and which is the last one."""
        _, choices, value = self.settings()[self.current]
        # What a newer firmware has set need not be among them.
        return (choices.index(value) if value in choices else 0), len(choices) - 1

    def press(self, key: int) -> None:
        app = self.app
        at, last = self._at()
        self.bar_y = 51 if self.current < ROWS - 2 else 11  # what is current stays to be seen
        if key == B:
            app.go(system.Menu, self, "menu settings")
            self._keep()
        elif key == A:
            self._set(at + 1 if at < last else 0)
        elif (key == LEFT and at > 0) or (key == RIGHT and at < last):
            self._set(at + 1 if key == RIGHT else at - 1)
        elif key in (LEFT, RIGHT):
            app.refuse(say("no more"))
        else:
            self.move(key)

    def _set(self, to: int) -> None:
        """In force at once: it is seen, or heard."""
        app = self.app
        key, choices, _ = self.settings()[self.current]
        app.settings.set(key, choices[to])
        app.use_settings()
        if app.signals is not None and choices is OFF_ON:
            app.signals.saved()

    def idle(self) -> None:
        self._keep()

    def _keep(self) -> None:
        try:
            self.app.settings.keep()
        except OSError as error:
            self.app.refuse_error(error)
