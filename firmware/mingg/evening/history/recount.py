"""Counts an evening again with one deal replaced."""

from mingg.core.interchange.kept import read_kept, write_kept
from mingg.core.replay import LOST, Line
from mingg.core.settlement.settle import deals_next
from mingg.core.table.session import DEAL
from mingg.core.table.table import Table
from mingg.evening.history.history import History

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session, Standing
    from mingg.evening.state import State


def recount(state: "State", number: int, deal: "Deal") -> "tuple[Standing, int | None]":
    """The standing if a deal is replaced, and the first deal after it in which East changes."""
    bank = None
    if state.session.counted():
        from mingg.core.counters.bank import new_bank

        bank = new_bank(state.session)
    history = History(state, bank)
    start = history.go_to(number)
    session = history.session
    was: "Table | None" = None  # the table without the change
    moved = None
    for line in history.played[start:]:
        at = session.deals + 1
        if moved is None and was is not None and was.east != session.table.east:
            moved = at
        try:
            found = history.read(line) if line.kind == DEAL else None
            if was is None:  # the line of the deal
                was = Table(session.table.players)
                was.resume(session.table.east, session.table.round, session.table.streak)
                _advance(was, line, found, session)
                history.play(Line(DEAL, number, None, line.record), read_kept(write_kept(deal), session))
            else:
                if was is not None:
                    _advance(was, line, found, session)
                history.play(line, found)
        except ValueError as error:
            raise ValueError("deal %d: %s" % (at, error))
    history.close()
    if was is None:
        raise ValueError("no deal %d stands" % number)
    if moved is None and was.east != session.table.east and not session.table.over():
        moved = session.deals + 1
    return session.standing(None if bank is None else bank.holdings()), moved


def _advance(table: Table, line: Line, deal: "Deal | None", session: "Session") -> None:
    """Moves a table on as a line did that was not changed."""
    if deal is not None:
        if not table.over():
            table.advance(deal.winner, deals_next(deal, session.rules), not session.rules.on("winner_deals"))
    elif line.kind == LOST:
        from mingg.evening.history.lost import advance

        before, after = line.value
        advance(table, session.rules, before, after)
