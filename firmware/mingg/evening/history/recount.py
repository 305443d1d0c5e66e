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

    # The moves of counters in a recount: the Holdings to begin with (None: those at the start of the session), then for
    # each move the gains of all players, or the (trays, box) of a physical count.
    Moves = tuple[Holdings | None, list[Any]]


class _Notes:
    """Used in place of a Bank: notes the calls, and moves no counters. evening/holdings.py makes the moves later."""

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
    """Replaces a deal, and counts again. Returns the standing without holdings, the moves of the counters (None: there
    are none), and the first later deal in which East is another player (None: in none). ValueError: a deal is not
    possible any more; the message names it."""
    notes: "Any" = _Notes() if state.session.counted() else None
    history = History(state, notes)
    start = history.go_to(number)
    session = history.session
    old_table: "Table | None" = None  # the table as it was without the replacement
    moved = None
    for line in history.played[start:]:
        deal_number = session.deals + 1
        if moved is None and old_table is not None and old_table.east != session.table.east:
            moved = deal_number
        try:
            old = history.read(line) if line.kind == DEAL else None
            if old_table is None:  # the deal to replace
                old_table = Table(session.table.players)
                old_table.resume(session.table.east, session.table.round, session.table.streak)
                _advance(old_table, line, old, session)
                history.play(Line(DEAL, number, None, line.record), read_kept(write_kept(deal), session))
            else:
                if old_table is not None:
                    _advance(old_table, line, old, session)
                history.play(line, old)
        except ValueError as error:
            raise ValueError("deal %d: %s" % (deal_number, error))
    history.close()
    if old_table is None:
        raise ValueError("no deal %d stands" % number)
    if moved is None and old_table.east != session.table.east and not session.table.over():
        moved = session.deals + 1
    # Not the _Notes: an instance would keep this module in memory.
    return session.standing(), notes and (notes.held, notes.made), moved


def _advance(table: Table, line: Line, deal: "Deal | None", session: "Session") -> None:
    """Moves a table as an unchanged line did."""
    if deal is not None:
        if not table.over():
            table.advance(deal.winner, deals_next(deal, session.rules), not session.rules.on("winner_deals"))
    elif line.kind == LOST:
        from mingg.evening.history.lost import advance

        before, after = line.value
        advance(table, session.rules, before, after)
