"""Rules beside those of the books: the house rules in the store, and the modern rule sets. Each file of house rules is
a sealed line, like the house rules in the head of a session."""

from mingg import memory
from mingg.core.rules import OF_HOUSE, load
from mingg.core.rules.books import module_of
from mingg.core.rules.modern import MODERN
from mingg.lang import named, say
from mingg.records.line import only
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.screens.setup.setup import NewSession


class Houses(ListScreen):
    """A chooses the rules; B leaves them as they were.

    files: the names of the files in the store.
    """

    title = "other rules"
    choice = "take"
    words = ("setup",)
    room = 4  # below them is the book that the current one derives from
    line_y = 53
    bar_y = 52

    def __init__(self, app: "App", before: "NewSession", files: "list[str]") -> None:
        super().__init__(app, before, files + list(MODERN))
        self.proposal = before.proposal

    def _read(self, index: int) -> "Any":
        """Returns the rules of a row, or None if its file cannot be read or has a later version."""
        item = self.items[index]
        if item in MODERN:
            rules = load(item, None, self.proposal.players)
            memory.unload(module_of(item).__name__)  # a board has no room for all rule sets
            return rules
        try:
            record = only(self.app.evening.store.read(item))
            return load(record["rules"], record["options"], self.proposal.players, record["house"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def look_up(self, index: int) -> "tuple[str, str]":
        rules = self._read(index)
        if rules is None:
            return self.items[index][len(OF_HOUSE) : -4], say("house unread")
        limit = say("no limit") if rules.limit is None else say("at most", rules.limit)
        if rules.house is None:
            return named("book", rules.title), limit
        return rules.title, "%s, %s" % (named("book", module_of(rules.id).TITLE), limit)

    def row(self, index: int) -> "tuple[str, str]":
        words: "tuple[str, str]" = self.row_data(index)
        return words[0], ""

    def foot(self) -> "list[str]":
        return [] if self.app.bar is not None else [self.row_data(self.current)[1]]

    def accept(self) -> None:
        rules = self._read(self.current)
        if rules is None:
            self.app.refuse("house unread")
        else:
            self.proposal.take_house(rules)
            self.back()
