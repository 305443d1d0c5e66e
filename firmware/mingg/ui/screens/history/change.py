"""Shows what a change would do to the balances before it is made. Then makes it."""

from collections.abc import Callable
from typing import Any

from mingg.core.deal.deal import Deal
from mingg.core.interchange.keys import write_kept
from mingg.core.table.session import COUNT, DEAL, LOAN, LOST, PAY, SWAP, Standing, person_of, player_of
from mingg.entry.entry import HOW
from mingg.evening.beside import pay
from mingg.evening.change import below, correct, newest, swap, undo
from mingg.evening.counters import holdings
from mingg.hal.keys import A
from mingg.lang import SHORTER, say
from mingg.ui.kit.lists import Text
from mingg.ui.kit.tables import Sums
from mingg.ui.kit.view import Foot, Key, Parts, Screen, Title, View, signed
from mingg.ui.screens.history.deals import ended, of_all


class Change(Screen):
    """Each player with the balance now, then, and the difference. A makes the change; B goes back.

    heading   the title
    row       what the foot says if East stays: its left and its right
    then      the standing after the change; an OSError; or None if it is impossible
    make      makes it: make(evening, *arguments). If OSError or ValueError is raised, nothing has changed
    counts    counters move with the change
    payments  the payments in it
    """

    words: "tuple[str, ...]" = ("deals",)
    counts = True
    payments: "list[tuple[int, int, int]]" = []

    def compare(
        self, heading: str, row: "tuple[Any, str]", then: "Any", make: "Callable[..., object]", *arguments: "Any"
    ) -> None:
        self.heading, self.row, self.then, self.make, self.arguments = heading, row, then, make, arguments

    def leave(self) -> None:
        """The change is made: goes on. From the list it is one step to Table then."""
        self.app.navigator.show_root()
        self.show("history.deals.Deals")

    def view(self) -> "Parts":
        title, then, session = Title(self.heading), self.then, self.play.evening.session
        if then is None or isinstance(then, OSError):
            why = say("cannot be changed") if then is None else say("cannot read", then.errno or 0)
            return View(title, Text(self, why.split("|")))
        rows: "list[tuple[str, ...]]" = []
        for player, now in enumerate(session.balances):
            person, name = person_of(session.sits, player), self.play.name(player)
            after = then.balances[player_of(then.sits, person)]
            if after == now:
                rows.append((name, "", "", str(now), "="))
            else:
                rows.append((name, str(now), ">", str(after), signed(after - now)))
        left, right = self.row
        foot: "Any" = (left, "" if right == "-" else right)
        east = player_of(session.sits, person_of(then.sits, then.east))
        if east != session.table.east:
            foot = say("East next", self.play.name(east))
        return View(title, Key(A, "A accept", self.accept), Foot(foot), Sums(rows))

    def accept(self) -> None:
        app, before = self.app, self._moment()
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
        self.make(evening, *self.arguments)
        return held

    def _moment(self) -> "tuple[int, int, bool]":
        session = self.play.evening.session
        return session.table.east, session.table.round, session.goulash

    def _stand_anew(self, before: "tuple[int, int, bool]") -> None:
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
        if self._moment() != before:
            entry.at = HOW
        play.changed()


class Undo(Change):
    """Takes back the newest line, and those that were entered together with it. kind: of the line; first, last: the
    numbers of its deals, of which several may be lost."""

    def begin(self, kind: str, first: int, last: int, row: "tuple[Any, str]") -> None:
        then: "Any" = None
        try:
            then = self.app.display.meanwhile(lambda: below(self.play.evening)[0])
            together = newest(self.play.evening) if kind in (PAY, LOAN) else []
            if len(together) > 1:
                row = of_all(self.play, together)
        except OSError as error:
            then = error
        except ValueError:
            pass
        heading = say("undo correct" if kind == LOST else "undo " + kind)
        if kind in (DEAL, LOST) and last:
            which = last if first == last else "%d-%d" % (first, last)
            heading = say("undo deal", which) + SHORTER + say("undo n", which)
        self.compare(heading, row, then, undo)
        self.counts = kind not in (COUNT, SWAP)


class Pay(Change):
    """Makes payments: those of the pool, or one that takes back the earlier payment `number`, which it names."""

    def begin(
        self, heading: str, row: "tuple[Any, str]", payments: "list[tuple[int, int, int]]", number: int = 0
    ) -> None:
        session = self.play.evening.session.copy()
        for payment in payments:
            session.pay(*payment)
        self.compare(heading, row, session.standing(), pay, payments, number)
        self.payments, self.number = payments, number

    def leave(self) -> None:
        if self.number:
            super().leave()
        else:
            self.show("history.evenings.Over")


class Swap(Change):
    """Two players change places in all deals."""

    counts = False

    def begin(self, one: int, other: int) -> None:
        session = self.play.evening.session.copy()
        session.swap(one, other)
        self.compare(say("swap"), (say("in all deals"), ""), session.standing(), swap, one, other)

    def leave(self) -> None:
        self.play.table()


class Replace(Change):
    """Replaces a saved deal by another, or by a draw to take it back. then: the standing after that, as in Change.
    keeps: the next deal keeps its East, although this one leads to another."""

    def begin(self, number: int, deal: "Deal", then: "Standing | OSError | None", keeps: bool = False) -> None:
        draw = deal.winner is None and deal.ending is None
        play = self.play
        row: "tuple[Any, str]" = say("as a draw"), ""
        if keeps:
            row = say("keeps East", number + 1), ""
        elif getattr(then, "balances", None) == play.evening.session.balances:
            row = say("no change"), ""
        elif play.correcting is not None:
            row = ended(play, write_kept(deal), play.playing, None)
        self.compare(say("becomes a draw" if draw else "deal", number), row, then, correct, number, deal, then)

    def leave(self) -> None:
        """After a deal was corrected by hand, play goes on. One that became a draw leaves the list for the next one."""
        if self.play.correcting is None:
            super().leave()
        else:
            self.play.forget_entry()
            self.play.table()
