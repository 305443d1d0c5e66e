"""All operations on an evening. Each is in a module named after its subject, loaded on the first call: a plain deal
does not load what is rarely used.

Where an operation raises OSError, nothing has changed.
"""

import json

from mingg.evening.state import ASK, DRAFT, State
from mingg.ledger.seal import seal
from mingg.ledger.segments import LIMIT

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.counters.sets import Holdings
    from mingg.core.deal.deal import Deal
    from mingg.core.replay import Line
    from mingg.core.table.session import Session
    from mingg.evening.state import Store

# Blocks of the flash for the file system, the draft and a report; deals that are sure to fit into a block.
RESERVE = 10
_DEALS_A_BLOCK = 4


class Evening(State):
    """An evening, opened from a store: the ledger of that number, the latest by default."""

    def __init__(self, store: "Store", number: int = 0, when_read: "Callable[[], object] | None" = None) -> None:
        """when_read: called when what reads the ledger is no longer needed."""
        from mingg.evening.opening import open_evening

        State.__init__(self, store)
        open_evening(self, number, when_read)

    # ---- playing ----

    @property
    def last(self) -> "Any":  # Any: Table asks before others use it
        """The Last deal that stands; None if there is none, or it is lost."""
        if self.last_deal is ASK:
            from mingg.evening.history.last import last

            self.last_deal = last(self)
        return self.last_deal

    def save(self, deal: "Deal") -> None:
        """Commits a deal to the ledger, then plays it. ValueError: it could not be read again."""
        from mingg.evening.saving import save

        save(self, deal)

    def holdings(self) -> "Holdings | None":
        """The counters of everybody; None if there are none. Moves those of the last deal first, if they have not moved
        yet: that may take a third of a second, and longer if they have to be computed from the lines."""
        if self.unsettled():
            from mingg.evening.holdings import settle

            settle(self)
        return self.held

    def begin(self, session: "Session", turn: int = 0) -> None:
        """Starts a session in a new ledger."""
        from mingg.evening.beginning import begin

        begin(self, session, turn)

    def sit(self, turn: int, called: "list[str]") -> None:
        """Commits who sits where, and what everybody is called from now on."""
        from mingg.evening.beginning import sit

        sit(self, turn, called)

    def pay(self, payments: "list[tuple[int, int, int]]") -> None:
        """Commits payments outside any deal: (source, to, points) each."""
        from mingg.evening.counting import pay

        pay(self, payments)

    def count(self, player: "int | None", tray: "list[int]") -> None:
        """Commits a physical count: what a player holds, or what the box holds (None)."""
        from mingg.evening.counting import count

        count(self, {} if player is None else {player: tray}, tray if player is None else None)

    # ---- looking back ----

    def lines(self) -> "list[Line]":
        """The lines that stand, oldest first."""
        from mingg.evening.history.history import History

        return History(self).lines()

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """A deal as it stands now, and a Session that stands as before it; ValueError if it is lost."""
        from mingg.evening.history.history import History

        return History(self).deal(number)

    def after_undo(self) -> "list[int]":
        """The balances that undo() would leave; ValueError if no line stands."""
        from mingg.evening.history.change import below

        balances: "list[int]" = below(self)[0].balances
        return balances

    def undo(self) -> None:
        """Takes back the last line that stands, of any kind; ValueError if none does."""
        from mingg.evening.history.change import undo

        undo(self)

    def after_correct(self, number: int, deal: "Deal") -> "tuple[list[int], int | None]":
        """The balances that correct() would leave, and the number of the first later deal, the one at hand included,
        in which East would change (None if in none)."""
        from mingg.evening.history.correction import after_correct

        return after_correct(self, number, deal)

    def correct(self, number: int, deal: "Deal") -> None:
        """Replaces a deal and recounts all that follow. ValueError names the deal that cannot follow: nothing
        changed."""
        from mingg.evening.history.correction import correct

        correct(self, number, deal)

    # ---- other evenings, and the space left ----

    def evenings(self) -> "list[tuple[int, bool]]":
        """The ledgers in the store, oldest first: (number, whether it is the open one)."""
        from mingg.evening.history.evenings import evenings

        return evenings(self)

    def summary(self, number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
        """An evening's names, title of the rules, deals, balances, and whether its game is over; None: unreadable."""
        from mingg.evening.history.evenings import summary

        return summary(self, number)

    def remove(self, number: int) -> None:
        """Deletes an old evening for good; ValueError for the open one."""
        from mingg.evening.history.evenings import remove

        remove(self, number)

    def room(self) -> "int | None":
        """How many more deals are sure to fit; None if the store cannot say."""
        if self.free is None:
            free = self.store.free()
            if free is not None:
                self.free = max(0, free // LIMIT - RESERVE) * _DEALS_A_BLOCK
        return self.free

    # ---- the draft: the deal at hand, half entered ----

    def keep_draft(self, draft: "dict[str, Any]", moment: "tuple[int, int] | None" = None) -> None:
        """Writes the draft, as of a moment (default: now)."""
        ledger, records = moment or self.moment()
        self.store.replace(DRAFT, seal(0, json.dumps({"ledger": ledger, "records": records, "entry": draft})))

    def drop_draft(self) -> None:
        self.store.remove(DRAFT)

    def draft(self) -> "Any":
        """The draft in the store; None if there is none, or it belongs to a deal that is over."""
        from mingg.evening.drafts import draft

        return draft(self)
