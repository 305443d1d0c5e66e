"""Replays lost lines: what they did follows from the standings before and after them."""

from mingg.core.deal.deal import PASSES, STAYS
from mingg.core.table.table import Table

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.core.table.session import Session, Standing


def pass_over(session: "Session", before: "Standing", after: "Standing") -> None:
    """Applies the effect of lost lines on balances, deals and table to a session."""
    if after.deals > before.deals and session.table.over():
        raise ValueError("the game is over")
    for i, balance in enumerate(after.balances):
        session.balances[i] += balance - before.balances[i]
    session.deals += after.deals - before.deals
    advance(session.table, session.rules, before, after)


def advance(table: Table, rules: "Rules", before: "Standing", after: "Standing") -> None:
    """Moves a table as lost lines did: to its place after them. If a correction has put it elsewhere, moves it by one
    deal that ended in the same way."""
    place = table.east, table.round, table.streak
    recorded = before.east, before.round, before.streak
    if after.deals - before.deals == 1 and place != recorded:
        table_before = Table(table.players)
        table_before.resume(before.east, before.round, before.streak)
        winner = "E" if after.streak > before.streak else None
        if after.round != before.round:
            moves = PASSES
        elif after.east == before.east:
            moves = STAYS
        else:
            seat = table_before.seat(after.east)
            moves = PASSES if seat == table_before.seats[1] else seat
        table.advance(winner, moves, not rules.on("winner_deals"))
    elif recorded != (after.east, after.round, after.streak):
        table.resume(after.east, after.round, after.streak)
