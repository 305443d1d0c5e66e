"""Chooses the language: all languages whose files can be read, each by its own name."""

import os

from mingg import lang
from mingg.hal.keys import A
from mingg.ui.screen import Screen, link
from mingg.ui.screens import system
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link


def offered() -> "list[tuple[str, str]]":
    """Returns all languages that can be read: the name of the file without its ending, and the name of the language."""
    languages = []
    for file in sorted(os.listdir(lang.HERE[:-1])):
        if file[-4:] == ".txt":
            name = _own_name(lang.HERE + file)
            if name:
                languages.append((file[:-4], name))
    return languages


def _own_name(path: str) -> str:
    """Returns the name of a language from `language = ...` before the first section, or ""."""
    try:
        with open(path, "rb") as file:
            for line in file:
                key, equals, name = str(line, "utf-8").partition(" = ")
                if key == "language" and equals:
                    return name.strip()
                if line[:1] == b"[":
                    break
    except (OSError, ValueError):
        pass  # a damaged file offers no language
    return ""


class Language(ListScreen):
    """A list of languages: A chooses the current one, or is done if the device speaks it already. B goes back to the
    menu."""

    title = "language"
    hint = A
    room = 4  # what B does stands below them
    words = ("menu",)

    def __init__(self, app: "App", before: "Link") -> None:
        languages = offered()
        spoken = lang.spoken()
        current = max([i for i, language in enumerate(languages) if language[0] == spoken] + [0])
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
        part, (menu, item, set_up) = self.before
        keys = menu[1][0]
        if keys is not None and keys[1] and isinstance(keys[1][0], Screen):
            # The screen below may keep words of the former language.
            self.before = part, (link(system.Menu, None, "", set_up), item, set_up)
        app.stored("not saved", app.settings.put, "language", language)
