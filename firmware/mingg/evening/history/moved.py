"""The counters of an evening, moved line by line."""

from mingg.core.interchange.stood import AFTER, read_stood
from mingg.evening.holdings import new_bank
from mingg.evening.state import LOST
from mingg.ledger.kinds import COUNT

MYPY = False
if MYPY:
    from mingg.core.counters.bank import Bank
    from mingg.evening.history.lines import Kept, Lines
    from mingg.evening.state import Evening


def move(lines: "Lines", line: "Kept", before: "list[int]", after: "list[int]", bank: "Bank") -> None:
    """Moves the counters of a line by which balances change so."""
    number, kind, value = line
    if kind == COUNT:
        record = lines.record(number)
        stood = read_stood(record[AFTER], AFTER, lines.session)
        if stood[2] is None:
            from mingg.core.interchange.held import read_count

            bank.counted(*read_count(record, lines.session))
            return
    elif kind == LOST:
        stood = value[1]
    if kind in (COUNT, LOST) and stood[2] is not None:
        bank.lie(stood[2], [now - then for now, then in zip(after, stood[0][3])])
    else:
        bank.apply([now - then for now, then in zip(after, before)])


def lie(evening: "Evening") -> "Bank":
    """How the counters lie, found out by playing it all again; ValueError."""
    from mingg.evening.history.lines import Lines
    from mingg.evening.history.played import Played

    bank = new_bank(evening.session)
    session = Played(Lines(evening)).before(0, bank)[0]
    if session.balances != evening.session.balances:
        raise ValueError("not what stands")
    return bank
