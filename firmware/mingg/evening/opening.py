"""Opens an evening as it was left: at the start, and to look at an old one."""

from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, BEFORE, read_standing
from mingg.core.interchange.tables import read_session
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beginning import head
from mingg.evening.saving import play, stand
from mingg.evening.state import CALLED, FORMAT, LEDGER, LOST, NAMES, RULES, TORN, TORN_MORE, TURN, UNCOUNTED, UNREADABLE
from mingg.ledger.reader import LAST, said
from mingg.ledger.seal import FIRST, ON
from mingg.ledger.segments import Ledger, segments

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.state import State
    from mingg.ledger.reader import Opened

HEAD_KEYS = (LEDGER, TURN, CALLED, FIRST)


def open_evening(state: "State", number: int) -> None:
    """Opens a ledger in a new state: that of this number, or the latest (0)."""
    store = state.store
    look = number != 0  # at an old one
    if not look:
        number = 1
        for ledger, _, _ in segments(store):
            number = max(number, ledger)
    try:
        _open_ledger(state, number, look)
    except OSError:
        if look:
            raise
        # Its files cannot be read: another evening may begin, and old ones can be looked at.
        state.session, state.turn, state.top = Session(list(NAMES), load(RULES)), 0, 0
        state.called = state.session.names
        stand(state, state.session.standing())
        _leave(state, number)
    state.ledger.head = head(state)


def _leave(state: "State", number: int) -> None:
    """Leaves a ledger as it is; the evening goes on in the next one."""
    state.notices.append((UNREADABLE, number))
    state.ledger = Ledger(state.store, number + 1)


def _open_ledger(state: "State", number: int, look: bool) -> None:
    parts = [(at, name) for each, at, name in segments(state.store) if each == number]
    state.ledger = ledger = Ledger(state.store, number, parts)
    if not ledger.parts:
        return
    opened = ledger.open()
    if not _read_head(state, opened):
        _leave(state, number)
        return
    torn, at = opened.torn, len(ledger.parts) - 1
    damaged: "list[tuple[int, list[int], list[int]]]" = []
    while True:
        going, bad = _go_on(state, at, opened)
        if bad or opened.lost:
            damaged.append((at, opened.lost, bad))
        if going or at == 0:
            break
        at -= 1
        opened = ledger.part(at, LAST)
        ledger.records = max(ledger.records, opened.next_number())
    if torn:
        state.notices.append((TORN if torn == 1 else TORN_MORE, state.deal_number()))
    if damaged or not ledger.whole():
        from mingg.evening.history.losses import losses

        state.notices.extend([(LOST, deal) for deal in losses(state, damaged)])
    if not look and state.session.counted() and state.held is None:
        # A ledger of the time before holdings were kept.
        from mingg.evening.holdings import settle

        if not settle(state):
            state.notices.append((UNCOUNTED, state.deal_number()))


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


def _go_on(state: "State", at: int, opened: "Opened") -> "tuple[bool, list[int]]":
    """Goes on from the last record of a part that makes sense: whether there is one, and the numbers of those after it.
    Only one record is held at a time."""
    bad: "list[int]" = []
    while opened.records:
        number, text = opened.records[0]
        try:
            _take(state, number, said(text))
            return True, bad
        except ValueError:
            bad.append(number)
        opened = state.ledger.part(at, number - 1)
    return False, bad


def _take(state: "State", number: int, record: "Any") -> None:
    session = state.session
    if not isinstance(record, dict):
        raise ValueError("no record")
    top = record.get(ON) if "undo" in record else number
    if type(top) is not int or not 0 <= top <= number:
        raise ValueError("no line")
    if AFTER in record:
        stand(state, read_standing(record[AFTER], AFTER, session))
    else:
        was = session.standing()
        before = read_standing(record.get(BEFORE), BEFORE, session, number - 1)
        session.resume(before)
        try:
            deal = read_kept(record, session, (BEFORE, ON))
            state.held = before.held
            play(state, deal, session.answer(deal))
        except ValueError:
            session.resume(was)
            state.held = None
            raise
    state.top = top
