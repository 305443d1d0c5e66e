"""Shows what it would do to take back the newest line, or to replace a deal by another. Then does it."""

from mingg.core.deal.deal import Deal
from mingg.core.table.session import CORRECT, COUNT, PAY
from mingg.lang import say
from mingg.ui.entry.entry import HOW
from mingg.ui.screen import link
from mingg.ui.screens import counters, history
from mingg.ui.screens.history.change import Change
from mingg.ui.screens.history.outcome import outcome
from mingg.ui.widgets.lists import fitted

MYPY = False
if MYPY:
    from mingg.core.counters.sets import Holdings
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link, Under
    from mingg.ui.screens.history.outcome import Outcome

DEALS = link(history.Deals)


def stands_anew(app: "App") -> None:
    """After a change of saved lines: the half-entered deal must be confirmed from the start, at the table as it is now.
    It is dropped if its winner or discarder now sits out."""
    app.playing = app.evening.session
    entry = app.entry
    if entry is None:
        return
    order = app.playing.table.order
    if entry.winner not in order or entry.source not in order + [None]:
        app.forget_entry()
        app.refuse("half lost", app.evening.deal_number())
    else:
        entry.at = HOW
        app.changed()


def _in_a_line(canvas: "Canvas", reads: "Outcome") -> str:
    words, names, score = reads
    return fitted(canvas, words if score == "-" else words + "  " + score, names, 124)


class _OfLines(Change):
    held: "Holdings | None" = None  # the counters before the change; None if none have to be moved
    leads_to: "Link | None" = DEALS  # where it leads at last; None: Table

    def hold_counters(self) -> None:
        evening = self.app.evening
        if evening.session.counted():
            self.held = evening.holdings()

    def made(self) -> None:
        """Shows which counters move now, if any."""
        app = self.app
        if self.held is None:
            app.back_to(self.leads_to)
        else:
            app.open(counters.of_change, self.held, [], self.leads_to)
        app.show_text(say("saved"))
        stands_anew(app)


class Undo(_OfLines):
    """Takes back the newest line. kind, deal: which line it is; reads: its row in the list of deals."""

    def __init__(self, app: "App", kind: str, deal: int, reads: "Outcome") -> None:
        self.kind = kind
        self.deal = deal
        self.reads = reads
        super().__init__(app, DEALS)

    def returns_to(self) -> "Under":
        return link(history.Undo, self.kind, self.deal, self.reads)

    def after(self) -> "list[int]":
        return self.app.evening.after_undo()

    def heading(self) -> str:
        if self.kind == CORRECT:
            return say("undo correction")
        if self.kind == COUNT:
            return say("undo count")
        return say("undo payment") if self.kind == PAY else say("undo deal", self.deal)

    def foot(self, canvas: "Canvas") -> str:
        return _in_a_line(canvas, self.reads)

    def make(self) -> None:
        if self.kind != COUNT:
            self.hold_counters()
        self.app.evening.undo()


class Preview(_OfLines):
    """Replaces a deal by another, or by a draw to take it back.

    result: what Evening.after_correct() returned, or the error that it raised.
    """

    def __init__(
        self,
        app: "App",
        number: int,
        deal: Deal,
        before: "Link | None",
        result: "tuple[list[int], int | None] | ValueError | OSError",
    ) -> None:
        self.number = number
        self.deal = deal
        self.result = result
        self.moved = None if isinstance(result, Exception) else result[1]
        super().__init__(app, before)

    def returns_to(self) -> "Under":
        return link(history.replace, self.number, self.deal, self.before)

    def after(self) -> "list[int]":
        if isinstance(self.result, Exception):
            raise self.result
        return self.result[0]

    def why_not(self, error: "ValueError | OSError") -> str:
        """The message of a ValueError begins with `deal N:`."""
        words = str(error.args[0]).split(":")[0].split() if isinstance(error, ValueError) and error.args else []
        if len(words) == 2 and words[0] == "deal" and words[1] != str(self.number):
            return say("cannot follow", words[1])
        return super().why_not(error)

    def heading(self) -> str:
        return say("becomes a draw" if self.deal.winner is None and self.deal.ending is None else "deal", self.number)

    def foot(self, canvas: "Canvas") -> str:
        app = self.app
        if self.moved is not None:
            return say("East changes", self.moved)
        if self.then == app.evening.session.balances:
            return say("no change")
        if app.correcting is None:
            return say("as a draw")
        return _in_a_line(canvas, outcome(app, self.deal, app.playing))

    def back(self) -> None:
        self.app.evening.leave_correction()
        super().back()

    def make(self) -> None:
        self.app.keep(())  # drops the modules that the picture needed
        self.hold_counters()
        self.app.evening.correct(self.number, self.deal)

    def made(self) -> None:
        """After a deal was corrected by hand, play goes on. One that became a draw leaves the list for the next one."""
        if self.app.correcting is not None:
            self.app.forget_entry()
            self.leads_to = None
        super().made()
