"""The last deal of an evening that stands."""

from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import BEFORE
from mingg.evening.history.records import find, fresh, stood_below
from mingg.evening.state import played
from mingg.ledger.kinds import CORRECT, COUNT, PAY
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.evening.state import Evening, Last


def last(evening: "Evening") -> "Last | None":
    """None where there is none, or it is lost."""
    try:
        return _last(evening)
    except ValueError:
        return None


def _last(evening: "Evening") -> "Last | None":
    top, session = evening.top, fresh(evening.session)
    while top:
        record = find(evening, top)
        if record is None or CORRECT in record:
            break  # what stood before the last deal is not what its record says
        if PAY in record or COUNT in record:
            top = record[ON]
            continue
        session.resume(*stood_below(record, top, session)[:2])
        return played(read_kept(record, session, (BEFORE, ON)), session)
    if not evening.session.deals:
        return None
    return played(*evening.deal(evening.session.deals))
