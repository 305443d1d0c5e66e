"""Counts an evening again with one deal replaced."""

from mingg.core.interchange.kept import read_kept, write_kept
from mingg.core.replay import LOST, Line
from mingg.core.settlement.settle import deals_next
from mingg.core.table.session import DEAL
from mingg.core.table.table import Table
from mingg.evening.history.history import History

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.sets import Holdings
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session, Standing
    from mingg.evening.state import State

    # The counters of a session that is counted again: the Holdings to begin with (None: those at its start), and what
    # follows: the gains of each player, or (trays, box) that were counted.
    Moves = tuple[Holdings | None, list[Any]]


class _Notes:
    """Stands for a Bank: notes what the Bank is told, and moves nothing. evening/holdings.py makes the moves later."""

    def __init__(self) -> None:
        self.held: "Holdings | None" = None
        self.made: "list[Any]" = []

    def resume(self, held: "Holdings") -> None:
        self.held = held
        self.made = []

    def apply(self, gains: "list[int]") -> None:
        self.made.append(gains)

    def counted(self, trays: "dict[int, list[int]]", box: "list[int] | None") -> None:
        self.made.append((trays, box))


def recount(state: "State", number: int, deal: "Deal") -> "tuple[Standing, Moves | None, int | None]":
    """If a deal is replaced: the standing, without holdings; how the counters get there (None: there are none); and the
    first deal after it in which East changes."""
    notes: "Any" = _Notes() if state.session.counted() else None
    history = History(state, notes)
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
    # Whoever keeps the notes themselves would keep this module.
    return session.standing(), notes and (notes.held, notes.made), moved


def _advance(table: Table, line: Line, deal: "Deal | None", session: "Session") -> None:
    """Moves a table on as a line did that was not changed."""
    if deal is not None:
        if not table.over():
            table.advance(deal.winner, deals_next(deal, session.rules), not session.rules.on("winner_deals"))
    elif line.kind == LOST:
        from mingg.evening.history.lost import advance

        before, after = line.value
        advance(table, session.rules, before, after)
