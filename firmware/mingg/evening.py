"""An evening as it is kept: the session in memory, its ledger and the draft of the deal at hand in a store.

The ledger's first record names the table, every other one is a deal, all in the interchange format; what stood before
a deal is in its record too, so that a damaged record costs no more than itself. A deal is committed before it counts.
"""

import json

from mingg.core.interchange.deals import read_deal, write_deal
from mingg.core.interchange.tables import BEFORE, read_before, read_session, write_before, write_session
from mingg.core.ledger import Opened, seal
from mingg.core.rules import load
from mingg.core.session import Session

MYPY = False
if MYPY:
    from typing import Any, Protocol

    from mingg.core.answer import Answer
    from mingg.core.deal import Deal
    from mingg.core.session import Standing

    class Store(Protocol):
        def read(self, name: str) -> bytes | None: ...
        def append(self, name: str, data: bytes) -> None: ...
        def replace(self, name: str, data: bytes) -> None: ...
        def remove(self, name: str) -> None: ...
        def names(self) -> list[str]: ...


RULES = "babcock"
NAMES = ("Ann", "Bo", "Cy", "Di")
DRAFT = "draft.txt"
EIO = 5

# Notices: what a player has to be told at the start.
TORN, LOST, UNREADABLE, DRAFT_LOST = "torn", "lost", "unreadable", "draft-lost"


class Last:
    """The last deal played: its answer, and who sat where (player by seat)."""

    def __init__(self, deal: "Deal", answer: "Answer", players: "dict[str, int]") -> None:
        self.deal = deal
        self.answer = answer
        self.players = players


