"""Opens an evening as it was left: the latest one at the start, or an old one to look at."""

from typing import Any

from mingg.core.table.session import DEAL, UNDO
from mingg.evening.evening import TORN, TORN_MORE, UNCOUNTED, UNREADABLE, Evening, Store
from mingg.records.kinds import write_head
from mingg.records.ledger import Ledger, newest, segments
from mingg.records.line import LAST
from mingg.records.parse import Head, read_record
from mingg.records.reader import LOST

_MOST = 99  # notices of lost records at the end


def open_evening(store: "Store", number: int = 0) -> Evening:
    """number: of the ledger; 0: the latest. Raises OSError if an evening with a number cannot be read; the latest one
    then stays as it is, and a new one can begin."""
    latest = number or newest(store) or 1
    evening = Evening(store, latest)
    try:
        torn, damaged = _head(evening, latest)
        if evening.ledger.parts:
            _read(evening, torn, damaged)
    except OSError:
        if number:
            raise
        evening = Evening(store, latest)
        _leave(evening)
    evening.ledger.head = write_head(evening.session, evening.turn, evening.people)
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
    if not parts:
        return 0, False
    evening.ledger = Ledger(evening.store, number, parts)
    text, torn, damaged = evening.ledger.open()
    try:
        table = Head(text)
        evening.session = table.session()
        evening.turn = table.turn
        evening.called = evening.people = table.called
    except ValueError:
        _leave(evening)
    return torn, damaged


def _read(evening: Evening, torn: int, damaged: bool) -> None:
    """Reads the last valid record of a ledger: that is enough to continue."""
    ledger, end = evening.ledger, LAST + 1
    while True:
        end, text = ledger.before(end)
        ledger.records = max(ledger.records, end + 1)
        try:
            if end:
                resume(evening, read_record(end, text, evening.session))
            break
        except ValueError:
            pass  # it counts as lost
    if torn:
        evening.notices.append((TORN if torn == 1 else TORN_MORE, evening.deal_number()))
    after = range(min(_MOST, ledger.records - 1 - end))  # the records after the one that is used
    if damaged or after or not ledger.whole():
        from mingg.evening.lines import Lines

        try:
            lost = Lines(evening).lost_deals()
        except MemoryError:
            lost = [evening.session.deals]  # a record names more deals than the heap holds
        lost += [evening.deal_number() + i for i in after]
        evening.notices.extend([(LOST, max(1, deal)) for deal in lost])


def resume(evening: Evening, record: "Any") -> None:
    """Sets the state to what it is after a record."""
    before = record.before if record.kind == DEAL else None
    evening.stand(record.after, None, before)
    evening.top = record.on if record.kind == UNDO else record.number
