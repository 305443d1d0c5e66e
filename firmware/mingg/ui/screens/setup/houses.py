"""The house rules in the store, one of which may be proposed: a sealed line each, as a session's head names them."""

from mingg.core.rules import OF_HOUSE, load
from mingg.core.rules.books import module_of
from mingg.hal.keys import A, B
from mingg.lang import book, say
from mingg.ledger.reader import Opened, said
from mingg.ui.widgets.layout import WIDTH
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under
    from mingg.ui.screens.setup.setup import NewSession


class Houses(Rows):
    """files: their names in the store. A takes the rules; B leaves them as they were."""

    words = ("setup",)
    room = 4  # below them what the current one derives from
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
            told = said(Opened(self.app.evening.store.lines(self.files[index])).head or "")
            return load(told["rules"], told["options"], self.proposal.players, told["house"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _words(self, index: int) -> "tuple[str, str]":
        rules = self._read(index)
        if rules is None:
            return self.files[index][len(OF_HOUSE) : -4], say("house unread")
        limit = say("no limit") if rules.limit is None else say("at most", rules.limit)
        return rules.title, "%s, %s" % (book(module_of(rules.id).TITLE), limit)

    def row(self, index: int) -> "tuple[str, str]":
        words: "tuple[str, str]" = self.found(index, self._words)
        return words[0], ""

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("house rules"), say("B back"), "", self.where())
        self.draw_rows(canvas)
        canvas.box(0, 53, WIDTH, 1)
        if self.app.bar is None:
            canvas.text(self.found(self.current, self._words)[1], 2, 56)

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
