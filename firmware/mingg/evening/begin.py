"""Begins a session. Changes the head of its ledger: who sits where, and the names of the players."""

import json

from mingg.records.kinds import write_head
from mingg.records.ledger import Ledger, newest
from mingg.records.line import FORMAT

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.evening.evening import Evening


def head(evening: "Evening") -> str:
    """The text of the ledger's head."""
    return json.dumps(write_head(evening.session, evening.turn, evening.called, evening.form))


def begin(evening: "Evening", session: "Session", turn: int = 0) -> None:
    """Starts a session in a new ledger. turn: see Evening. Raises OSError: then the evening before goes on."""
    before = evening.session, evening.turn, evening.called, evening.form, evening.ledger
    evening.remove_unborn()
    ledger = Ledger(evening.store, newest(evening.store) + 1)
    unborn = ledger.name()
    evening.session, evening.turn, evening.called, evening.form = session, turn, session.names, FORMAT
    evening.ledger = ledger
    try:
        ledger.head = head(evening)
        ledger.append([])
    except OSError:
        # A part of the file may exist. The next start must not open it.
        evening.unborn = unborn
        evening.session, evening.turn, evening.called, evening.form, evening.ledger = before
        evening.remove_unborn()
        raise
    evening.top = 0
    evening.free = None
    evening.stand(session.standing())


def sit(evening: "Evening", turn: int, called: "list[str]") -> None:
    """Commits where the players sit (turn: see Evening), and their names from now on. Raises OSError."""
    evening.remove_unborn()
    before = evening.turn, evening.called
    evening.turn, evening.called = turn, called
    try:
        evening.ledger.change_head(head(evening))
    except OSError:
        evening.turn, evening.called = before
        raise
