"""Chooses the language: all languages whose files can be read, each by its own name."""

import os

from mingg import lang
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import Key, Screen, Title, View

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.kit.lists import Row
    from mingg.ui.kit.view import Parts


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


class Language(Screen):
    """A list of languages: A chooses the one with the bar, or is done if the device speaks it already."""

    words = ("menu",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.offered = offered()
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
        if not lang.choose(language):
            lang.choose(before)
            app.display.refuse("language lost", language)
            return
        app.display.stored("not saved", app.settings.put, "language", language)
