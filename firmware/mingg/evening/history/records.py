"""One record of a ledger, and the standings before and after it."""

from mingg.core.interchange.json_in import read_pay
from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, BEFORE, read_standing
from mingg.core.table.session import CORRECT, PAY
from mingg.ledger.reader import parse_record
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session, Standing
    from mingg.evening.state import State


def parse(text: str, number: int) -> "Json":
    """Parses a record, and adds ON, the record that it follows. ValueError: the text is no valid record."""
    record = parse_record(text)
    if not isinstance(record, dict) or not (AFTER in record or BEFORE in record):
        raise ValueError("no record")
    previous = record.setdefault(ON, number - 1)
    if type(previous) is not int or not 0 <= previous < number:
        raise ValueError("no record to follow")
    return record


def find(state: "State", number: int) -> "Json | None":
    """Reads a record, searching from the end of the ledger; None if it is damaged."""
    ledger = state.ledger
    for part in range(len(ledger.parts) - 1, -1, -1):
        last = ledger.part(part, number).records
        if last:
            try:
                return parse(last[0][1], number) if last[0][0] == number else None
            except ValueError:
                return None
    return None


def standing_before(record: "Json", number: int, session: "Session") -> "Standing":
    """The standing before the line of a record, to which taking it back returns."""
    if BEFORE in record:
        return read_standing(record[BEFORE], BEFORE, session, number - 1)
    standing = read_standing(record[AFTER], AFTER, session)
    if PAY in record:
        source, to, points = read_pay(record[PAY], session)
        standing.balances[source] += points
        standing.balances[to] -= points
    session = session.begun()
    session.resume(standing)
    return session.standing()  # earlier holdings cannot be derived from later ones


def standing_after(record: "Json", number: int, session: "Session") -> "Standing":
    """The standing after the line of a record."""
    if AFTER in record:
        return read_standing(record[AFTER], AFTER, session)
    session = session.begun()
    session.resume(read_standing(record[BEFORE], BEFORE, session, number - 1))
    session.apply(read_deal(record, session))
    return session.standing()


def read_deal(record: "Json", session: "Session") -> "Deal":
    """The deal of a record, or the new deal of a correction, checked against the table of the session."""
    if CORRECT in record:
        return read_kept(record.get("deal"), session)
    return read_kept(record, session, (BEFORE, ON))
