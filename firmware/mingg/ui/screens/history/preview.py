"""Shows what it would do to take back the newest line, or to replace a deal by another. Then does it."""

from mingg.core.deal.deal import Deal
from mingg.core.table.session import COUNT, DEAL, LOST
from mingg.evening.counters import holdings
from mingg.lang import say
from mingg.ui.entry.entry import HOW
from mingg.ui.screen import link
from mingg.ui.screens import counters, history
from mingg.ui.screens.history.change import Change
from mingg.ui.screens.history.outcome import outcome
from mingg.ui.widgets.lists import fitted

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.sets import Holdings
    from mingg.core.table.session import Session, Standing
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link, Under
    from mingg.ui.screens.history.outcome import Outcome

DEALS = link(history.Deals)


def stands_anew(app: "App", before: "Session") -> None:
    """After a change of saved lines: if East, the round or a Goulash is not as before, the half-entered deal must be
    confirmed from the start. It is dropped if its winner or discarder now sits out."""
    app.playing = app.evening.session
    entry, table = app.entry, app.playing.table
    if entry is None:
        return
    order = table.order
    if entry.winner not in order or entry.source not in order + [None]:
        app.forget_entry()
        app.refuse("half lost", app.evening.deal_number())
        return
    now = table.east, table.round, app.playing.goulash
    if now != (before.table.east, before.table.round, before.goulash):
        entry.at = HOW
    app.changed()


def _in_a_line(canvas: "Canvas", reads: "Outcome") -> str:
    words, names, score = reads
    return fitted(canvas, words if score == "-" else words + "  " + score, names, 124)


class _OfLines(Change):
    held: "Holdings | None" = None  # the counters before the change; None if none have to be moved
    leads_to: "Link | None" = DEALS  # where it leads at last; None: Table
    before_change: "Session"
    east: int  # who is East after it, set by after()

    def make(self) -> None:
        self.before_change = self.app.evening.session.copy()
        self.change()

    def change(self) -> None:
        raise NotImplementedError

    def foot(self, canvas: "Canvas") -> str:
        app = self.app
        if self.east != app.evening.session.table.east:
            return _in_a_line(canvas, (say("East next", "%s"), [app.name(self.east)], "-"))
        return self.reason(canvas)

    def reason(self, canvas: "Canvas") -> str:
        """Returns the foot if East stays: what is changed."""
        raise NotImplementedError

    def hold_counters(self) -> None:
        evening = self.app.evening
        if evening.session.counted():
            self.held = holdings(evening)

    def made(self) -> None:
        """Shows which counters move now, if any."""
        app = self.app
        if self.held is None:
            app.back_to(self.leads_to)
            app.show_text(say("saved"))
        else:
            app.open(counters.of_change, self.held, [], self.leads_to, say("saved"))
        stands_anew(app, self.before_change)


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
        from mingg.evening.change import below

        standing = below(self.app.evening)[0]
        self.east = standing.east
        balances: "list[int]" = standing.balances
        return balances

    def heading(self) -> str:
        return say("undo deal", self.deal) if self.kind in (DEAL, LOST) else say("undo " + self.kind)

    def reason(self, canvas: "Canvas") -> str:
        return _in_a_line(canvas, self.reads)

    def change(self) -> None:
        if self.kind != COUNT:
            self.hold_counters()
        from mingg.evening.change import undo

        undo(self.app.evening)


class PayBack(_OfLines):
    """Takes an earlier payment back: by the opposite payment, which names it.

    payment: (source, to, points); number: which of the payments it is; reads: its row; place: see Deals.
    """

    def __init__(
        self, app: "App", payment: "tuple[int, int, int]", number: int, reads: "Outcome", place: "Any"
    ) -> None:
        source, to, points = payment
        self.opposite = to, source, points
        self.number = number
        self.reads = reads
        super().__init__(app, link(history.Deals, place))

    def after(self) -> "list[int]":
        session = self.app.evening.session.copy()
        session.pay(*self.opposite)
        self.east = session.table.east
        return session.balances

    def heading(self) -> str:
        return say("undo pay")

    def reason(self, canvas: "Canvas") -> str:
        return _in_a_line(canvas, self.reads)

    def change(self) -> None:
        self.hold_counters()
        from mingg.evening.beside import pay

        pay(self.app.evening, [self.opposite], self.number)


class Preview(_OfLines):
    """Replaces a deal by another, or by a draw to take it back.

    result: what after_correct() returned, or the error that it raised.
    """

    def __init__(
        self,
        app: "App",
        number: int,
        deal: Deal,
        before: "Link | None",
        result: "Standing | ValueError | OSError",
    ) -> None:
        self.number = number
        self.deal = deal
        self.result: "Any" = result  # Any: make() is not called after an error
        super().__init__(app, before)

    def returns_to(self) -> "Under":
        return link(history.replace, self.number, self.deal, self.before)

    def after(self) -> "list[int]":
        if isinstance(self.result, Exception):
            raise self.result
        self.east = self.result.east
        balances: "list[int]" = self.result.balances
        return balances

    def heading(self) -> str:
        return say("becomes a draw" if self.deal.winner is None and self.deal.ending is None else "deal", self.number)

    def reason(self, canvas: "Canvas") -> str:
        app = self.app
        if self.then == app.evening.session.balances:
            return say("no change")
        if app.correcting is None:
            return say("as a draw")
        return _in_a_line(canvas, outcome(app, self.deal, app.playing))

    def change(self) -> None:
        self.app.keep(())  # drops the modules that the picture needed
        self.hold_counters()
        from mingg.evening.change import correct

        correct(self.app.evening, self.number, self.deal, self.result)

    def made(self) -> None:
        """After a deal was corrected by hand, play goes on. One that became a draw leaves the list for the next one."""
        if self.app.correcting is not None:
            self.app.forget_entry()
            self.leads_to = None
        super().made()
