"""Rosettes for the proposed session: rule set, limit, number of players, and counters."""

from mingg import memory
from mingg.core.deal.winds import SEATS
from mingg.core.rules import OF_HOUSE, load
from mingg.core.rules.books import module_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import letters, say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screens import setup
from mingg.ui.widgets.rosette import Rosette

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.screens.setup.setup import NewSession, Proposal
    from mingg.ui.widgets.rosette import Lines

USUAL = 300  # the limit in most books


class _Page(Rosette):
    """A page that changes one thing of the proposal; A and B go back there."""

    words = ("setup",)
    choice = "B back"

    def __init__(self, app: "App", before: "NewSession") -> None:
        super().__init__(app, before)
        self.proposal: "Proposal" = before.proposal


class RuleSets(_Page):
    """Chooses the book. A goes to the list of other rules."""

    title = "which rules?"
    hint = A
    choice = "A others"
    answers = {LEFT: "harr", UP: "harr-limit", RIGHT: "babcock", DOWN: "chinese"}

    def __init__(self, app: "App", before: "NewSession") -> None:
        super().__init__(app, before)
        self.houses: "list[str]" = []
        try:
            self.houses = [name for name in app.evening.store.names() if name[: len(OF_HOUSE)] == OF_HOUSE]
        except OSError:
            pass  # no house rules can be read
        self.lines: "dict[str, Lines]" = {}
        for name in self.answers.values():
            rules = load(name, None, self.proposal.players)
            limit = say("no limit") if rules.limit is None else say("at most", rules.limit)
            self.lines[name] = [(say("book " + rules.title), True), (limit, False)]
            memory.unload(module_of(name).__name__)  # a board has no room for four books

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool]":
        rules = self.proposal.rules
        return self.lines[answer], answer == rules.id and rules.house is None

    def accept(self) -> None:
        self.app.go(setup.Houses, self.before, self.houses)

    def take(self, answer: str) -> None:
        self.proposal.take_rules(answer)
        self.back()


class Limit(_Page):
    """Chooses the limit. Left and right go through the usual ones."""

    title = "limit of"
    hint = A
    choice = "A done"
    repeats = (LEFT, RIGHT)

    def __init__(self, app: "App", before: "NewSession") -> None:
        from mingg.core.rules.checks import LIMITS

        super().__init__(app, before)
        self.usual: "list[int]" = list(LIMITS[1:])
        self._look()

    def _look(self) -> None:
        """Sets what each arrow chooses: left and right the next lower and higher limit, up none, down that of the
        book."""
        limit = self.proposal.rules.limit
        own = self.proposal.book_has("limit")
        self.answers = {UP: None, DOWN: own}
        if limit is None:
            self.answers[LEFT] = own or USUAL
            return
        less = [points for points in self.usual if points < limit]
        higher = [points for points in self.usual if points > limit]
        if less:
            self.answers[LEFT] = less[-1]
        if higher:
            self.answers[RIGHT] = higher[0]

    def arm(self, canvas: "Canvas", key: int, answer: "int | None") -> "tuple[Lines, bool]":
        text = say("none at all") if answer is None else str(answer)
        if key in (UP, DOWN):
            return [(say("in the book", text) if key == DOWN else text, False)], False
        return [(text, True)], False

    def centre(self, canvas: "Canvas") -> str:
        limit = self.proposal.rules.limit
        if limit is None:
            canvas.twice(say("none at all"), 64, 26, ALIGN_CENTRE)
        else:
            canvas.figures(str(limit), 64, 24, ALIGN_CENTRE)
        return ""

    def does(self, key: int, held: bool = False) -> "Act":
        if key in self.answers and self.answers[key] == self.proposal.rules.limit:
            return "limit stands"
        act = super().does(key)
        return ("lowest" if key == LEFT else "highest") if not isinstance(act, tuple) else act

    def take(self, answer: "int | None") -> None:
        self.proposal.agree("limit", answer)
        self._look()


class Players(_Page):
    """Chooses the number of players."""

    title = "how many?"
    answers = {LEFT: 2, UP: 3, RIGHT: 4, DOWN: 5}

    def draw(self, canvas: "Canvas") -> None:
        super().draw(canvas)
        canvas.text(say("by arrow"), 64, 43, ALIGN_CENTRE)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        winds = " ".join(letters("".join(SEATS[answer]))) if answer < 5 else say("one sits out")
        return [(str(answer), True), (winds, False)], answer == self.proposal.players

    def take(self, answer: int) -> None:
        self.proposal.take_players(answer)
        self.back()


class Counters(_Page):
    """Chooses the set of counters."""

    title = "counters"
    answers = {LEFT: "babcock", RIGHT: "harr", DOWN: "none", UP: ""}

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool]":
        chosen = self.proposal.counters
        if not answer:
            return [(say("own set"), True)], isinstance(chosen, dict)
        return [(line, i == 0) for i, line in enumerate(say("set of " + answer).split("|"))], answer == chosen

    def word(self, answer: str) -> str:
        return "set " + answer if answer else "own set"

    def take(self, answer: str) -> None:
        if answer:
            self.proposal.counters = answer
            self.back()
        else:
            self.app.go(setup.OwnSet, self)
