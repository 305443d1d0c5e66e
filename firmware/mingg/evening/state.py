"""The state of an evening. The operations in the other modules of this package modify it; see evening.py for all of
them.

The head of the ledger names the table. Every other record is a line of a session in the interchange format, with the
standing before it (a deal) or after it (all other kinds). So the last record alone gives the standing, and a damaged
record costs only itself. A record that does not follow the record before it, because lines were taken back, names the
record that it follows. An operation commits a record first, and changes the state afterwards.
"""

from mingg.core.rules import load
from mingg.core.table.session import Session

MYPY = False
if MYPY:
    from typing import Any, Iterator, Protocol

    from mingg.core.counters.sets import Holdings
    from mingg.core.deal.deal import Answer, Deal
    from mingg.ledger.segments import Ledger

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
# Keys of a head. LEDGER: the version of the format, omitted for version 1; ledgers of a newer version are not changed.
# TURN: see State. CALLED: what the players are called now, where that differs from their names at the start.
LEDGER, FORMAT = "ledger", 2
TURN, CALLED = "turn", "called"

# Notices to show at the start, each with the number of a deal or of a ledger.
TORN, TORN_MORE, LOST, UNREADABLE = "torn", "torn-more", "lost", "unreadable"
DRAFT_LOST, UNCOUNTED = "draft-lost", "uncounted"

ASK = object()  # the last deal is not known yet, and has to be read


class Last:
    """A played deal: the Deal, its Answer, and who sat where (player by seat)."""

    def __init__(self, deal: "Deal", answer: "Answer", players: "dict[str, int]") -> None:
        self.deal = deal
        self.answer = answer
        self.players = players


def played(deal: "Deal", session: Session) -> Last:
    """A deal played in a session that stands as before it; the session does not change."""
    answer = session.answer(deal)
    # Of five players, the one who sits out is among them.
    return Last(deal, answer, {seat: session.player(seat) for seat in answer.net})


class State:
    """store     where the files are
    session   the Session being played
    turn      the chair of player 0, counted from 0 (bottom) to the right
    called    what the players are called now; the session and the records have their names at the start
    ledger    the Ledger of the session
    top       the record of the last line that stands; 0 if none does
    notices   [(notice, number of a deal or a ledger)]: what to show at the start
    last_deal the Last that stands, None, or ASK
    held      the Holdings of counters; None if there are none, or they have to be computed from the lines
    due       points won since `held`, by player: a deal whose counters have not moved yet; None if there is none
    was       the Holdings before the exchange of the last deal; None if unknown
    recounted a computed correction: (what was asked, its record, Standing without holdings, Moves or None); None if
              there is none
    free      how many more deals fit on the flash; None if not asked yet, or unknown
    unborn    a file to remove: a session could not begin there; None if there is none
    """

    ledger: "Ledger"

    def __init__(self, store: "Store") -> None:
        self.store = store
        self.session = Session(list(NAMES), load(RULES))
        self.turn = self.top = 0
        self.called = self.session.names
        self.notices: "list[tuple[str, int]]" = []
        self.last_deal: "Last | Any" = None
        self.held: "Holdings | None" = None
        self.due: "list[int] | None" = None
        self.was: "Holdings | None" = None
        self.recounted: "Any" = None
        self.free: "int | None" = None
        self.unborn: "str | None" = None

    def deal_number(self) -> int:
        """The number of the deal at hand, from 1."""
        return self.session.deals + 1

    def moment(self) -> "tuple[int, int]":
        """How far the evening has come: the number of the ledger, and of its next record (0 if it has no file)."""
        return self.ledger.number, self.ledger.records if self.ledger.parts else 0

    def unsettled(self) -> bool:
        """There are counters that have to be moved, or to be computed."""
        return self.session.counted() and (self.held is None or self.due is not None)
