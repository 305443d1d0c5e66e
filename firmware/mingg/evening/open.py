"""Opens an evening as it was left, with its draft: the latest one at the start, or an old one to look at."""

from typing import Any

from mingg.core.table.session import DEAL
from mingg.core.table.session import LOST as LOST_DEAL
from mingg.evening.evening import DRAFT, DRAFT_LOST, TORN, TORN_MORE, UNCOUNTED, UNREADABLE, Evening, Store
from mingg.records.kinds import write_head
from mingg.records.ledger import Ledger, newest, segments
from mingg.records.line import LAST, only
from mingg.records.parse import LOST, Head, is_whole, last_before, open_parts, read_record

_MOST = 99  # notices of lost records at the end
_HOW_AGAIN = -1  # in the entry of a draft: the players confirm all its answers again


def open_evening(store: "Store", number: int = 0) -> Evening:
    """number: of the ledger; 0: the latest. Raises OSError if an evening with a number cannot be read; the latest one
    then stays as it is, and a new one can begin."""
    latest = number or newest(store) or 1
    evening = Evening(store, latest)
    try:
        _read(evening, *_head(evening, latest))
    except OSError:
        if number:
            raise
        evening = Evening(store, latest)
        _leave(evening)
    evening.ledger.head = write_head(evening.session, evening.turn, evening.people, evening.club)
    if not number and evening.session.counted() and evening.held is None:
        # It has no record yet, or the last ones are lost.
        from mingg.evening.counters import settle

        if not settle(evening):
            evening.notices.append((UNCOUNTED, evening.deal_number()))
    return evening


def _leave(evening: Evening) -> None:
    """Leaves a ledger unchanged; the evening continues in a new one."""
    number = evening.ledger.number
    evening.notices.append((UNREADABLE, number))
    evening.ledger = Ledger(evening.store, max(number, newest(evening.store)) + 1)


def _head(evening: Evening, number: int) -> "tuple[int, bool]":
    """Reads the last head of a ledger, if it has files. Returns how many lines at the end are torn, and whether records
    are missing. This function has few variables, since it loads rules while the stack is deep."""
    parts = [(segment, name) for ledger, segment, name in segments(evening.store) if ledger == number]
    if parts:
        evening.ledger = Ledger(evening.store, number, parts)
        text, torn, damaged = open_parts(evening.ledger)
        try:
            table = Head(text)
            evening.session = table.session()
            evening.turn, evening.club = table.turn, table.club
            evening.called = evening.people = table.called
            return torn, damaged
        except ValueError:
            _leave(evening)
    return 0, False


def _read(evening: Evening, torn: int, damaged: bool) -> None:
    """Reads the last valid record of a ledger: that is enough to continue."""
    ledger, end = evening.ledger, LAST + 1
    while True:
        end, text = last_before(ledger, end)
        ledger.records = max(ledger.records, end + 1)
        try:
            if end:
                evening.resume(read_record(end, text, evening.session))
            break
        except ValueError:
            pass  # it counts as lost
    if torn:
        evening.notices.append((TORN if torn == 1 else TORN_MORE, evening.deal_number()))
    after = range(min(_MOST, ledger.records - 1 - end))  # the records after the one that is used
    if damaged or after or not is_whole(ledger):
        from mingg.evening.lines import Lines

        try:
            lost = Lines(evening).lost_deals()
        except MemoryError:
            lost = [evening.session.deals]  # a record names more deals than the heap holds
        lost += [evening.deal_number() + i for i in after]
        evening.notices.extend([(LOST, max(1, deal)) for deal in lost])


# ---- the draft ----


def read_draft(evening: "Evening") -> "Any":
    """The draft in the store; None if there is none, or its deal is over. One that cannot be read leaves a notice. A
    set-up that is still valid becomes evening.set_up. Raises OSError."""
    data = evening.store.read(DRAFT)
    if data is None:
        return None
    try:
        kept = only(data)
        ledger, records = evening.moment()
        set_up = kept.get("set_up")
        if isinstance(set_up, dict) and set_up.get("stretch") == evening.stretch():
            evening.set_up = set_up
        if kept["ledger"] != ledger or (kept["records"] == 0 and records):
            return None  # of another session; with 0 records its session had no ledger yet
        if kept["records"] > records:
            # The ledger was longer then: its end is lost, although the rest looks complete.
            evening.notices.append((TORN_MORE, evening.deal_number()))
            raise ValueError("records are gone")
        entry = kept["entry"]
        if entry is not None and kept["records"] < records:
            entry = _outlasts(entry, evening, kept["records"])
        return entry
    except (ValueError, KeyError, TypeError, AttributeError):
        evening.notices.append((DRAFT_LOST, evening.deal_number()))
        return None


def _outlasts(entry: "Any", evening: "Evening", first: int) -> "Any":
    """The rest of a draft that is older than the records from `first` on; None if nothing is left.

    If none of these records is a deal that stands, the deal is still half entered: the players confirm it again. If the
    draft was a correction, it is done, and the deal that was shelved for it comes back.
    """
    from mingg.evening.lines import Lines

    if entry.get("correcting") is not None:
        entry = entry.get("shelved")
    if entry is None or any(line.record >= first and line.kind in (DEAL, LOST_DEAL) for line in Lines(evening)):
        return None
    entry["at"] = _HOW_AGAIN
    return entry
