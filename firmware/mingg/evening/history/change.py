"""Takes back the last line, or replaces a deal and counts the evening again."""

import json

from mingg.core.interchange.kept import read_kept, write_kept
from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
from mingg.core.replay import LOST, Line
from mingg.core.settlement.answer import deals_next
from mingg.core.table.session import CORRECT, DEAL
from mingg.core.table.table import Table
from mingg.evening.history.history import History
from mingg.evening.history.records import find, standing_before
from mingg.evening.holdings import settled
from mingg.evening.saving import commit, stand
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session, Standing
    from mingg.evening.state import State


def below(state: "State") -> "tuple[Standing, int]":
    """The standing after the last line is taken back, and the record of the line that is the last one then."""
    if state.top:
        record = find(state, state.top)
        try:
            if record is not None:
                return standing_before(record, state.top, state.session), record[ON]
        except ValueError:
            pass
        history = History(state)
        lines = history.standing
        if lines:
            return history.below(lines[-1]), lines[-2].record if len(lines) > 1 else 0
    raise ValueError("nothing is left to take back")


def undo(state: "State") -> None:
    standing, on = below(state)
    commit(state, [{"undo": 1, ON: on, AFTER: write_standing(state.session, standing)}], on)
    stand(state, standing)


def _correction(state: "State", number: int, deal: "Deal") -> "Json":
    session = state.session
    before = write_standing(session, session.standing(settled(state)))
    return {CORRECT: number, "deal": write_kept(deal), BEFORE: before}


def after_correct(state: "State", number: int, deal: "Deal") -> "tuple[list[int], int | None]":
    record = json.dumps(_correction(state, number, deal))
    standing, moved = _recount(state, number, deal)
    state.recounted = record, state.moment(), standing
    return list(standing.balances), moved


def correct(state: "State", number: int, deal: "Deal") -> None:
    record = _correction(state, number, deal)
    if state.recounted is None or state.recounted[:2] != (json.dumps(record), state.moment()):
        after_correct(state, number, deal)  # mostly that was asked just before
    standing: "Standing" = state.recounted[2]
    record[AFTER] = write_standing(state.session, standing)
    commit(state, [record])
    stand(state, standing)


def _recount(state: "State", number: int, deal: "Deal") -> "tuple[Standing, int | None]":
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
