"""The counters of an evening, moved line by line."""

from mingg.core.interchange.stood import AFTER, read_stood
from mingg.core.kinds import COUNT
from mingg.evening import LOST
from mingg.holdings import new_bank

MYPY = False
if MYPY:
    from mingg.core.bank import Bank
    from mingg.evening import Evening
    from mingg.past.lines import Kept, Lines


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
    from mingg.past.lines import Lines
    from mingg.past.played import Played

    bank = new_bank(evening.session)
    session = Played(Lines(evening)).before(0, bank)[0]
    if session.balances != evening.session.balances:
        raise ValueError("not what stands")
    return bank
