"""The state of an evening, its draft, and the room that is left."""

import json
from collections import namedtuple
from typing import Any, Iterator, Protocol

from mingg.core.counters.sets import Holdings
from mingg.core.deal.deal import Answer, Deal
from mingg.core.rules import load
from mingg.core.table.session import DEAL, UNDO, Session, Standing, difference
from mingg.records.kinds import Record
from mingg.records.ledger import LIMIT, Ledger
from mingg.records.line import seal


class Store(Protocol):
    def read(self, name: str) -> "bytes | None": ...
    def lines(self, name: str) -> Iterator[bytes]: ...
    def append(self, name: str, data: bytes) -> None: ...
    def prepare(self, name: str, start: bytes = b"", blank: int = 1) -> None: ...
    def replace(self, name: str, data: bytes) -> None: ...
    def remove(self, name: str) -> None: ...
    def names(self) -> list[str]: ...
    def free(self) -> "int | None": ...


RULES = "babcock"
NAMES = ("Ann", "Bo", "Cy", "Di")
DRAFT = "draft.txt"  # the current deal, half entered, and the set-up of a new session
RESERVE = 10  # blocks of the flash for the file system, the draft and a crash report
_DEALS_A_BLOCK = 4  # this many deals always fit into a block

# Notices to show at the start. Each comes with the number of a deal or of a ledger.
TORN, TORN_MORE, UNREADABLE = "torn", "torn-more", "unreadable"  # and records.parse.LOST
DRAFT_LOST, DRAFT_WAITS, UNCOUNTED = "draft-lost", "draft-waits", "uncounted"


# A played deal, its Answer, and the player at each seat.
Last = namedtuple("Last", ("deal", "answer", "players"))


def played(deal: "Deal", session: Session, answer: "Answer | None" = None) -> Last:
    """The result of a deal. session: as before the deal; it does not change. answer: if it is known."""
    answer = answer or session.answer(deal)
    # Of five players also the one who sits out.
    return Last(deal, answer, {seat: session.player(seat) for seat in answer.net})


def last_deal(evening: "Evening") -> "Any":  # Any: screens of a deal are shown only if there is one
    """The last deal that stands, as a Last; None if there is none, or it is lost. Raises OSError."""
    if evening.last is None and evening.session.deals > evening.session.earlier:
        # Imported here: after a deal it is known.
        from mingg.evening.lines import read_last

        try:
            evening.last = played(*read_last(evening))
        except ValueError:
            pass  # it is lost
    return evening.last


