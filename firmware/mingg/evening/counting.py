"""Counters counted: how far somebody's are from what they should be, and the record that says how they lie."""

from mingg.core.counters.sets import counters_of, worth
from mingg.core.table.session import START

MYPY = False
if MYPY:
    from mingg.core.counters.bank import Holdings
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session
    from mingg.evening.state import Evening


def drift(session: "Session", held: "Holdings", player: int, tray: "list[int]") -> int:
    """By how many points a tray is worth more than it should be by its player's balance."""
    found = counters_of(session.counters, len(session.names))
    if found is None:
        return 0
    _, _, loans, left = held
    more = worth(tray, found.values) - worth(found.start, found.values)
    return more - loans[player] + left[player] - (session.balances[player] - START)


def count(evening: "Evening", player: "int | None", tray: "list[int]") -> None:
    """Commits what a player holds, or the box where he is None."""
    from mingg.core.interchange.held import BOX, COUNT, read_count
    from mingg.core.interchange.stood import AFTER, BEFORE, write_standing

    session, held = evening.session, evening.holdings()
    if held is None:
        raise ValueError("no counters")
    keys: "Json" = {COUNT: {} if player is None else {session.names[player]: tray}}
    if player is None:
        keys[BOX] = tray
    trays, box = read_count(keys, session)
    now = [trays.get(i, each) for i, each in enumerate(held[0])], box or held[1], held[2], held[3]
    keys[BEFORE] = write_standing(session, session.standing(), session.deals, held)
    keys[AFTER] = write_standing(session, session.standing(), session.deals, now)
    evening.commit([keys])
    evening.held, evening.was = now, None
