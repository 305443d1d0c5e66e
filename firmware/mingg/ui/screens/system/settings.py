"""What the players like: how bright, how long until it rests, sound and light where the board has them."""

from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.panel.rest import BRIGHTNESS, DIMS, LEVELS, NEVER, SLEEPS
from mingg.ui.widgets.layout import ROWS
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link

    Row = tuple[str, tuple[Any, ...], Any]  # its key; what there is to choose, from the left; what it is set to

OFF_ON = (False, True)


class SettingsScreen(ListScreen):
    """A list: left and right change what is current, A goes round; kept when nobody presses, at last by B."""

    title = "settings"
    leave = "B done"
    choice = "A next"
    bar_y = 51
    words = ("settings",)

    def __init__(self, app: "App", before: "Link") -> None:
        super().__init__(app, before)
        self._read()

    def _read(self) -> None:
        get, signals = self.app.settings.get, self.app.signals
        rows: "list[Row]" = [
            ("brightness", tuple(sorted(LEVELS, key=LEVELS.__getitem__)), get("brightness", BRIGHTNESS)),
            ("dims", (1, 2, 5, 10, NEVER), get("dims", DIMS)),
            ("sleeps", (5, 10, 20, 30, 60, NEVER), get("sleeps", SLEEPS)),
        ]
        if signals is not None and signals.tone is not None:
            rows.append(("sound", OFF_ON, signals.sounds))
        if signals is not None and signals.light is not None:
            rows.append(("light", OFF_ON, signals.shines))
        self.items = rows

    def row(self, index: int) -> "tuple[str, str]":
        key, _, value = self.items[index]
        if isinstance(value, bool):
            text = say("set on" if value else "set off")
        elif isinstance(value, str):
            text = say("set " + value)
        else:
            text = say("minutes", value) if value != NEVER else say("never")
        return say("setting " + key), text

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
        _, choices, value = self.items[self.current]
        # What a newer firmware has set need not be among them.
        return (choices.index(value) if value in choices else 0), len(choices) - 1

    def does(self, key: int, held: bool = False) -> "Act":
        at, last = self._at()
        if key == A:
            return self.choice, self._set, at + 1 if at < last else 0
        if key == LEFT and at > 0:
            return "less", self._set, at - 1
        if key == RIGHT and at < last:
            return "more", self._set, at + 1
        return super().does(key)

    def move_to(self, row: int) -> None:
        self.current = row
        self.bar_y = 51 if row < ROWS - 2 else 11  # what is current stays to be seen

    def _set(self, to: int) -> None:
        """In force at once: it is seen, or heard."""
        app = self.app
        key, choices, _ = self.items[self.current]
        app.settings.set(key, choices[to])
        app.use_settings()
        if app.signals is not None and choices is OFF_ON:
            app.signals.saved()
        self._read()

    def back(self) -> None:
        super().back()
        self.idle()

    def idle(self) -> None:
        self.app.stored("not saved", self.app.settings.keep)
