"""The last deal of an evening that stands."""

from mingg.core.table.session import CORRECT, COUNT, PAY
from mingg.evening.history.records import find, read_deal, standing_before
from mingg.evening.state import played
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.evening.state import Last, State


def last(state: "State") -> "Last | None":
    """The last deal that stands; None if there is none, or it is lost."""
    try:
        return _last(state)
    except ValueError:
        return None


def _last(state: "State") -> "Last | None":
    top, session = state.top, state.session.begun()
    while top:
        record = find(state, top)
        if record is None or CORRECT in record:
            break  # the record does not have the standing before the last deal
        if PAY in record or COUNT in record:
            top = record[ON]
            continue
        session.resume(standing_before(record, top, session))
        return played(read_deal(record, session), session)
    if not state.session.deals:
        return None
    from mingg.evening.history.history import History

    return played(*History(state).deal(state.session.deals))
