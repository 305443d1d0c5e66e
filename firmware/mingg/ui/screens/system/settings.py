"""The settings: brightness, when the panel rests, and sound and light if the board has them."""

from mingg.hal.keys import B
from mingg.lang import say
from mingg.ui.kit.lists import Choices
from mingg.ui.kit.rest import BRIGHTNESS, DIMS, LEVELS, NEVER, SLEEPS
from mingg.ui.kit.view import Key, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

    Setting = tuple[str, tuple[Any, ...], Any]  # its key; the choices, from the left; the value that is set

OFF_ON = (False, True)


class Settings(Screen):
    """A list of settings. They are stored when nobody presses a key, and at the latest by B."""

    words = ("settings",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._read()

    def _read(self) -> None:
        get, signals = self.app.settings.get, self.app.display.signals
        rows: "list[Setting]" = [
            ("brightness", tuple(sorted(LEVELS, key=LEVELS.__getitem__)), get("brightness", BRIGHTNESS)),
            ("dims", (1, 2, 5, 10, NEVER), get("dims", DIMS)),
            ("sleeps", (5, 10, 20, 30, 60, NEVER), get("sleeps", SLEEPS)),
        ]
        if signals is not None and signals.tone is not None:
            rows.append(("sound", OFF_ON, signals.sounds))
        if signals is not None and signals.light is not None:
            rows.append(("light", OFF_ON, signals.shines))
        self.rows = rows

    def view(self) -> "Parts":
        return View(
            Title(say("settings")), Key(B, "B done", self.done), Choices(self, len(self.rows), self.row, self.set)
        )

    def row(self, index: int) -> "tuple[str, str, int, int]":
        key, choices, value = self.rows[index]
        if isinstance(value, bool):
            text = say("set on" if value else "set off")
        elif isinstance(value, str):
            text = say("set " + value)
        else:
            text = say("minutes", value) if value != NEVER else say("never")
        # a value of newer firmware may not be among the choices
        return say("setting " + key), text, choices.index(value) if value in choices else 0, len(choices)

    def set(self, choice: int) -> None:
        """Sets a value. It is in force at once, so that the players see or hear it."""
        app = self.app
        key, choices, _ = self.rows[self.current]
        app.settings.set(key, choices[choice])
        app.use_settings()
        if app.display.signals is not None and choices is OFF_ON:
            app.display.signals.saved()
        self._read()

    def done(self) -> None:
        self.back()
        self.idle()

    def idle(self) -> None:
        self.app.display.stored("not saved", self.app.settings.keep)
