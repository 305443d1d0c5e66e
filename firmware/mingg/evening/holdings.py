"""The counters of an evening. They are moved after a deal, or computed from all lines if the ledger lacks them."""

from mingg.core.counters.bank import new_bank
from mingg.core.table.session import START

MYPY = False
if MYPY:
    from mingg.core.counters.sets import Holdings
    from mingg.core.table.session import Session
    from mingg.evening.state import State


def settled(state: "State") -> "Holdings | None":
    """The counters of all players after the last deal; None if there are none."""
    if state.unsettled():
        settle(state)
    return state.held


def moved(session: "Session", held: "Holdings", gains: "list[int]") -> "Holdings":
    """The counters of all players after an exchange. gains: what each player gains."""
    bank = new_bank(session)
    bank.resume(held)
    bank.apply(gains)
    return bank.holdings()


def settle(state: "State") -> bool:
    """Moves the counters of the last deal, or computes all holdings from the lines. Returns False if they are a
    guess."""
    session = state.session
    sure = True
    if state.held is not None:
        state.held_before = state.held
        state.held = moved(session, state.held, state.due or [])
    elif state.top:
        from mingg.evening.history.history import History

        bank = new_bank(session)
        sure = History(state).move(bank)
        if not sure:
            # A guess that is at least worth the balances.
            bank = new_bank(session)
            bank.apply([balance - START for balance in session.balances])
        state.held = bank.holdings()
    else:
        state.held = new_bank(session).holdings()
    state.due = None
    return sure
