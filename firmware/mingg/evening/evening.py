"""All operations on an evening. Each one is in another module, which is loaded when it is called: so a plain deal loads
nothing that is rarely used.

To commit is to write records to the ledger. An operation that raises OSError has changed nothing.
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
    from mingg.core.table.session import Session, Standing
    from mingg.evening.history.history import Line
    from mingg.evening.state import Store

RESERVE = 10  # blocks of the flash for the file system, the draft and a crash report
_DEALS_A_BLOCK = 4  # this many deals always fit into a block


class Evening(State):
    """An evening, opened from a store."""

    def __init__(self, store: "Store", number: int = 0, when_read: "Callable[[], object] | None" = None) -> None:
        """number: of the ledger; 0: the latest. when_read: called as soon as the modules that read a ledger can be
        unloaded. Raises OSError."""
        from mingg.evening.opening import open_evening

        State.__init__(self, store)
        open_evening(self, number, when_read)

    # ---- playing ----

    @property
    def last(self) -> "Any":  # Any: Table checks for None before others use it
        """The last deal that stands, as a Last; None if there is none, or it is lost."""
        if self.last_deal is ASK:
            from mingg.evening.history.last import last

            self.last_deal = last(self)
        return self.last_deal

    def save(self, deal: "Deal") -> None:
        """Commits a deal, then plays it. Raises ValueError if the deal is not legal now, or the game is over."""
        from mingg.evening.saving import save

        save(self, deal)

    def holdings(self) -> "Holdings | None":
        """The counters of all players; None if there are none. If the counters of the last deal have not moved yet,
        computes that first, in up to a third of a second. To compute all from the lines takes longer."""
        if self.unsettled():
            from mingg.evening.holdings import settle

            settle(self)
        return self.held

    def begin(self, session: "Session", turn: int = 0) -> None:
        """Starts a session in a new ledger. turn: see State."""
        from mingg.evening.beginning import begin

        begin(self, session, turn)

    def sit(self, turn: int, called: "list[str]") -> None:
        """Commits where the players sit (turn: see State), and their names from now on."""
        from mingg.evening.beginning import sit

        sit(self, turn, called)

    def pay(self, payments: "list[tuple[int, int, int]]", back: int = 0) -> None:
        """Commits payments outside deals: (player who pays, player who receives, points) each. back: the number of the
        earlier payment that this one takes back; 0: none."""
        from mingg.evening.counting import pay

        pay(self, payments, back)

    def count(self, player: "int | None", tray: "list[int]") -> None:
        """Commits a physical count of a player's tray, or of the box (player None). tray: counters by value."""
        from mingg.evening.counting import count

        count(self, {} if player is None else {player: tray}, tray if player is None else None)

    # ---- looking back ----

    def lines(self) -> "list[Line]":
        """The lines that stand, oldest first."""
        from mingg.evening.history.history import History

        return History(self).lines()

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """A deal as last corrected, and a Session as it was before that deal. Raises ValueError if the deal is lost."""
        from mingg.evening.history.history import History

        return History(self).deal(number)

    def after_undo(self) -> "Standing":
        """The standing that undo() would leave. Raises ValueError if no line stands."""
        from mingg.evening.history.change import below

        return below(self)[0]

    def undo(self) -> None:
        """Takes back the last line that stands, of any kind. Raises ValueError if none does."""
        from mingg.evening.history.change import undo

        undo(self)

    def after_correct(self, number: int, deal: "Deal") -> "Standing":
        """The standing that correct() would leave, without holdings. Raises ValueError as correct() does."""
        from mingg.evening.history.correction import after_correct

        return after_correct(self, number, deal)

    def correct(self, number: int, deal: "Deal", after: "Standing | None" = None) -> None:
        """Replaces a deal where it was played: see Session.correct(). after: the standing after it, if it is known, as
        from after_correct(). Raises ValueError if no such deal stands, or the new one is not legal there."""
        from mingg.evening.history.correction import correct

        correct(self, number, deal, after)

    # ---- other evenings, and the space left ----

    def evenings(self) -> "list[tuple[int, bool]]":
        """The ledgers in the store, oldest first: (number, whether it is the open one)."""
        from mingg.evening.history.evenings import evenings

        return evenings(self)

    def remove(self, number: int) -> None:
        """Deletes an old evening for good. Raises ValueError for the open one."""
        from mingg.evening.history.evenings import remove

        remove(self, number)

    def room(self) -> "int | None":
        """The number of deals that certainly still fit; None if the store does not know. Raises OSError."""
        if self.free is None:
            free = self.store.free()
            if free is not None:
                self.free = max(0, free // LIMIT - RESERVE) * _DEALS_A_BLOCK
        return self.free

    # ---- the draft: the current deal, half entered ----

    def keep_draft(self, draft: "dict[str, Any]", moment: "tuple[int, int] | None" = None) -> None:
        """Writes the draft. moment: the State.moment() that the draft belongs to, by default the present one."""
        ledger, records = moment or self.moment()
        self.store.replace(DRAFT, seal(0, json.dumps({"ledger": ledger, "records": records, "entry": draft})))

    def drop_draft(self) -> None:
        """Deletes the draft."""
        self.store.remove(DRAFT)

    def draft(self) -> "Any":
        """The draft in the store; None if there is none, or its deal is over."""
        data = self.store.read(DRAFT)
        if data is None:
            return None
        # Imported here: mostly there is none.
        from mingg.evening.drafts import draft

        return draft(self, data)
