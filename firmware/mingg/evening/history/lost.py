"""What lines did that are lost: known from how things stood before them and after."""

from mingg.core.deal.deal import PASSES, STAYS
from mingg.core.table.table import Table

MYPY = False
if MYPY:
    from mingg.core.interchange.stood import Stood
    from mingg.core.rules import Rules
    from mingg.core.table.session import Session


def pass_over(session: "Session", before: "Stood", after: "Stood") -> None:
    """What a lost line did to the balances and the table."""
    if after[1] > before[1] and session.table.over():
        raise ValueError("the game is over")
    for i, balance in enumerate(after[0][3]):
        session.balances[i] += balance - before[0][3][i]
    session.deals += after[1] - before[1]
    advance(session.table, session.rules, before, after)


def advance(table: Table, rules: "Rules", before: "Stood", after: "Stood") -> None:
    """Moves a table on as a lost line did: as it stood then, or by one deal in the same way."""
    (east, round_number, streak, _), deals, _ = before
    next_east, next_round, next_streak, _ = after[0]
    if after[1] - deals == 1 and (table.east, table.round, table.streak) != (east, round_number, streak):
        then = Table(table.players)
        then.resume(east, round_number, streak)
        winner = "E" if next_streak > streak else None
        if next_round != round_number:
            moves = PASSES
        elif next_east == east:
            moves = STAYS
        else:
            seat = then.seat(next_east)
            moves = PASSES if seat == then.seats[1] else seat
        table.advance(winner, moves, not rules.on("winner_deals"))
    elif (east, round_number, streak) != (next_east, next_round, next_streak):
        table.resume(next_east, next_round, next_streak)
