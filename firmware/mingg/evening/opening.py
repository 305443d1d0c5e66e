"""Opens an evening as it was left: needed at the start, and for a look at an old one."""

from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, BEFORE, read_stood
from mingg.core.interchange.tables import read_session
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.state import CALLED, FORMAT, LEDGER, LOST, NAMES, RULES, TORN, TORN_MORE, TURN, UNCOUNTED, UNREADABLE
from mingg.ledger.reader import Opened, said
from mingg.ledger.seal import FIRST, ON
from mingg.ledger.segments import Ledger, segments

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.state import Evening

HEAD_KEYS = (LEDGER, TURN, CALLED, FIRST)


def open_evening(evening: "Evening", number: int) -> None:
    """Opens a ledger, the latest where the number is 0."""
    store = evening.store
    look = number != 0  # at an old one
    if not look:
        number = 1
        for ledger, _, _ in segments(store):
            number = max(number, ledger)
    try:
        _open_ledger(evening, number, look)
    except OSError:
        if look:
            raise
        # Its files cannot be read: another evening may begin, and old ones be looked at.
        evening.session, evening.turn, evening.top = Session(list(NAMES), load(RULES)), 0, 0
        evening.called = evening.session.names
        evening.stands(evening.session.standing(), 0, None)
        evening.notices.append((UNREADABLE, number))
        evening.ledger = Ledger(store, number + 1)


def _open_ledger(evening: "Evening", number: int, look: bool) -> None:
    store = evening.store
    parts = [(at, name) for each, at, name in segments(store) if each == number]
    evening.ledger = ledger = Ledger(store, number, parts)
    if not ledger.parts:
        return
    opened = ledger.open()
    if not _read_head(evening, opened):
        # Not ours to mend: it stays as it is, and the evening goes on in a ledger of its own.
        evening.notices.append((UNREADABLE, number))
        evening.ledger = Ledger(store, number + 1)
        return
    torn, at = opened.torn, len(ledger.parts) - 1
    told: "list[tuple[Opened, list[int]]]" = []
    while True:
        going, bad = _go_on(evening, opened)
        if bad or opened.lost:
            told.append((opened, bad))
        if going or at == 0:
            break
        at -= 1
        opened = ledger.part(at)
        ledger.records = max(ledger.records, opened.next_number())
    if torn:
        evening.notices.append((TORN if torn == 1 else TORN_MORE, evening.deal_number()))
    if told or not ledger.whole():
        from mingg.evening.history.losses import losses

        evening.notices.extend([(LOST, deal) for deal in losses(evening, told)])
    if not look and evening.session.counted() and evening.held is None:
        # A ledger from before they were kept in it.
        from mingg.evening.holdings import settle

        if not settle(evening):
            evening.notices.append((UNCOUNTED, evening.deal_number()))


def _read_head(evening: "Evening", opened: Opened) -> bool:
    """The head, of the last part that has one; False where there is none, or it is not for us."""
    ledger = evening.ledger
    at = len(ledger.parts) - 1
    while opened.head is None and at > 0:
        at -= 1
        opened = ledger.part(at)
    try:
        head = said(opened.head or "")
        evening.session = read_session(head, HEAD_KEYS, 1)
    except ValueError:
        return False
    if head.get(LEDGER, 1) not in (1, FORMAT):
        return False
    turn = head.get(TURN)
    evening.turn = turn if turn in (1, 2, 3) else 0
    evening.called = _called(head.get(CALLED), evening.session.names)
    return True


def _called(value: object, names: "list[str]") -> "list[str]":
    """What the players are called: as at the start, where that is not said, or makes no sense."""
    if not isinstance(value, list) or len(value) != len(names) or len(set(map(str, value))) != len(names):
        return names
    return value if all(isinstance(name, str) and name for name in value) else names


def _go_on(evening: "Evening", opened: Opened) -> "tuple[bool, list[int]]":
    """Goes on from the last record that makes sense: whether there is one, and the numbers of those after it."""
    bad: "list[int]" = []
    for number, text in reversed(opened.records):
        try:
            _take(evening, number, said(text))
            return True, bad
        except ValueError:
            bad.append(number)
    return False, bad


def _take(evening: "Evening", number: int, record: "Any") -> None:
    session = evening.session
    if not isinstance(record, dict):
        raise ValueError("no record")
    top = record.get(ON) if "undo" in record else number
    if type(top) is not int or not 0 <= top <= number:
        raise ValueError("no line")
    if AFTER in record:
        evening.stands(*read_stood(record[AFTER], AFTER, session))
    else:
        was, deals = session.standing(), session.deals
        standing, before, held = read_stood(record.get(BEFORE), BEFORE, session, number - 1)
        session.resume(standing, before)
        try:
            deal = read_kept(record, session, (BEFORE, ON))
            evening.held = held
            evening.play(deal, session.answer(deal))
        except ValueError:
            session.resume(was, deals)
            evening.held = None
            raise
    evening.top = top
