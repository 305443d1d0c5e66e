"""An evening as it is kept: the session in memory, its ledger and the draft of the deal at hand in a store.

The ledger's head names the table; every other record is a line of a session in the interchange format, with how things
stood before it (a deal) or after it (what else there is). So the last record alone tells how things stand, and a
damaged one costs no more than itself. A record that does not follow the one before it in what stands, since something
was taken back, says which one it follows. A line is committed before it counts.

Here is what every deal needs. What opens an evening (opening.py, drafts.py) and what looks back into it (past/) is
loaded when it is asked for.
"""

import json

from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.ledger.seal import ON, seal
from mingg.ledger.segments import LIMIT, Ledger

MYPY = False
if MYPY:
    from typing import Any, Iterator, Protocol

    from mingg.core.counters.bank import Holdings
    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Standing
    from mingg.evening.history.lines import Line

    class Store(Protocol):
        def read(self, name: str) -> bytes | None: ...
        def lines(self, name: str) -> Iterator[bytes]: ...
        def append(self, name: str, data: bytes) -> None: ...
        def replace(self, name: str, data: bytes) -> None: ...
        def remove(self, name: str) -> None: ...
        def names(self) -> list[str]: ...
        def free(self) -> int | None: ...


RULES = "babcock"
NAMES = ("Ann", "Bo", "Cy", "Di")
DRAFT = "draft.txt"
# In a head: the form of the ledger, where it is not the first; a later one than ours is left alone. Who sits where, and
# what the players are called, where that is not what they were at the start: the records know them by that.
LEDGER, FORMAT = "ledger", 2
TURN, CALLED = "turn", "called"

# Room: blocks that the file system needs for itself, the draft and a report; deals that a block surely takes.
RESERVE, DEALS_A_BLOCK = 10, 4

# Notices: what a player has to be told at the start.
TORN, TORN_MORE, LOST, UNREADABLE = "torn", "torn-more", "lost", "unreadable"
DRAFT_LOST, UNCOUNTED = "draft-lost", "uncounted"

_ASK = object()  # the last deal is found out when it is asked for


class Last:
    """The last deal played: its answer, and who sat where (player by seat)."""

    def __init__(self, deal: "Deal", answer: "Answer", players: "dict[str, int]") -> None:
        self.deal = deal
        self.answer = answer
        self.players = players


def played(deal: "Deal", session: Session) -> Last:
    """A deal that was played in a session that stands as before it."""
    answer = session.answer(deal)
    # Of five, who sits out is among them.
    return Last(deal, answer, {seat: session.player(seat) for seat in answer.net})


