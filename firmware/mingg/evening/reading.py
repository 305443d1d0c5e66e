"""Reads what is needed to continue an evening: the head of its ledger, and its last valid record."""

from collections import namedtuple

from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, BEFORE, read_standing
from mingg.core.interchange.tables import read_session
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beginning import head
from mingg.evening.saving import hold, stand
from mingg.evening.state import CALLED, FORMAT, LEDGER, NAMES, RULES, TURN, UNREADABLE
from mingg.ledger.reader import LAST, parse_record
from mingg.ledger.seal import FIRST, ON
from mingg.ledger.segments import Ledger, newest, segments

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Deal
    from mingg.evening.state import State
    from mingg.ledger.reader import Opened

HEAD_KEYS = (LEDGER, TURN, CALLED, FIRST)

# deal     the deal to play; None if the last record is of another kind, or there is none
# record   the number of the last valid record
# torn     how many lines at the end are damaged
# damaged  [(index in ledger.parts, numbers of the records lost there, numbers of the invalid records)]
LastRecord = namedtuple("LastRecord", ("deal", "record", "torn", "damaged"))


def read(state: "State", number: int, useless: "list[int]") -> LastRecord:
    """Reads a ledger into a state, up to the last deal, which is returned. number: 0 is the latest. useless: the
    numbers of records that proved to be invalid."""
    look = number != 0  # the caller looks at an old evening
    if not look:
        number = newest(state.store) or 1
    hold(state, None)
    state.top = 0
    last = LastRecord(None, 0, 0, [])
    try:
        last = _read(state, number, useless)
    except OSError:
        if look:
            raise
        # The files cannot be read. The players can still begin another evening, or look at old ones.
        state.session, state.turn, state.top = Session(list(NAMES), load(RULES)), 0, 0
        state.called = state.session.names
        stand(state, state.session.standing())
        _leave(state, number)
    state.ledger.head = head(state)
    return last


def _leave(state: "State", number: int) -> None:
    """Leaves a ledger unchanged; the evening continues in a new one."""
    state.notices.append((UNREADABLE, number))
    state.ledger = Ledger(state.store, max(number, newest(state.store)) + 1)


def _read(state: "State", number: int, useless: "list[int]") -> LastRecord:
    parts = [(segment, name) for ledger_number, segment, name in segments(state.store) if ledger_number == number]
    state.ledger = ledger = Ledger(state.store, number, parts)
    damaged: "list[tuple[int, list[int], list[int]]]" = []
    if not ledger.parts:
        return LastRecord(None, 0, 0, damaged)
    opened = ledger.open()
    if not _read_head(state, opened):
        _leave(state, number)
        return LastRecord(None, 0, 0, damaged)
    torn, part = opened.torn, len(ledger.parts) - 1
    deal, record = None, 0
    while True:
        lost, bad = opened.lost, []
        # Only one record is in memory at a time.
        while opened.records and not record:
            number, text = opened.records[0]
            try:
                if number in useless:
                    raise ValueError("no deal to be played")
                deal = _take(state, number, parse_record(text))
                record = number
            except ValueError:
                bad.append(number)
                opened = ledger.part(part, number - 1)
        if bad or lost:
            damaged.append((part, lost, bad))
        if record or part == 0:
            return LastRecord(deal, record, torn, damaged)
        part -= 1
        opened = ledger.part(part, LAST)
        ledger.records = max(ledger.records, opened.next_number())


def _read_head(state: "State", opened: "Opened") -> bool:
    """Reads the last head. Returns False if there is none, or this firmware cannot read it."""
    ledger = state.ledger
    part = len(ledger.parts) - 1
    while opened.head is None and part > 0:
        part -= 1
        opened = ledger.part(part, LAST)
    try:
        keys = parse_record(opened.head or "")
        state.session = read_session(keys, HEAD_KEYS, 1)
    except ValueError:
        return False
    if keys.get(LEDGER, 1) not in (1, FORMAT):
        return False
    turn = keys.get(TURN)
    # The empty chair of three players makes it larger.
    state.turn = turn if type(turn) is int and 0 < turn < (12 if len(state.session.names) == 3 else 4) else 0
    state.called = _called(keys.get(CALLED), state.session.names)
    return True


def _called(value: object, names: "list[str]") -> "list[str]":
    """The current names of the players; their names at the start if `value` is missing or invalid."""
    if not isinstance(value, list) or len(value) != len(names) or len(set(map(str, value))) != len(names):
        return names
    return value if all(isinstance(name, str) and name for name in value) else names


def _take(state: "State", number: int, record: "Any") -> "Deal | None":
    """Sets the state from a record. Returns the deal to play; None for another kind of record. ValueError: invalid."""
    session = state.session
    if not isinstance(record, dict):
        raise ValueError("no record")
    top = record.get(ON) if "undo" in record else number
    if type(top) is not int or not 0 <= top <= number:
        raise ValueError("no line")
    deal = None
    if AFTER in record:
        stand(state, read_standing(record[AFTER], AFTER, session))
    else:
        before = read_standing(record.get(BEFORE), BEFORE, session, number - 1)
        session_before = session.begun()
        session_before.resume(before)
        deal = read_kept(record, session_before, (BEFORE, ON))
        stand(state, before)
    state.top = top
    return deal
