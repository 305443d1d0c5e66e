"""Payments between two players each, outside any deal."""

from mingg.core.interchange.stood import AFTER, BEFORE, read_pay, write_standing
from mingg.evening.history.records import fresh
from mingg.ledger.kinds import PAY

MYPY = False
if MYPY:
    from mingg.core.interchange.json_in import Json
    from mingg.evening.state import Evening


def pay(evening: "Evening", payments: "list[tuple[int, int, int]]") -> None:
    session = evening.session
    then = fresh(session)
    then.resume(session.standing(), session.deals)
    held = evening.holdings()
    bank = None
    if held is not None:
        from mingg.evening.holdings import new_bank

        bank = new_bank(session)
        bank.resume(held)
    records: "list[Json]" = []
    for source, to, points in payments:
        keys = {"from": session.names[source], "to": session.names[to], "points": points}
        record: "Json" = {PAY: keys}
        if bank is not None:
            # How counters lay cannot be told from how they lie.
            record[BEFORE] = write_standing(then, then.standing(), then.deals, held)
            gains = [0] * len(session.names)
            gains[source], gains[to] = -points, points
            bank.apply(gains)
            held = bank.holdings()
        then.pay(*read_pay(keys, session))
        record[AFTER] = write_standing(then, then.standing(), then.deals, held)
        records.append(record)
    if records:
        evening.commit(records)
        session.balances = then.balances
        evening.held, evening.was = held, None
