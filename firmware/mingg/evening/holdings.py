"""The counters of an evening. They are moved after a deal, or computed from all lines if the ledger lacks them."""

from mingg.core.counters.bank import new_bank
from mingg.core.table.session import START

MYPY = False
if MYPY:
    from mingg.core.counters.sets import Holdings
    from mingg.core.table.session import Session
    from mingg.evening.history.recount import Moves
    from mingg.evening.state import State


def settled(state: "State") -> "Holdings | None":
    """The counters of all players after the last deal; None if there are none."""
    if state.unsettled():
        settle(state)
    return state.held


def moved(session: "Session", moves: "Moves") -> "Holdings":
    """The counters of all players after the moves of a recount."""
    bank = new_bank(session)
    held, moves_made = moves
    if held is not None:
        bank.resume(held)
    for move in moves_made:
        if isinstance(move, tuple):
            bank.counted(*move)
        else:
            bank.apply(move)
    return bank.holdings()


def settle(state: "State") -> bool:
    """Moves the counters of the last deal, or computes all holdings from the lines. Returns False if they are a
    guess."""
    session = state.session
    bank = new_bank(session)
    sure = True
    if state.held is not None:
        bank.resume(state.held)
        bank.apply(state.due or [])
        state.held_before = state.held
    elif state.top:
        from mingg.evening.history.history import History

        try:
            history = History(state, bank)
            history.go_to(0)
            sure = history.session.balances == session.balances
        except ValueError:
            sure = False
        if not sure:
            # A guess that is at least worth the balances.
            bank = new_bank(session)
            bank.apply([balance - START for balance in session.balances])
    state.held, state.due = bank.holdings(), None
    return sure