class Evening:
    """session: the Session played; turn: the chair of player 0, from 0 at the bottom to the right; called: what the
    players are called by now, whom the session has as they were called at its start; top: the record of the last line
    that stands, 0 where none does; notices: [(what, number of a deal or a ledger)] to tell at the start; was: how the
    counters lay before the last deal's exchange, None where nobody knows.

    number: the ledger to open, where not the latest. Wherever an OSError is raised, nothing has changed.
    """

    def __init__(self, store: "Store", number: int = 0) -> None:
        from mingg.evening.opening import open_evening

        self.store = store
        self.notices: "list[tuple[str, int]]" = []
        self.session = Session(list(NAMES), load(RULES))
        self.turn = 0
        self.called = self.session.names
        self.top = 0
        self.ledger: Ledger
        self._last: "Last | Any" = None
        self.held: "Holdings | None" = None  # how the counters lie; None where that has to be found out first
        self.due: "list[int] | None" = None  # what was won since then: a deal whose counters have not been moved
        self.was: "Holdings | None" = None
        self.recounted: "Any" = None  # a correction, and what it would make of the evening
        self._room: "int | None" = None
        self._unborn: "str | None" = None  # the file of a session that could not be begun, nor perhaps be removed
        open_evening(self, number)
        self.ledger.head = self.head()

    def head(self) -> str:
        from mingg.core.interchange.tables import write_session

        head = write_session(self.session)
        head[LEDGER] = FORMAT
        if self.turn:
            head[TURN] = self.turn
        if self.called != self.session.names:
            head[CALLED] = self.called
        return json.dumps(head)

    # ---- playing ----

    @property
    def last(self) -> "Any":  # Any: Table asks before others use it
        """The Last deal that stands, or None where there is none, or it is lost."""
        if self._last is _ASK:
            from mingg.evening.history.last import last

            self._last = last(self)
        return self._last

    def deal_number(self) -> int:
        """The number of the deal at hand, from 1."""
        return self.session.deals + 1

    def save(self, deal: "Deal") -> None:
        """Commits a deal to the ledger, then plays it. ValueError: it is no deal that could be read again."""
        from mingg.core.interchange.kept import read_kept, write_kept
        from mingg.core.interchange.stood import BEFORE, write_standing

        session = self.session
        record = write_kept(deal)
        read_kept(record, session)
        if session.table.over():
            raise ValueError("the game is over")
        held = self.holdings()
        answer = session.answer(deal)
        record[BEFORE] = write_standing(session, session.standing(), session.deals, held)
        self.commit([record])
        self.play(deal, answer)

    def play(self, deal: "Deal", answer: "Answer") -> None:
        """Plays a deal that is in the ledger."""
        session = self.session
        players = {seat: session.player(seat) for seat in answer.net}  # of five, who sits out is among them
        before = list(session.balances)
        session.apply(deal, answer)
        self._last = Last(deal, answer, players)
        self.was = None
        if self.held is not None:
            self.due = [now - was for now, was in zip(session.balances, before)]

    def stands(self, standing: "Standing", deals: int, held: "Holdings | None") -> None:
        """Goes on from how things stand by the ledger."""
        self.session.resume(standing, deals)
        self._last = _ASK if deals else None
        self.held, self.due, self.was = held, None, None

    def holdings(self) -> "Holdings | None":
        """How the counters lie; None where there are none. Those of the last deal are moved, where they were not:
        that may take a third of a second, or longer where they have to be found out."""
        if self.session.counted() and (self.held is None or self.due is not None):
            from mingg.evening.holdings import settle

            settle(self)
        return self.held

    def commit(self, records: "list[Json]", on: "int | None" = None) -> None:
        """Commits records, each on the one before it, the first on the last one that stands: that is the record `on`
        from here on, where one is named, and the last of these otherwise."""
        ledger = self.ledger
        if on is None and self.top != ledger.records - 1:
            records[0][ON] = self.top
        self._room = self.recounted = None
        self._forget_unborn()
        ledger.append([json.dumps(record) for record in records])
        self.top = ledger.records - 1 if on is None else on

    def begin(self, session: Session, turn: int = 0) -> None:
        """Starts a new session in a ledger of its own."""
        before = self.session, self.turn, self.called, self.ledger
        self._forget_unborn()
        number = self.ledger.number + 1 if self.ledger.parts else self.ledger.number
        ledger = Ledger(self.store, number)
        unborn = ledger.name()
        self.session, self.turn, self.called, self.ledger = session, turn, session.names, ledger
        try:
            self.ledger.head = self.head()
            self.ledger.append([])
        except OSError:
            # Whatever there is of it must not be what the next start opens.
            self._unborn = unborn
            self.session, self.turn, self.called, self.ledger = before
            self._forget_unborn()
            raise
        self.top = 0
        self._last = self._room = self.recounted = None
        self.held = self.due = self.was = None

    def _forget_unborn(self) -> None:
        if self._unborn is not None:
            self.store.remove(self._unborn)
            self._unborn = None

    def sit(self, turn: int, called: "list[str]") -> None:
        """Commits who sits where on the compass, and what everybody is called from now on."""
        from mingg.evening.called import sit

        sit(self, turn, called)

    # ---- looking back ----

    def lines(self) -> "list[Line]":
        """The lines that stand, oldest first."""
        from mingg.evening.history.lines import Lines

        return Lines(self).lines()

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """A deal as it stands now, and a Session that stands as before it; ValueError where it is lost."""
        from mingg.evening.history.lines import Lines
        from mingg.evening.history.played import Played

        return Played(Lines(self)).deal(number)

    def after_undo(self) -> "list[int]":
        """The balances that undo() would leave; ValueError where nothing is left to take back."""
        from mingg.evening.history.change import below

        return below(self)[0][0][3]

    def undo(self) -> None:
        """Takes back the last line that stands, whatever it was; ValueError where none does."""
        from mingg.evening.history.change import undo

        undo(self)

    def after_correct(self, number: int, deal: "Deal") -> "tuple[list[int], int | None]":
        """The balances that correct() would leave, and the number of the first deal after it, the one at hand included,
        in which somebody else would be East, or None."""
        from mingg.evening.history.change import after_correct

        return after_correct(self, number, deal)

    def correct(self, number: int, deal: "Deal") -> None:
        """Replaces a deal and recounts all after it. ValueError names the deal that cannot be: nothing changed."""
        from mingg.evening.history.change import correct

        correct(self, number, deal)

    def pay(self, payments: "list[tuple[int, int, int]]") -> None:
        """Commits payments between two players each, outside any deal: (source, to, points)."""
        from mingg.evening.history.pay import pay

        pay(self, payments)

    def count(self, player: "int | None", tray: "list[int]") -> None:
        """Commits a counting: what a player holds, or the box where he is None."""
        from mingg.evening.counting import count

        count(self, player, tray)

    # ---- other evenings, and what room there is ----

    def evenings(self) -> "list[tuple[int, bool]]":
        """The ledgers that are kept, oldest first: (number, whether it is the one at hand)."""
        from mingg.evening.history.evenings import evenings

        return evenings(self)

    def summary(self, number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
        """Of an evening: names, the rule set's title, deals, balances, whether its game is over; None: unreadable."""
        from mingg.evening.history.evenings import summary

        return summary(self, number)

    def remove(self, number: int) -> None:
        """Deletes an old evening for good; ValueError for the one at hand.

        Its last segment goes first: cut off half way, what is left is a shorter evening that can be deleted again.
        """
        from mingg.evening.history.evenings import remove

        self._room = None
        remove(self, number)

    def room(self) -> "int | None":
        """How many more deals are sure to find room; None where the store cannot tell."""
        if self._room is None:
            free = self.store.free()
            if free is not None:
                self._room = max(0, free // LIMIT - RESERVE) * DEALS_A_BLOCK
        return self._room

    # ---- the draft ----

    def moment(self) -> "tuple[int, int]":
        """What a draft belongs to: a ledger, and how far it has come."""
        return self.ledger.number, self.ledger.records if self.ledger.parts else 0

    def keep_draft(self, draft: "dict[str, Any]", moment: "tuple[int, int] | None" = None) -> None:
        """Keeps the deal half entered, as of a moment, which is now if nothing is said."""
        ledger, records = moment or self.moment()
        self.store.replace(DRAFT, seal(0, json.dumps({"ledger": ledger, "records": records, "entry": draft})))

    def drop_draft(self) -> None:
        self.store.remove(DRAFT)

    def draft(self) -> object:
        """The deal half entered when the power went, or None. A draft of another moment is over and done with."""
        from mingg.evening.drafts import draft

        return draft(self)
