"""What moves points or counters beside the deals: payments, physical counts, and loans between players."""

from mingg.core.counters.sets import Holdings, set_of, worth
from mingg.core.table.session import COUNT, LOAN, PAY, START, Session
from mingg.evening.counters import holdings, moved
from mingg.evening.evening import Evening
from mingg.records.kinds import Record
from mingg.records.parse import read_line

Transfer = tuple[int, int, int]  # player who gives, player who receives, points


def pay(evening: "Evening", payments: "list[Transfer]", back: int = 0) -> "Record | None":
    """Commits payments outside deals: (player who pays, player who receives, points) each, which are taken back as one.
    back: the number of the earlier payment that the first one takes back; the others take back those after it; 0: none.
    Returns the last record. Raises ValueError, and OSError: then nothing has changed."""
    held = holdings(evening)
    session = evening.session.copy()
    records: "list[Record]" = []
    for source, to, points in payments:
        if source == to or points <= 0 or points % 2:
            raise ValueError("no payment")
        session.pay(source, to, points)
        if held is not None:
            gains = [0] * len(session.names)
            gains[source], gains[to] = -points, points
            held = moved(session, held, gains)[1]
        record = Record(PAY, (source, to, points), back and back + len(records))
        record.after = session.standing(held)
        records.append(record)
    return _commit(evening, records)


def count(
    evening: "Evening", trays: "dict[int, list[int]]", box: "list[int] | None", lent: "Transfer | None" = None
) -> "Record | None":
    """Commits a physical count, which replaces the computed holdings. trays: by player; box: None if not counted; lent:
    what one player lent another then. Raises ValueError: the session has no counters, or not these. Raises OSError."""
    return _counted(evening, [Record(COUNT, trays, box, lent)])


def lend(evening: "Evening", loans: "list[Transfer]") -> None:
    """Commits loans of counters: (player who lends, player who borrows, points) each. Balances stay. ValueError: the
    session has no counters, a lender has too little, or there is no change; then nothing has changed."""
    from mingg.core.counters.exchange import lend_counters, values_of

    session, held = evening.session, holdings(evening)
    records: "list[Record]" = []
    for loan in loans:
        after = lend_counters(values_of(session), held, *loan)
        trays = {player: tray for player, tray in enumerate(after.trays) if tray != held.trays[player]}
        records.append(Record(LOAN, trays, after.box if after.box != held.box else None, loan))
        held = after
    _counted(evening, records)


def _counted(evening: "Evening", records: "list[Record]") -> "Record | None":
    """Commits counts: each replaces what it names, from the holdings before it."""
    from mingg.core.counters.exchange import counted

    session, held = evening.session, holdings(evening)
    for record in records:
        read_line(record.line(session.names), session)  # ValueError: no counters, or impossible ones
        held = counted(held, *record.what)
        record.after = session.standing(held)
    return _commit(evening, records)


def _commit(evening: "Evening", records: "list[Record]") -> "Record | None":
    if not records:
        return None
    for record in records[1:]:
        record.joined = True
    evening.commit(records, evening.last)
    return records[-1]


def drift(session: "Session", held: "Holdings", player: int, tray: "list[int]") -> int:
    """How many points a tray is worth more than its player's balance says; negative: less. The session has counters."""
    start_set = set_of(session)
    gained = worth(tray, start_set.values) - worth(start_set.start, start_set.values)
    excess: "int" = gained - held.loans[player] + held.open[player] - (session.balances[player] - START)
    for lender, borrower, points in held.lent:
        excess += points * ((player == lender) - (player == borrower))
    return excess
