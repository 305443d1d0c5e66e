"""Undo: takes back the last line that stands."""

from mingg.core.interchange.stood import AFTER, write_standing
from mingg.evening.history.records import find, standing_before
from mingg.evening.saving import commit, stand
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.table.session import Standing
    from mingg.evening.state import State


def below(state: "State") -> "tuple[Standing, int]":
    """The standing before the last line, and the record of the line before it (0: none). ValueError: no line stands."""
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
    """See Evening.undo()."""
    standing, previous = below(state)
    commit(state, [{"undo": 1, ON: previous, AFTER: write_standing(state.session, standing)}], previous)
    stand(state, standing)
