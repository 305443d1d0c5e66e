"""The counters of an evening, as they lie on the table: moved after a deal, found out where a ledger does not say."""

from mingg.core.counters.bank import Bank
from mingg.core.counters.sets import counters_of
from mingg.core.table.session import START

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.evening.state import Evening


def new_bank(session: "Session") -> Bank:
    """As a session begins; for one that has counters."""
    found = counters_of(session.counters, len(session.names))
    if found is None:
        raise ValueError("no counters")
    return Bank(found, len(session.names))


def settle(evening: "Evening") -> bool:
    """Moves the counters of the last deal, or finds out how all of them lie; False where that is a guess."""
    bank = new_bank(evening.session)
    sure = True
    if evening.held is None:
        if evening.top:
            from mingg.evening.history.moved import lie

            try:
                bank = lie(evening)
            except ValueError:
                # So that they are worth what everybody has.
                sure = False
                bank.apply([balance - START for balance in evening.session.balances])
    else:
        bank.resume(evening.held)
        bank.apply(evening.due or [])
        evening.was = evening.held
    evening.held, evening.due = bank.holdings(), None
    return sure
