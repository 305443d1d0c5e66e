"""Of the session that is proposed: rule set, limit, number of players, counters, each in a rosette."""

import sys

from mingg.core.deal.winds import SEATS
from mingg.core.rules import OF_HOUSE, load
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.modules import let_go
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screens import setup
from mingg.ui.screens.setup.setup import Page
from mingg.ui.widgets.layout import arm

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.state import Store
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screens.setup.setup import NewSession

USUAL = 300  # the limit of most books


def houses(store: "Store") -> "list[str]":
    """The files of house rules; none where they cannot be read."""
    try:
        return [name for name in store.names() if name[: len(OF_HOUSE)] == OF_HOUSE]
    except OSError:
        return []


class Rosette(Page):
    """Up to four answers, of which one stands; A or B leaves it so."""

    answers: "dict[int, Any]" = {}

    def take(self, answer: "Any") -> None:
        raise NotImplementedError

    def press(self, key: int) -> None:
        if key in self.answers:
            self.take(self.answers[key])
        elif key not in (A, B):
            self.app.refuse(say("no more"))
            return
        self.back()


class RuleSets(Rosette):
    """Which book; or, where house rules are in the store, A: which of them."""

    answers = {LEFT: "harr", UP: "harr-limit", RIGHT: "babcock", DOWN: "chinese"}

    def __init__(self, app: "App", setup: "NewSession") -> None:
        super().__init__(app, setup)
        self.houses = houses(app.evening.store)
        self.lines: "dict[int, list[tuple[str, bool]]]" = {}
        for key, name in self.answers.items():
            rules = load(name, None, self.proposal.players)
            limit = say("no limit") if rules.limit is None else say("at most", rules.limit)
            self.lines[key] = [(say("book " + rules.title), True), (limit, False)]
            if sys.implementation.name == "micropython":
                # A board has no room for the tables of four books at once.
                let_go("mingg.core.rules." + name.replace("-", "_"))

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("which rules?"), say("A house" if self.houses else "B back"))
        of_house = self.proposal.rules.house is not None
        for key, name in self.answers.items():
            arm(canvas, key, self.lines[key], name == self.proposal.rules.id and not of_house)

    def press(self, key: int) -> None:
        if key == A and self.houses:
            self.app.go(setup.Houses, self.setup, self.houses)
        else:
            super().press(key)

    def take(self, answer: str) -> None:
        self.proposal.take_rules(answer)


class Limit(Page):
    """The limit in big figures; left and right go through what is usual."""

    repeats = (LEFT, RIGHT)

    def __init__(self, app: "App", setup: "NewSession") -> None:
        from mingg.core.rules.checks import check_limit
        from mingg.core.rules.options import choices

        super().__init__(app, setup)
        self.usual: "list[int]" = [points for points in choices(check_limit) if points is not None]

    def draw(self, canvas: "Canvas") -> None:
        limit = self.proposal.rules.limit
        canvas.header(say("limit of"), say("A done"))
        own = self.proposal.book_has("limit")
        arm(canvas, UP, [(say("none at all"), False)])
        for key in (LEFT, RIGHT):
            near = self._next(key)
            if near is not None:
                arm(canvas, key, [(str(near), True), (say("less" if key == LEFT else "more points"), False)])
        arm(canvas, DOWN, [(say("in the book", say("none at all") if own is None else str(own)), False)])
        if limit is None:
            canvas.twice(say("none at all"), 64, 26, ALIGN_CENTRE)
        else:
            canvas.figures(str(limit), 64, 24, ALIGN_CENTRE)

    def press(self, key: int) -> None:
        proposal = self.proposal
        if key in (A, B):
            self.back()
        elif key in (UP, DOWN):
            agreed = None if key == UP else proposal.book_has("limit")
            if agreed == proposal.rules.limit:
                self.app.refuse(say("limit stands"))
            proposal.agree("limit", agreed)
        else:
            near = self._next(key)
            if near is None:
                self.app.refuse(say("lowest" if key == LEFT else "highest"))
            else:
                proposal.agree("limit", near)

    def _next(self, key: int) -> "int | None":
        """The usual limit below, or above; below none is the book's."""
        limit = self.proposal.rules.limit
        if limit is None:
            return (self.proposal.book_has("limit") or USUAL) if key == LEFT else None
        beyond = [points for points in self.usual if (points < limit if key == LEFT else points > limit)]
        if not beyond:
            return None
        return beyond[-1 if key == LEFT else 0]


class Players(Rosette):
    """How many play."""

    answers = {LEFT: 2, UP: 3, RIGHT: 4, DOWN: 5}

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("how many?"), say("B back"))
        for key, players in self.answers.items():
            who = " ".join(letters("".join(SEATS[players]))) if players < 5 else say("one sits out")
            arm(canvas, key, [(str(players), True), (who, False)], players == self.proposal.players)

    def take(self, answer: int) -> None:
        self.proposal.take_players(answer)


class Counters(Rosette):
    """Whose counters are on the table."""

    answers = {LEFT: "babcock", RIGHT: "harr", DOWN: "none"}

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("counters"), say("B back"))
        for key, name in self.answers.items():
            lines = [(line, i == 0) for i, line in enumerate(say("set of " + name).split("|"))]
            arm(canvas, key, lines, name == self.proposal.counters)
        arm(canvas, UP, [(say("own set"), True)], isinstance(self.proposal.counters, dict))

    def press(self, key: int) -> None:
        if key == UP:
            self.app.go(setup.OwnSet, self.setup)
        else:
            super().press(key)

    def take(self, answer: str) -> None:
        self.proposal.counters = answer
