"""Takes back the last line, or replaces a deal and counts the evening again."""

import json

from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
from mingg.core.table.session import CORRECT
from mingg.evening.history.records import find, standing_before
from mingg.evening.saving import commit, stand
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Standing
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
        from mingg.evening.history.history import History

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
    from mingg.core.interchange.kept import write_kept
    from mingg.evening.holdings import settled

    session = state.session
    before = write_standing(session, session.standing(settled(state)))
    return {CORRECT: number, "deal": write_kept(deal), BEFORE: before}


def after_correct(state: "State", number: int, deal: "Deal") -> "tuple[list[int], int | None]":
    from mingg.evening.history.recount import recount

    record = json.dumps(_correction(state, number, deal))
    standing, moved = recount(state, number, deal)
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
