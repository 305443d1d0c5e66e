"""Begins a session. Changes the head of its ledger: who sits where, and the names of the players."""

import json

from mingg.evening.saving import hold, remove_unborn
from mingg.evening.state import CALLED, FORMAT, LEDGER, TURN
from mingg.ledger.segments import Ledger, newest

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.evening.state import State


def head(state: "State") -> str:
    """The text of the ledger's head, from the state."""
    from mingg.core.interchange.tables import write_session

    keys = write_session(state.session)
    keys[LEDGER] = FORMAT
    if state.turn:
        keys[TURN] = state.turn
    if state.called != state.session.names:
        keys[CALLED] = state.called
    return json.dumps(keys)


def begin(state: "State", session: "Session", turn: int) -> None:
    """See Evening.begin()."""
    before = state.session, state.turn, state.called, state.ledger
    remove_unborn(state)
    ledger = Ledger(state.store, newest(state.store) + 1)
    unborn = ledger.name()
    state.session, state.turn, state.called, state.ledger = session, turn, session.names, ledger
    try:
        ledger.head = head(state)
        ledger.append([])
    except OSError:
        # A part of the file may exist. The next start must not open it.
        state.unborn = unborn
        state.session, state.turn, state.called, state.ledger = before
        remove_unborn(state)
        raise
    state.top = 0
    state.last_deal = state.free = None
    hold(state, None)


def sit(state: "State", turn: int, called: "list[str]") -> None:
    """See Evening.sit()."""
    before = state.turn, state.called
    state.turn, state.called = turn, called
    try:
        state.ledger.change_head(head(state))
    except OSError:
        state.turn, state.called = before
        raise
