"""Which language the device speaks: those whose files are there, each by the name that it gives itself."""

import os

from mingg import lang
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.screens import system
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under


def offered() -> "list[tuple[str, str]]":
    """Every language that can be read: its file's name without the ending, and what it is called in itself."""
    found = []
    for file in sorted(os.listdir(lang.HERE[:-1])):
        if file[-4:] == ".txt":
            name = _own_name(lang.HERE + file)
            if name:
                found.append((file[:-4], name))
    return found


def _own_name(path: str) -> str:
    """`language = ...`, before the first section; "" where that is not said."""
    try:
        with open(path, "rb") as file:
            for line in file:
                key, equals, name = str(line, "utf-8").partition(" = ")
                if key == "language" and equals:
                    return name.strip()
                if line[:1] == b"[":
                    break
    except (OSError, ValueError):
        pass  # a file that is damaged is none
    return ""


class Language(Rows):
    """A list: A speaks what is current, and is done where that is spoken already; B goes back to the menu.

    under, proposal: what the menu came from, and goes back to.
    """

    words = ("menu",)

    def __init__(self, app: "App", under: "Under", proposal: "Any" = None) -> None:
        self.offered = offered()
        spoken = lang.spoken()
        super().__init__(app, max([i for i, each in enumerate(self.offered) if each[0] == spoken] + [0]))
        self.under = under
        self.proposal = proposal

    def rows(self) -> int:
        return len(self.offered)

    def row(self, index: int) -> "tuple[str, str]":
        return self.offered[index][1], ""

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        super().draw_row(canvas, index, y, ink)
        if self.offered[index][0] == lang.spoken():
            canvas.tick(118, y + 1, ink)

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("language"), say("A done" if self._is_spoken() else "A choose"), "", self.where())
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        if key == B or (key == A and self._is_spoken()):
            self.app.go(system.Menu, self)
        elif key == A:
            self._choose(self.offered[self.current][0])
        else:
            self.move(key)

    def _is_spoken(self) -> bool:
        return self.offered[self.current][0] == lang.spoken()

    def _choose(self, language: str) -> None:
        app, before = self.app, lang.spoken()
        if not lang.choose(language):
            lang.choose(before)
            app.refuse(say("language lost", language))
            return
        if language != before and not isinstance(self.under, tuple):
            # What lies beneath may hold words of the language before.
            self.under = None
        try:
            app.settings.put("language", language)
        except OSError as error:
            app.refuse_error(error)
