"""The state of an evening. The operations in the other modules of this package change it; evening.py lists them all.

The head of the ledger names the table. Every other record is a line of a session in the interchange format. A deal has
the standing before it, all other kinds have the standing after them. So the last record is enough to continue, and a
damaged record costs only itself. After lines were taken back, a record does not follow the record before it: then it
names the record that it follows. An operation commits a record first, and changes the state afterwards.
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
        def prepare(self, name: str) -> None: ...
        def replace(self, name: str, data: bytes) -> None: ...
        def remove(self, name: str) -> None: ...
        def names(self) -> list[str]: ...
        def free(self) -> int | None: ...


RULES = "babcock"
NAMES = ("Ann", "Bo", "Cy", "Di")
DRAFT = "draft.txt"
# Keys of a head. LEDGER: the version of the format, omitted for version 1; ledgers of a newer version are not changed.
# TURN: see State. CALLED: the current names of the players, if they differ from the names at the start.
LEDGER, FORMAT = "ledger", 2
TURN, CALLED = "turn", "called"

# Notices to show at the start. Each comes with the number of a deal or of a ledger.
TORN, TORN_MORE, LOST, UNREADABLE = "torn", "torn-more", "lost", "unreadable"
DRAFT_LOST, UNCOUNTED = "draft-lost", "uncounted"

ASK = object()  # the value of last_deal until it is read from the ledger


class Last:
    """A played deal. players: player by seat."""

    def __init__(self, deal: "Deal", answer: "Answer", players: "dict[str, int]") -> None:
        self.deal = deal
        self.answer = answer
        self.players = players


def played(deal: "Deal", session: Session) -> Last:
    """The result of a deal. session: as before the deal; it does not change."""
    answer = session.answer(deal)
    # Of five players also the one who sits out.
    return Last(deal, answer, {seat: session.player(seat) for seat in answer.net})


class State:
    """store        where the files are
    session      the Session being played
    turn         where the players sit: see ui/seating.py; 0 to 3 are the chair of player 0
    called       the current names of the players; session and records use the names at the start
    ledger       the Ledger of the session
    top          the record of the last line that stands; 0 if none does
    notices      [(notice, number of a deal or a ledger)]: what to show at the start
    last_deal    the Last that stands, None, or ASK
    held         the Holdings of counters; None if there are none, or if they must be computed from the lines
    due          points gained since `held`, by player, if the counters of a deal have not moved yet; else None
    held_before  the Holdings before the exchange of the last deal; None if unknown
    free         how many more deals fit on the flash; None if unknown, or not computed yet
    unborn       the file of a session that could not begin, to be removed; None if there is none
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
        self.held_before: "Holdings | None" = None
        self.free: "int | None" = None
        self.unborn: "str | None" = None

    def deal_number(self) -> int:
        """The number of the current deal, from 1."""
        return self.session.deals + 1

    def moment(self) -> "tuple[int, int]":
        """How far the evening is: the number of the ledger, and of its next record (0: it has no file yet)."""
        return self.ledger.number, self.ledger.records if self.ledger.parts else 0

    def unsettled(self) -> bool:
        """Whether counters still have to be moved or computed."""
        return self.session.counted() and (self.held is None or self.due is not None)
