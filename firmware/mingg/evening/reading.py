"""Reads the ledger of an evening as far as going on needs: its head, and the last record that makes sense."""

from collections import namedtuple

from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, BEFORE, read_standing
from mingg.core.interchange.tables import read_session
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beginning import head
from mingg.evening.saving import hold, stand
from mingg.evening.state import CALLED, FORMAT, LEDGER, NAMES, RULES, TURN, UNREADABLE
from mingg.ledger.reader import LAST, said
from mingg.ledger.seal import FIRST, ON
from mingg.ledger.segments import Ledger, segments

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Deal
    from mingg.evening.state import State
    from mingg.ledger.reader import Opened

HEAD_KEYS = (LEDGER, TURN, CALLED, FIRST)

# deal     of the last record, to be played; None if there is none to play
# record   its number
# torn     how many lines at the end are damaged
# damaged  [(part, numbers of records lost in it, numbers of those that make no sense)]
Found = namedtuple("Found", ("deal", "record", "torn", "damaged"))


def read(state: "State", number: int, useless: "list[int]") -> Found:
    """Reads a ledger, the latest if the number is 0. The state stands afterwards as the ledger says, but for the last
    deal. useless: numbers of records that turned out to make no sense."""
    look = number != 0  # at an old one
    if not look:
        number = 1
        for ledger, _, _ in segments(state.store):
            number = max(number, ledger)
    hold(state, None)
    state.top = 0
    found = Found(None, 0, 0, [])
    try:
        found = _read(state, number, useless)
    except OSError:
        if look:
            raise
        # Its files cannot be read: another evening may begin, and old ones can be looked at.
        state.session, state.turn, state.top = Session(list(NAMES), load(RULES)), 0, 0
        state.called = state.session.names
        stand(state, state.session.standing())
        _leave(state, number)
    state.ledger.head = head(state)
    return found


def _leave(state: "State", number: int) -> None:
    """Leaves a ledger as it is; the evening goes on in the next one."""
    state.notices.append((UNREADABLE, number))
    state.ledger = Ledger(state.store, number + 1)


def _read(state: "State", number: int, useless: "list[int]") -> Found:
    parts = [(at, name) for each, at, name in segments(state.store) if each == number]
    state.ledger = ledger = Ledger(state.store, number, parts)
    damaged: "list[tuple[int, list[int], list[int]]]" = []
    if not ledger.parts:
        return Found(None, 0, 0, damaged)
    opened = ledger.open()
    if not _read_head(state, opened):
        _leave(state, number)
        return Found(None, 0, 0, damaged)
    torn, at = opened.torn, len(ledger.parts) - 1
    deal, record = None, 0
    while True:
        lost, bad = opened.lost, []
        # Only one record is held at a time.
        while opened.records and not record:
            number, text = opened.records[0]
            try:
                if number in useless:
                    raise ValueError("no deal to be played")
                deal = _take(state, number, said(text))
                record = number
            except ValueError:
                bad.append(number)
                opened = ledger.part(at, number - 1)
        if bad or lost:
            damaged.append((at, lost, bad))
        if record or at == 0:
            return Found(deal, record, torn, damaged)
        at -= 1
        opened = ledger.part(at, LAST)
        ledger.records = max(ledger.records, opened.next_number())


def _read_head(state: "State", opened: "Opened") -> bool:
    """Reads the head of the last part that has one; False if there is none, or this firmware cannot read it."""
    ledger = state.ledger
    at = len(ledger.parts) - 1
    while opened.head is None and at > 0:
        at -= 1
        opened = ledger.part(at, LAST)
    try:
        keys = said(opened.head or "")
        state.session = read_session(keys, HEAD_KEYS, 1)
    except ValueError:
        return False
    if keys.get(LEDGER, 1) not in (1, FORMAT):
        return False
    turn = keys.get(TURN)
    state.turn = turn if turn in (1, 2, 3) else 0
    state.called = _called(keys.get(CALLED), state.session.names)
    return True


def _called(value: object, names: "list[str]") -> "list[str]":
    """What the players are called: their names at the start if nothing, or nonsense, is said."""
    if not isinstance(value, list) or len(value) != len(names) or len(set(map(str, value))) != len(names):
        return names
    return value if all(isinstance(name, str) and name for name in value) else names


def _take(state: "State", number: int, record: "Any") -> "Deal | None":
    """Goes on from a record; returns the deal that is to be played then."""
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
        then = session.begun()
        then.resume(before)
        deal = read_kept(record, then, (BEFORE, ON))
        stand(state, before)
    state.top = top
    return deal
