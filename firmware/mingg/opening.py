"""Opens an evening as it was left: needed at the start, and for a look at an old one."""

import json

from mingg.core.interchange.kept import AFTER, BEFORE, read_kept
from mingg.core.interchange.tables import read_session, read_stood
from mingg.core.ledger import Opened
from mingg.core.rules import load
from mingg.core.seal import FIRST, ON
from mingg.core.session import Session
from mingg.evening import (
    DRAFT,
    DRAFT_LOST,
    FORMAT,
    LEDGER,
    LOST,
    NAMES,
    RULES,
    TORN,
    TORN_MORE,
    TURN,
    UNCOUNTED,
    UNREADABLE,
)
from mingg.segments import Ledger, segments

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening import Evening

HEAD_KEYS = (LEDGER, TURN, FIRST)
HOW_AGAIN = -1  # in an entry: how it was won is to be confirmed, and all after it


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
        evening.session, evening.top = Session(list(NAMES), load(RULES)), 0
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
        from mingg.past import losses

        evening.notices.extend([(LOST, deal) for deal in losses(evening, told)])
    if not look and evening.session.counted() and evening.held is None:
        # A ledger from before they were kept in it.
        from mingg.holdings import settle

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
        head = json.loads(opened.head or "")
        evening.session = read_session(head, HEAD_KEYS)
    except ValueError:
        return False
    if head.get(LEDGER, 1) not in (1, FORMAT):
        return False
    turn = head.get(TURN)
    evening.turn = turn if turn in (1, 2, 3) else 0
    return True


def _go_on(evening: "Evening", opened: Opened) -> "tuple[bool, list[int]]":
    """Goes on from the last record that makes sense: whether there is one, and the numbers of those after it."""
    bad: "list[int]" = []
    for number, text in reversed(opened.records):
        try:
            _take(evening, number, json.loads(text))
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


def draft(evening: "Evening") -> object:
    data = evening.store.read(DRAFT)
    if data is None:
        return None
    try:
        kept = json.loads(Opened(data).head or "")
        ledger, records = evening.moment()
        if kept["ledger"] != ledger or (kept["records"] == 0 and records):
            return None  # of another session; without records there was no ledger yet
        if kept["records"] > records:
            # It was kept when the ledger was longer: the end of that is gone, however whole the rest looks.
            evening.notices.append((TORN_MORE, evening.deal_number()))
            evening.notices.append((DRAFT_LOST, evening.deal_number()))
            return None
        entry = kept["entry"]
        if kept["records"] < records:
            entry = _outlasts(entry, evening.ledger, range(kept["records"], records))
        return entry
    except (ValueError, KeyError, TypeError, AttributeError):
        evening.notices.append((DRAFT_LOST, evening.deal_number()))
        return None


def _outlasts(entry: "Any", ledger: Ledger, since: range) -> "Any":
    """What is left of a draft that records have followed: the deal at hand is still half entered where none of them is
    a deal, but is gone through again; a correction is done, and what waited for it comes back."""
    if entry.get("correcting") is not None:
        entry = entry.get("shelved")
    found = 0
    for at in range(len(ledger.parts)):
        for number, text in ledger.part(at).records if found < len(since) else ():
            if number in since:
                found += 1
                if "winner" in json.loads(text):
                    return None
    if entry is None or found < len(since):
        return None
    entry["at"] = HOW_AGAIN
    return entry
