"""One record of a ledger, and how things stood before and after it."""

from mingg.core.interchange.stood import AFTER, BEFORE, read_pay, read_stood
from mingg.core.table.session import Session
from mingg.ledger.kinds import PAY
from mingg.ledger.reader import said
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.interchange.json_in import Json
    from mingg.core.interchange.stood import Stood
    from mingg.evening.state import Evening


def fresh(session: Session) -> Session:
    """The same people and rules, at the start."""
    return Session(session.names, session.rules, session.counters)


def read(text: str, number: int) -> "Json":
    """A record that is one; ValueError."""
    record = said(text)
    if not isinstance(record, dict) or not (AFTER in record or BEFORE in record):
        raise ValueError("no record")
    on = record.setdefault(ON, number - 1)
    if type(on) is not int or not 0 <= on < number:
        raise ValueError("no record to follow")
    return record


def find(evening: "Evening", number: int) -> "Json | None":
    """A record, looked for from the end; None where it is damaged."""
    ledger = evening.ledger
    for at in range(len(ledger.parts) - 1, -1, -1):
        records = ledger.part(at).records
        if records and records[0][0] <= number:
            for found, text in records:
                if found == number:
                    try:
                        return read(text, number)
                    except ValueError:
                        return None
            return None
    return None


def stood_below(record: "Json", number: int, session: Session) -> "Stood":
    """How things stood on the line below a record's: what is so when its line is taken back."""
    if BEFORE in record:
        return read_stood(record[BEFORE], BEFORE, session, number - 1)
    (east, round_number, streak, balances), deals, _ = read_stood(record[AFTER], AFTER, session)
    if PAY in record:
        source, to, points = read_pay(record[PAY], session)
        balances[source] += points
        balances[to] -= points
    return (east, round_number, streak, balances), deals, None


def stood_after(record: "Json", number: int, session: Session) -> "Stood":
    """How things stood once a record was played."""
    if AFTER in record:
        return read_stood(record[AFTER], AFTER, session)
    from mingg.core.interchange.kept import read_kept

    session.resume(*read_stood(record[BEFORE], BEFORE, session, number - 1)[:2])
    session.apply(read_kept(record, session, (BEFORE, ON)))
    return session.standing(), session.deals, None
