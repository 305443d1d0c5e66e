"""The settings: brightness, when the panel rests, and sound and light if the board has them."""

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

    Row = tuple[str, tuple[Any, ...], Any]  # its key; the choices, from the left; the value that is set

OFF_ON = (False, True)


class SettingsScreen(ListScreen):
    """A list of settings: left and right change the current one, A goes round its choices. The settings are stored when
    nobody presses a key, and at the latest by B."""

    title = "settings"
    leave = "B done"
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
            chosen, last = self._chosen()
            if chosen > 0:
                canvas.arrow(LEFT, 112 - canvas.width(value, True), y + 1, ink)
            if chosen < last:
                canvas.arrow(RIGHT, 122, y + 1, ink)

    def _chosen(self) -> "tuple[int, int]":
        """Returns the index of the choice that is set, and of the last choice."""
        _, choices, value = self.items[self.current]
        # a value of newer firmware may not be among the choices
        return (choices.index(value) if value in choices else 0), len(choices) - 1

    def does(self, key: int, held: bool = False) -> "Act":
        chosen, last = self._chosen()
        if key == A:
            return "change", self._set, chosen + 1 if chosen < last else 0
        if key == LEFT and chosen > 0:
            return "change", self._set, chosen - 1
        if key == RIGHT and chosen < last:
            return "change", self._set, chosen + 1
        return super().does(key)

    def move_to(self, row: int) -> None:
        self.current = row
        self.bar_y = 51 if row < ROWS - 2 else 11  # the current row stays visible

    def _set(self, choice: int) -> None:
        """Sets a value. It is in force at once, so that the players see or hear it."""
        app = self.app
        key, choices, _ = self.items[self.current]
        app.settings.set(key, choices[choice])
        app.use_settings()
        if app.signals is not None and choices is OFF_ON:
            app.signals.saved()
        self._read()

    def back(self) -> None:
        super().back()
        self.idle()

    def idle(self) -> None:
        self.app.stored("not saved", self.app.settings.keep)