class Evening:
    """store        where the files are
    session      the Session being played
    turn         where the players sit: see ui/seating.py; 0 to 3 are the chair of player 0
    called       the current names of the players; session and records use the names at the start
    people       the same names, each where that person was at the start: they differ after a swap
    club         [club, sitting, id of the request] if a club's director began it; else None
    ledger       the Ledger of the session
    top          the record of the last line that stands; 0 if none does
    notices      [(notice, number of a deal or a ledger)]: what to show at the start
    last         the last deal, if it is known: see last_deal(); else None
    held         the Holdings of counters; None if there are none, or if settle() must find them
    due          points gained since `held`, by player, if the counters of a deal have not moved yet; else None
    held_before  the Holdings before the exchange of the last deal; None if unknown
    free         how many more deals fit on the flash; None if unknown, or not computed yet
    unborn       the file of a session that could not begin, to be removed; None if there is none
    set_up       the set-up of a new session that the draft has, as Proposal.pack() made it; None if there is none
    """

    def __init__(self, store: "Store", number: int = 1) -> None:
        """A new evening, without a file. number: of its ledger."""
        self.store = store
        self.session = Session(list(NAMES), load(RULES))
        self.turn = self.top = 0
        self.called = self.people = self.session.names
        self.club: "list[Any] | None" = None
        self.ledger = Ledger(store, number)
        self.notices: "list[tuple[str, int]]" = []
        self.last: "Last | None" = None
        self.held: "Holdings | None" = None
        self.due: "list[int] | None" = None
        self.held_before: "Holdings | None" = None
        self.free: "int | None" = None
        self.unborn: "str | None" = None
        self.set_up: "dict[str, Any] | None" = None

    def deal_number(self) -> int:
        """The number of the current deal, from 1."""
        return self.session.deals + 1

    def moment(self) -> "tuple[int, int]":
        """How far the evening is: the number of the ledger, and of its next record (0: it has no file yet)."""
        return self.ledger.number, self.ledger.records if self.ledger.parts else 0

    def stretch(self) -> "list[int]":
        """The number of the ledger, and of the deals: a set-up is valid until one of them changes."""
        return [self.ledger.number, self.session.deals]

    def kept_set_up(self) -> "dict[str, Any] | None":
        """The set-up that the draft has; None if there is none, or if a deal was saved since then."""
        if self.set_up is not None and self.set_up["stretch"] != self.stretch():
            self.set_up = None
        return self.set_up

    def unsettled(self) -> bool:
        """Whether counters still have to be moved or computed."""
        return self.session.counted() and (self.held is None or self.due is not None)

    def stand(self, standing: "Standing", last: "Last | None" = None, before: "Standing | None" = None) -> None:
        """Sets the state to a Standing, with the counters as they are there. last: the last deal, if it is known.
        before: the standing before the deal that led to this one, whose counters have not moved yet."""
        self.session.resume(standing)
        sits = standing.sits
        self.called = self.people if sits is None else [self.people[person] for person in sits]
        self.last = last
        self.held, self.due, self.held_before = standing.held, None, None
        if before is not None and before.held is not None:
            self.held = before.held
            self.due = difference(before, standing)

    def resume(self, record: "Record", last: "Last | None" = None) -> None:
        """Sets the state to what it is after a record. last: as in stand()."""
        self.stand(record.after, last, record.before if record.kind == DEAL else None)
        self.top = record.on if record.kind == UNDO else record.number

    def commit(self, records: "list[Record]", last: "Last | None" = None) -> None:
        """Writes records to the ledger, each with the standing after it: flash first, then the state. last: as in
        stand(). Raises OSError, or BadInput if a balance could not be read again: then none is in the ledger.

        Each follows the one before it, and the first follows the last line that stands. The last one becomes `top`, or
        for an undo the record that it follows.
        """
        from mingg.records.kinds import write

        standing, on = self.session.standing(self.held), self.top
        texts = []
        for i, record in enumerate(records):
            record.number = self.ledger.records + i
            if record.kind != UNDO:
                record.before, record.on = standing, on
            texts.append(write(record, self.session.names))
            standing, on = record.after, record.number
        self.free = None
        self.remove_unborn()
        self.ledger.append(texts)
        self.resume(records[-1], last)

    def remove_unborn(self) -> None:
        """Removes the file that a failed begin() may have left. Raises OSError."""
        if self.unborn is not None:
            self.store.remove(self.unborn)
            self.unborn = None


def keep_draft(evening: "Evening", draft: "dict[str, Any] | None", moment: "tuple[int, int] | None" = None) -> None:
    """Writes the draft, with the set-up. draft: None if no deal is half entered. moment: the Evening.moment() that the
    draft belongs to, by default the present one. Raises OSError."""
    ledger, records = moment or evening.moment()
    kept = {"ledger": ledger, "records": records, "entry": draft}
    if evening.set_up is not None:
        kept["set_up"] = evening.set_up
    evening.store.replace(DRAFT, seal(0, json.dumps(kept)))


def drop_draft(evening: "Evening") -> None:
    """Deletes the draft. Raises OSError."""
    evening.store.remove(DRAFT)


def room(evening: "Evening") -> "int | None":
    """The number of deals that certainly still fit; None if the store does not know."""
    if evening.free is None:
        try:
            free = evening.store.free()
        except OSError:
            return None
        if free is not None:
            evening.free = max(0, free // LIMIT - RESERVE) * _DEALS_A_BLOCK
    return evening.free
