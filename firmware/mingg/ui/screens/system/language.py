"""Which language the device speaks: those whose files are there, each by the name that it gives itself."""

import os

from mingg import lang
from mingg.hal.keys import A
from mingg.ui.screen import Screen
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link


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


class Language(ListScreen):
    """A list: A speaks what is current, and is done where that is spoken already; B goes back to the menu."""

    title = "language"
    hint = A
    of_menu = True
    words = ("menu",)

    def __init__(self, app: "App", before: "Link") -> None:
        languages = offered()
        spoken = lang.spoken()
        current = max([i for i, each in enumerate(languages) if each[0] == spoken] + [0])
        super().__init__(app, before, languages, current)

    def row(self, index: int) -> "tuple[str, str]":
        return self.items[index][1], ""

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        super().draw_row(canvas, index, y, ink)
        if self.items[index][0] == lang.spoken():
            canvas.tick(118, y + 1, ink)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and self.items[self.current][0] == lang.spoken():
            return "A done", self.back
        return super().does(key)

    def accept(self) -> None:
        app, before = self.app, lang.spoken()
        language = self.items[self.current][0]
        if not lang.choose(language):
            lang.choose(before)
            app.refuse("language lost", language)
            return
        menu, (under, _, set_up) = self.before
        if under is not None and under[1] and isinstance(under[1][0], Screen):
            # What lies below the keys may hold words of the language before.
            self.before = menu, (None, "", set_up)
        app.stored("not saved", app.settings.put, "language", language)
