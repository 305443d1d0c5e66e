"""Who holds which counters: payments and loans move them. Holdings do not change; each function returns new ones.

The worth of a tray, less the loans, plus `open` and what the player lent, is what the player began with plus all gains;
as long as the real trays are like these.
"""

from typing import Any

from mingg.core.counters.exchange import Exchange, NoExchange, Trays, exchange
from mingg.core.counters.sets import Holdings, counters_of, lend, worth
from mingg.core.table.session import Session


def values_of(session: "Session") -> "list[int]":
    """The values of the counters of a session. ValueError: it has none."""
    start_set = counters_of(session.counters, len(session.names))
    if start_set is None:
        raise ValueError("no counters")
    return list(start_set.values)


def at_start(session: "Session") -> Holdings:
    """The holdings at the start of a session that has counters."""
    if session.start is not None and session.start.held is not None:
        held: Holdings = session.start.held
        return held
    players = len(session.names)
    start_set: "Any" = counters_of(session.counters, players)
    return Holdings([start_set.start] * players, start_set.box, [0] * players, [0] * players, [])


def pay(values: "list[int]", held: Holdings, net: "list[int]") -> "tuple[Exchange, Holdings]":
    """Makes the payments of a deal, and those still open. net: points that each player gains.

    A player with a loan pays it back first, out of their gain: the box, then the players who lent them counters. What
    the counters cannot settle stays open (see payable.py). If nobody gains anything, no counters move, and open
    payments wait.
    """
    trays, box, loans, left, lent = held
    due = [gain + more for gain, more in zip(net, left)] if any(net) else [0] * len(net)
    gains, back = due, [max(0, min(gain, loan)) for gain, loan in zip(due, loans)]
    rest = [gain - points for gain, points in zip(due, back)]
    wins, after = list(gains), lent
    for lender, borrower, points in lent:
        points = max(0, min(points, rest[borrower]))
        rest[borrower] -= points
        wins[lender] += points
        wins[borrower] -= points
        after = lend(after, borrower, lender, points)
    try:
        moves = exchange(values, trays, wins, box, back)
    except NoExchange:
        from mingg.core.counters.payable import payable

        after = lent
        gains, back = payable(values, trays, due, box, loans)
        moves = exchange(values, trays, gains, box, back)
    trays, box = _moved(trays, box, moves)
    loans = [loan + lends - points for loan, lends, points in zip(loans, moves.loans, back)]
    left = [points + wins - gain for points, wins, gain in zip(left, net, gains)]
    return moves, Holdings(trays, box, loans, left, after)


def lend_counters(values: "list[int]", held: Holdings, lender: int, borrower: int, points: int) -> Holdings:
    """Makes a loan between two players. ValueError: the lender has too little, or there is no change."""
    trays, box, loans, left, lent = held
    if worth(trays[lender], values) < points:
        raise ValueError("too few counters")
    gains = [0] * len(trays)
    gains[lender], gains[borrower] = -points, points
    trays, box = _moved(trays, box, exchange(values, trays, gains, box))
    return Holdings(trays, box, loans, left, lend(lent, lender, borrower, points))


def counted(
    held: Holdings,
    trays: "dict[int, list[int]]",
    box: "list[int] | None",
    lent: "tuple[int, int, int] | None" = None,
) -> Holdings:
    """Replaces trays by player, and the box (None: not counted), by a physical count. lent: what one player lent
    another then."""
    all_trays = [trays.get(player, tray) for player, tray in enumerate(held.trays)]
    after = lend(held.lent, *lent) if lent is not None else held.lent
    return Holdings(all_trays, held.box if box is None else box, held.loans, held.open, after)


def _moved(trays: "Trays", box: "list[int]", moves: "Exchange") -> "tuple[Trays, list[int]]":
    """The trays and the box after an exchange."""
    after = [
        [count - out + into for count, out, into in zip(tray, put, take)]
        for tray, put, take in zip(trays, moves.puts, moves.takes)
    ]
    return after, [count - given for count, given in zip(box, moves.box)]