class Evening:
    """session: the Session played; last: the Last deal, or None; notices: [(what, number)] to tell at the start."""

    def __init__(self, store: "Store") -> None:
        self.store = store
        self.notices: "list[tuple[str, int]]" = []
        self.last: "Last | Any" = None  # Any: Table asks before others use it
        self._number = 0
        self._ends = True
        self._in_doubt = False  # an append failed, and what is on flash could not be read
        self._records = 0
        self.session = Session(list(NAMES), load(RULES))
        for name in store.names():
            if _is_ledger(name):
                self._number = int(name[:4])
        if self._number:
            self._open()

    def _file(self) -> str:
        return "%04d.txt" % self._number

    def _open(self) -> None:
        opened = Opened(self.store.read(self._file()) or b"")
        self._ends = opened.ends
        self._records = opened.next_number()
        if not opened.records or opened.records[0][0] != 0 or not self._read_head(opened.records[0][1]):
            # Not ours to mend: it stays as it is, and the evening goes on in a file of its own.
            self.notices.append((UNREADABLE, self._number))
            self._number += 1
            self._records = 0
            self._ends = True
            return
        if opened.torn:
            self.notices.append((TORN, self._records))
        for number in opened.lost:
            self.notices.append((LOST, number))
        if len(opened.records) > 1 and not self._resume(*opened.records[-1]):
            for number, text in opened.records[1:]:
                self._replay(number, text)

    def _read_head(self, text: str) -> bool:
        try:
            self.session = read_session(json.loads(text))
        except ValueError:
            return False
        return True

    def _resume(self, number: int, text: str) -> bool:
        """Plays the last record on what it says stood before it: a long evening starts as fast as a short one."""
        try:
            record = json.loads(text)
            self._take(number, record, read_before(record, self.session))
        except ValueError:
            return False
        return True

    def _replay(self, number: int, text: str) -> None:
        """Plays a record again. After a lost one, what stood before the deal is taken from the record itself."""
        try:
            record = json.loads(text)
            gap = number != self.session.deals + 1
            self._take(number, record, read_before(record, self.session) if gap else None)
        except ValueError:
            self.notices.append((LOST, number))

    def _take(self, number: int, record: "Any", before: "Standing | None") -> None:
        session = self.session
        was, deals = session.standing(), session.deals
        if before is not None:
            session.resume(before, number - 1)
        try:
            deal = read_deal(record, session.rules, session.table.round_wind(), (BEFORE,))
            self._play(deal)
        except ValueError:
            session.resume(was, deals)
            raise

    def _play(self, deal: "Deal") -> None:
        table = self.session.table
        players = {seat: table.player(seat) for seat in table.seats}
        self.last = Last(deal, self.session.apply(deal), players)

    def _append(self, texts: "list[str]") -> None:
        """Commits records; OSError where they are not there afterwards."""
        if self._in_doubt:
            self._in_doubt = not self._landed(texts)
            if not self._in_doubt:
                self._records += len(texts)
                return
        lines = b"" if self._ends else b"\n"
        for i, text in enumerate(texts):
            lines += seal(self._records + i, text)
        try:
            self.store.append(self._file(), lines)
            self._ends, self._in_doubt = True, False
        except OSError:
            # Half of it may be there, or all: what counts is what can be read.
            self._ends = False
            self._in_doubt = True
            if not self._landed(texts):
                raise
            self._in_doubt = False
        self._records += len(texts)

    def _landed(self, texts: "list[str]") -> bool:
        """Whether an append that failed is on flash all the same; OSError where that cannot be read either."""
        opened = Opened(self.store.read(self._file()) or b"")
        self._ends = opened.ends
        if opened.next_number() <= self._records:
            return False
        if opened.next_number() == self._records + len(texts) and opened.records[-1][1] == texts[-1]:
            return True
        raise OSError(EIO)  # another try landed than the one at hand: only a restart tells what is true

    def _head(self) -> str:
        return json.dumps(write_session(self.session))

    def begin(self, rules: str) -> None:
        """Starts a new session of the same people in a ledger of its own. OSError: nothing changed."""
        before = self.session, self._number, self._records, self._ends, self._in_doubt
        self.session = Session(list(self.session.names), load(rules))
        self._number, self._records, self._ends, self._in_doubt = self._number + 1, 0, True, False
        try:
            self._append([self._head()])
        except OSError:
            unborn = self._file()
            self.session, self._number, self._records, self._ends, self._in_doubt = before
            # Whatever there is of it must not be what the next start opens.
            self.store.remove(unborn)
            raise
        self.last = None

    def save(self, deal: "Deal") -> None:
        """Commits a deal to the ledger, then plays it.

        OSError: it was not saved, and nothing changed. ValueError: it is no deal that could be read again.
        """
        session = self.session
        record = write_deal(deal)
        read_deal(record, session.rules, session.table.round_wind())
        if session.table.over():
            raise ValueError("the game is over")
        record[BEFORE] = write_before(session)
        text = json.dumps(record)
        if self._records == 0:
            self._number = max(self._number, 1)
            self._append([self._head(), text])
        else:
            self._append([text])
        self._play(deal)

    def deal_number(self) -> int:
        """The number of the deal at hand, from 1."""
        return self.session.deals + 1

    def keep_draft(self, draft: "dict[str, Any]") -> None:
        """Keeps the deal half entered; OSError goes through."""
        text = json.dumps({"ledger": self._number, "deal": self.deal_number(), "entry": draft})
        self.store.replace(DRAFT, seal(0, text))

    def drop_draft(self) -> None:
        self.store.remove(DRAFT)

    def draft(self) -> object:
        """The deal half entered when the power went, or None. A draft of another deal is over and done with."""
        data = self.store.read(DRAFT)
        if data is None:
            return None
        records = Opened(data).records
        try:
            kept = json.loads(records[0][1])
            if (kept["ledger"], kept["deal"]) != (self._number, self.deal_number()):
                return None
            return kept["entry"]
        except (IndexError, ValueError, KeyError, TypeError):
            self.notices.append((DRAFT_LOST, self.deal_number()))
            return None


def _is_ledger(name: str) -> bool:
    return len(name) == 8 and name[4:] == ".txt" and all(sign in "0123456789" for sign in name[:4])
