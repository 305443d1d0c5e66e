"""The house rules in the store, one of which may be proposed: a sealed line each, as a session's head would name them."""

import json

from mingg.core.ledger import Opened
from mingg.core.rules import load, module_of
from mingg.hal.keys import A, B
from mingg.lang import book, say
from mingg.ui.seldom.rows import Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App, Under
    from mingg.ui.canvas import Canvas
    from mingg.ui.seldom.setup import NewSession


class Houses(Rows):
    """files: their names in the store. A takes the rules; B leaves them as they are."""

    words = ("setup",)
    bar_y = 52

    def __init__(self, app: "App", setup: "NewSession", files: "list[str]") -> None:
        super().__init__(app)
        self.setup = setup
        self.under: "Under" = setup.under
        self.proposal = setup.proposal
        self.files = files

    def rows(self) -> int:
        return len(self.files)

    def _read(self, index: int) -> "Any":
        """The rules of a file; None where it cannot be read, or is of a later version."""
        try:
            told = json.loads(Opened(self.app.evening.store.lines(self.files[index])).head or "")
            return load(told["rules"], told["options"], self.proposal.players, told["house"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _words(self, index: int) -> "tuple[str, str]":
        rules = self._read(index)
        if rules is None:
            return self.files[index][6:-4], say("house unread")
        return rules.title, book(module_of(rules.id).TITLE)

    def row(self, index: int) -> "tuple[str, str]":
        found: "tuple[str, str]" = self.found(index, self._words)
        return found

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("house rules"), say("B back"), "", self.where())
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        if key == A:
            rules = self._read(self.current)
            if rules is None:
                self.app.refuse(say("house unread"))
                return
            self.proposal.take_house(rules)
        if key in (A, B):
            self.app.show(self.setup)
        else:
            self.move(key)
