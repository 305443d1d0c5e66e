"""Shows what a change would do to the balances before it is made. Then makes it."""

from mingg.core.table.session import COUNT, DEAL, LOST
from mingg.entry.entry import HOW
from mingg.evening.beside import pay
from mingg.evening.change import below, correct, undo
from mingg.evening.counters import holdings
from mingg.hal.keys import RIGHT, A
from mingg.lang import say
from mingg.records.kinds import write_deal
from mingg.ui.kit.lists import Text
from mingg.ui.kit.tables import Sums
from mingg.ui.kit.view import Foot, Key, Screen, Title, View, signed
from mingg.ui.screens.history.deals import ended

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session, Standing
    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts


class Change(Screen):
    """Each player with the balance now, then, and the difference. A makes the change; B goes back.

    A subclass has the title in heading(), and in reason() what the foot says if East stays. after() returns the
    standing as it would be, and make() commits the change: OSError or ValueError: nothing has changed.

    counts    counters move with the change
    payments  the payments in it
    then      the standing after it
    error     why it is impossible, or None
    """

    words: "tuple[str, ...]" = ("deals",)
    counts = True
    payments: "list[tuple[int, int, int]]" = []

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.then: "Any" = None  # Any: it is not used after an error
        self.error: "ValueError | OSError | None" = None
        try:
            self.then = app.display.meanwhile(self.after)
        except (ValueError, OSError) as error:
            self.error = error

    def after(self) -> "Standing":
        raise NotImplementedError

    def heading(self) -> str:
        raise NotImplementedError

    def reason(self) -> "tuple[Any, str]":
        """Returns a row: its left and its right."""
        raise NotImplementedError

    def make(self) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        """The change is made: goes on. From the list it is one step to Table then."""
        self.app.navigator.show_root()
        self.show("history.deals.Deals")

    def view(self) -> "Parts":
        title, error = Title(self.heading()), self.error
        if error is not None:
            why = say("cannot read", error.errno or 0) if isinstance(error, OSError) else say("cannot be changed")
            return View(title, Text(self, why.split("|")))
        return View(title, Key(A, "A accept", self.accept), Foot(self._foot()), Sums(self._rows()))

    def _rows(self) -> "list[tuple[Any, ...]]":
        rows: "list[tuple[Any, ...]]" = []
        for player, now in enumerate(self.play.evening.session.balances):
            then, name = self.then.balances[player], self.play.name(player)
            if then == now:
                rows.append((name, "", "", str(now), "="))
            else:
                rows.append((name, str(now), RIGHT, str(then), signed(then - now)))
        return rows

    def _foot(self) -> "Any":
        if self.then.east != self.play.evening.session.table.east:
            return say("East next", self.play.name(self.then.east))
        left, right = self.reason()
        return left, "" if right == "-" else right

    def accept(self) -> None:
        app, evening = self.app, self.play.evening
        before = evening.session.copy()
        try:
            held = app.display.meanwhile(self._make)
        except OSError as error:
            app.display.refuse_error(error)
        except ValueError:
            app.display.refuse("no deal")
        else:
            self.leave()
            if held is None:
                app.display.show_text(say("saved"))
            else:
                self.show("counters.counters.of_change", held, self.payments, say("saved"))
            self._stand_anew(before)

    def _make(self) -> "Any":
        """Makes the change. Returns the counters before it; None if none have to be moved."""
        evening = self.play.evening
        held = holdings(evening) if self.counts and evening.session.counted() else None
        self.make()
        return held

    def _stand_anew(self, before: "Session") -> None:
        """If East, the round or a Goulash is not as before, the half-entered deal must be confirmed from the start. It
        is dropped if its winner or discarder now sits out."""
        play = self.play
        play.playing = play.evening.session
        entry, table = play.entry, play.playing.table
        if entry is None:
            return
        if entry.winner not in table.order or entry.source not in table.order + [None]:
            play.forget_entry()
            self.app.display.refuse("half lost", play.evening.deal_number())
            return
        now = table.east, table.round, play.playing.goulash
        if now != (before.table.east, before.table.round, before.goulash):
            entry.at = HOW
        play.changed()


class Undo(Change):
    """Takes back the newest line. kind: of the line; first, last: the numbers of its deals, of which several may be
    lost; row: of the list of deals."""

    def __init__(self, app: "App", kind: str, first: int, last: int, row: "tuple[Any, str]") -> None:
        self.kind, self.first, self.last, self.row = kind, first, last, row
        self.counts = kind != COUNT
        super().__init__(app)

    def after(self) -> "Standing":
        return below(self.play.evening)[0]

    def heading(self) -> str:
        if self.kind not in (DEAL, LOST) or not self.last:
            return say("undo correct" if self.kind == LOST else "undo " + self.kind)
        return say("undo deal", self.last if self.first == self.last else "%d-%d" % (self.first, self.last))

    def reason(self) -> "tuple[Any, str]":
        return self.row

    def make(self) -> None:
        undo(self.play.evening)


class Pays(Change):
    """Makes payments. number: of the payment that they take back; 0: of none."""

    number = 0

    def after(self) -> "Standing":
        session = self.play.evening.session.copy()
        for payment in self.payments:
            session.pay(*payment)
        return session.standing()

    def make(self) -> None:
        if self.payments:
            pay(self.play.evening, self.payments, self.number)


class PayBack(Pays):
    """Takes an earlier payment back: by the opposite payment, which names it.

    payment: (source, to, points); number: which of the payments it is; row: of the list of deals.
    """

    def __init__(self, app: "App", payment: "tuple[int, int, int]", number: int, row: "tuple[Any, str]") -> None:
        source, to, points = payment
        self.payments, self.number, self.row = [(to, source, points)], number, row
        super().__init__(app)

    def heading(self) -> str:
        return say("undo pay")

    def reason(self) -> "tuple[Any, str]":
        return self.row


class Replace(Change):
    """Replaces a saved deal by another, or by a draw to take it back. counted: the standing after that; an OSError; or
    None if it is impossible."""

    def __init__(self, app: "App", number: int, deal: "Deal", counted: "Standing | OSError | None") -> None:
        self.number, self.deal, self.counted = number, deal, counted
        super().__init__(app)

    def after(self) -> "Standing":
        if isinstance(self.counted, OSError):
            raise self.counted
        if self.counted is None:
            raise ValueError("another deal is impossible")
        return self.counted

    def heading(self) -> str:
        deal = self.deal
        return say("becomes a draw" if deal.winner is None and deal.ending is None else "deal", self.number)

    def reason(self) -> "tuple[Any, str]":
        play = self.play
        if self.then.balances == play.evening.session.balances:
            return say("no change"), ""
        if play.correcting is None:
            return say("as a draw"), ""
        return ended(play, write_deal(self.deal), play.playing, None)

    def make(self) -> None:
        correct(self.play.evening, self.number, self.deal, self.then)

    def leave(self) -> None:
        """After a deal was corrected by hand, play goes on. One that became a draw leaves the list for the next one."""
        if self.play.correcting is None:
            super().leave()
        else:
            self.play.forget_entry()
            self.play.table()


def correct_by_hand(app: "App", number: int) -> None:
    """Opens a saved deal to be changed, on the screens that entered it."""
    try:
        app.play.correct(number)
    except OSError as error:
        app.display.refuse_error(error, "not read")
        return
    app.navigator.show_root()
    if app.play.entry.way is not None:
        app.show("deal.how.How")
