"""Counters that move outside deals: physical counts, and payments between two players."""

from mingg.core.counters.sets import counters_of, worth
from mingg.core.table.session import BACK, COUNT, PAY, START

MYPY = False
if MYPY:
    from mingg.core.counters.sets import Holdings
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session
    from mingg.evening.state import State


def drift(session: "Session", held: "Holdings", player: int, tray: "list[int]") -> int:
    """How many points a tray is worth more than its player's balance says; negative: less."""
    start_set = counters_of(session.counters, len(session.names))
    if start_set is None:
        return 0
    gained = worth(tray, start_set.values) - worth(start_set.start, start_set.values)
    excess: "int" = gained - held.loans[player] + held.open[player] - (session.balances[player] - START)
    for lender, borrower, points in held.lent:
        excess += points * ((player == lender) - (player == borrower))
    return excess


def _count(
    session: "Session",
    held: "Holdings",
    trays: "dict[int, list[int]]",
    box: "list[int] | None",
    lent: "tuple[int, int, int] | None",
) -> "tuple[Json, Holdings]":
    """The record of a physical count, and the holdings after it. ValueError: impossible counters."""
    from mingg.core.counters.bank import new_bank
    from mingg.core.interchange.held import BOX, LENT, read_count
    from mingg.core.interchange.stood import AFTER, BEFORE, write_standing

    keys: "Json" = {COUNT: {session.names[player]: trays[player] for player in trays}}
    if box is not None:
        keys[BOX] = box
    if lent is not None:
        source, to, points = lent
        keys[LENT] = {"from": session.names[source], "to": session.names[to], "points": points}
    read_count(keys, session)
    bank = new_bank(session)
    bank.resume(held)
    bank.counted(trays, box, lent)
    keys[BEFORE] = write_standing(session, session.standing(held))
    keys[AFTER] = write_standing(session, session.standing(bank.holdings()))
    return keys, bank.holdings()


def count(
    state: "State",
    trays: "dict[int, list[int]]",
    box: "list[int] | None",
    lent: "tuple[int, int, int] | None" = None,
) -> None:
    """Commits a physical count, which replaces the computed holdings. trays: by player; box: None if not counted; lent:
    what one player lent another then. ValueError: the session has no counters, or not these."""
    from mingg.evening.holdings import settled
    from mingg.evening.saving import commit, hold

    held = settled(state)
    if held is None:
        raise ValueError("no counters")
    record, now = _count(state.session, held, trays, box, lent)
    commit(state, [record])
    hold(state, now)


def lend(state: "State", loans: "list[tuple[int, int, int]]") -> None:
    """Commits loans of counters: (player who lends, player who borrows, points) each. Balances stay. ValueError: the
    session has no counters, a lender has too little, or there is no change; then nothing has changed."""
    from mingg.core.counters.bank import new_bank
    from mingg.evening.holdings import settled
    from mingg.evening.saving import commit, hold

    session, held = state.session, settled(state)
    if held is None:
        raise ValueError("no counters")
    bank = new_bank(session)
    records: "list[Json]" = []
    for loan in loans:
        bank.resume(held)
        bank.lend(*loan)
        trays = {player: tray for player, tray in enumerate(bank.trays) if tray != held.trays[player]}
        record, held = _count(session, held, trays, bank.box if bank.box != held.box else None, loan)
        records.append(record)
    commit(state, records)
    hold(state, held)


def pay(state: "State", payments: "list[tuple[int, int, int]]", back: int = 0) -> None:
    """See Evening.pay()."""
    from mingg.core.interchange.json_in import read_pay
    from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
    from mingg.evening.holdings import settled
    from mingg.evening.saving import commit, hold

    session, held = state.session, settled(state)
    copy = session.copy()
    bank = None
    if held is not None:
        from mingg.core.counters.bank import new_bank

        bank = new_bank(session)
        bank.resume(held)
    records: "list[Json]" = []
    for source, to, points in payments:
        keys = {"from": session.names[source], "to": session.names[to], "points": points}
        record: "Json" = {PAY: keys}
        if back:
            record[BACK] = back
        if bank is not None:
            # Taking the payment back needs them: earlier holdings cannot be derived from later ones.
            record[BEFORE] = write_standing(copy, copy.standing(held))
            gains = [0] * len(session.names)
            gains[source], gains[to] = -points, points
            bank.apply(gains)
            held = bank.holdings()
        copy.pay(*read_pay(keys, session))
        record[AFTER] = write_standing(copy, copy.standing(held))
        records.append(record)
    if records:
        commit(state, records)
        session.balances = copy.balances
        hold(state, held)
