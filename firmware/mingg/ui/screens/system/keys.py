"""The page of keys, behind B held: what the keys of the screen below do. They do not act here."""

from mingg import lang
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.keymap import grouped
from mingg.ui.kit.keys import KeyRows, rows_of
from mingg.ui.kit.view import Key, Otherwise, Screen, Title, View
from mingg.ui.navigator import TABLE

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts


class Keys(Screen):
    """Lists the keys of the screen below. B goes back there, A goes to the menu.

    words, title, keymap, menu: of the screen below.
    """

    mapped = False
    passing = True

    def __init__(self, app: "App", words: "tuple[str, ...]", title: str, keymap: "Any", menu: bool) -> None:
        super().__init__(app)
        self.words = words + ("keys",)
        lang.use(self.words)
        self.name = "" if app.navigator.below() == TABLE else title
        self.menu = menu and not app.play.looks_back
        lines = grouped(keymap)
        entry = self.play.entry
        if self.menu and entry is not None and app.navigator.below() != TABLE:  # how players leave the deal
            lines.insert(0, ([], False, say("menu leaves" if self.play.correcting is None else "menu left")))
        self.rows = rows_of(app.display.canvas, lines)

    def view(self) -> "Parts":
        parts: "list[Any]" = [Title(say("keys"), self.name), KeyRows(self, self.rows)]
        if self.menu:
            parts.append(Key(A, "A menu", "system.menu.Menu"))
        return View(*parts, Otherwise("B back"))
