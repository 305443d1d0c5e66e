"""The settings: brightness, when the panel rests, and sound and light if the board has them; and the language."""

import os
from typing import Any

from mingg import lang
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.kit.lists import Choices, Row, Rows
from mingg.ui.kit.rest import BRIGHTNESS, DIMS, LEVELS, NEVER, SLEEPS
from mingg.ui.kit.view import Key, Parts, Screen, Title, View

OFF_ON = (False, True)


class Settings(Screen):
    """A list of settings. They are stored when nobody presses a key, and at the latest by A or B.

    rows: the key of each setting; its choices, from the left; its default
    """

    words = ("settings",)

    def begin(self) -> None:
        signals = self.app.display.signals
        self.rows: "list[tuple[str, tuple[Any, ...], Any]]" = [
            ("brightness", tuple(sorted(LEVELS, key=LEVELS.__getitem__)), BRIGHTNESS),
        ]
        if self.app.display.rest.sleep is not None:
            self.rows += [("dims", (1, 2, 5, 10, NEVER), DIMS), ("sleeps", (5, 10, 20, 30, 60, NEVER), SLEEPS)]
        if signals is not None and signals.tone is not None:
            self.rows.append(("sound", OFF_ON, signals.sounds))
        if signals is not None and signals.light is not None:
            self.rows.append(("light", OFF_ON, signals.shines))

    def view(self) -> "Parts":
        return View(
            Title(say("settings")),
            Key(A, "A done", self.done),
            Key(B, "B back", self.done),
            Choices(self, len(self.rows), self.row, self.step),
        )

    def row(self, index: int) -> "Row":
        key, _, default = self.rows[index]
        value = self.app.settings.get(key, default)
        if isinstance(value, bool):
            text = say("set on" if value else "set off")
        elif isinstance(value, str):
            text = say("set " + value)
        else:
            text = say("minutes", value) if value != NEVER else say("never")
        return say("setting " + key), text

    def step(self, step: int) -> None:
        """Sets the next value. It is in force at once, so that the players see or hear it."""
        app = self.app
        key, choices, default = self.rows[self.current]
        value = app.settings.get(key, default)
        # a value of newer firmware may not be among the choices
        at = choices.index(value) if value in choices else 0
        app.settings.set(key, choices[(at + step) % len(choices)])
        app.use_settings()
        if app.display.signals is not None and choices is OFF_ON:
            app.display.signals.saved()

    def done(self) -> None:
        self.back()
        self.idle()

    def idle(self) -> None:
        self.app.display.stored("not saved", self.app.settings.keep)


def _own_name(file: str) -> str:
    """Returns the name of a language from `language = ...` before the first section, or ""."""
    try:
        with open(lang.HERE + file, "rb") as catalogue:
            head = b"\n" + catalogue.read(2048).partition(b"\n[")[0]
        return str(head.partition(b"\nlanguage = ")[2].partition(b"\n")[0], "utf-8").strip()
    except (OSError, ValueError):
        return ""  # a damaged file offers no language


class Language(Screen):
    """All languages whose files can be read, each by its own name. A chooses the one with the bar, or is done if the
    device speaks it already.

    offered: the file of each without `.txt`, and its name
    """

    words = ("menu",)

    def begin(self) -> None:
        files = [file for file in sorted(os.listdir(lang.HERE[:-1])) if file[-4:] == ".txt"]
        self.offered = [(file[:-4], _own_name(file)) for file in files if _own_name(file)]
        spoken = lang.spoken()
        self.current = max([i for i, language in enumerate(self.offered) if language[0] == spoken] + [0])

    def view(self) -> "Parts":
        done = self.offered[self.current][0] == lang.spoken()
        return View(
            Title(say("language")),
            Key(A, "A done", self.back) if done else Key(A, "A choose", self.choose),
            Rows(self, len(self.offered), self.row),
        )

    def row(self, index: int) -> "Row":
        language, name = self.offered[index]
        return name, language == lang.spoken() or ""

    def choose(self) -> None:
        app, before = self.app, lang.spoken()
        language = self.offered[self.current][0]
        if lang.choose(language):
            app.play.called = None
            app.display.stored("not saved", app.settings.put, "language", language)
        else:
            lang.choose(before)
            app.display.refuse("language lost", language)
