"""Counters that move outside deals: physical counts, and payments between two players."""

from mingg.core.counters.sets import Holdings, counters_of, worth
from mingg.core.table.session import BACK, COUNT, PAY, START

MYPY = False
if MYPY:
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
    return excess


def count(state: "State", trays: "dict[int, list[int]]", box: "list[int] | None") -> None:
    """Commits a physical count, which replaces the computed holdings. trays: by player; box: None if not counted.
    ValueError: the session has no counters, or not these."""
    from mingg.core.interchange.held import BOX, read_count
    from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
    from mingg.evening.holdings import settled
    from mingg.evening.saving import commit, hold

    session, held = state.session, settled(state)
    if held is None:
        raise ValueError("no counters")
    keys: "Json" = {COUNT: {session.names[player]: trays[player] for player in trays}}
    if box is not None:
        keys[BOX] = box
    read_count(keys, session)
    now = Holdings([trays.get(i, tray) for i, tray in enumerate(held.trays)], box or held.box, held.loans, held.open)
    keys[BEFORE] = write_standing(session, session.standing(held))
    keys[AFTER] = write_standing(session, session.standing(now))
    commit(state, [keys])
    hold(state, now)


def pay(state: "State", payments: "list[tuple[int, int, int]]", back: int = 0) -> None:
    """See Evening.pay()."""
    from mingg.core.interchange.stood import AFTER, BEFORE, read_pay, write_standing
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
