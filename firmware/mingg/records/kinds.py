"""The records of a ledger, and how they are written. parse.py has those that are no played deal.

A record is a line of a session in the interchange format, with the standing before it and the standing after it. So the
last record is enough to continue an evening, taking it back needs nothing else, and a damaged record costs only itself.
"""

import json
from typing import Any

from mingg.core.counters.sets import Holdings
from mingg.core.table.session import DEAL, UNDO, Session, Standing
from mingg.records.line import FORMAT, Json

# The record that this one follows, if that is not the record before it. A line that names the record before it was
# entered together with the line of that record: both are taken back together.
ON = "on"
# Keys of a head beside those of a session's first line: the format, who sits where, and the present names of the
# players; of an evening that a club's director began: the club, the sitting, the id of the request. See also FIRST.
LEDGER, TURN, CALLED, CLUB = "ledger", "turn", "called", "club"
BEGUN = "start"  # a key of a session's first line: the standing at its start, if it goes on from another session
# A key of a deal beside those of the interchange format: known tiles of hands of sets, by seat.
NAMED = "named"
BEFORE, AFTER = "before", "after"  # keys of a record: the standing before it, or after it
MOST_POINTS = 999999999999  # of a balance: more than an evening can have
# Keys of a standing: the holdings of counters; the next deal is a Goulash; who sits where after a swap.
HELD, GOULASH, SITS = "held", "goulash", "sits"


class Record:
    """number  from 1; 0 before it is in the ledger
    on      the record that it follows, or for an undo, the one that stands after it; 0: none
    before  the Standing before it; None for an undo
    after   the Standing after it. Without holdings, although there are counters, they have not moved yet.
    joined  it was entered together with the record before it
    """

    kind = UNDO
    joined = False
    number = on = 0
    before: "Any" = None  # Any: the kind says which of them are there
    after: "Any" = None

    def line(self, names: "list[str]") -> "Json":
        """The line of a session. names: of the players."""
        return {UNDO: 1}


class Dealt(Record):
    """A deal as it was played. keys: its object in the interchange format, with NAMED."""

    kind = DEAL

    def __init__(self, keys: "Json") -> None:
        self.keys = keys

    def line(self, names: "list[str]") -> "Json":
        return dict(self.keys)


def write(record: Record, names: "list[str]") -> str:
    """The text of a record. names: of the players."""
    keys = record.line(names)
    if record.joined or record.on != record.number - 1:
        keys[ON] = record.on
    if record.before is not None:
        keys[BEFORE] = write_standing(record.before, names)
    keys[AFTER] = write_standing(record.after, names)
    return json.dumps(keys)


def write_standing(standing: "Standing", names: "list[str]") -> "Json":
    """The object of a standing. names: of the players."""
    keys: "Json" = {
        "deals": standing.deals,
        "east": names[standing.east],
        "round": standing.round,
        "balances": standing.balances,
    }
    if standing.streak:
        keys["streak"] = standing.streak
    if standing.goulash:
        keys[GOULASH] = True
    if standing.sits is not None:
        keys[SITS] = standing.sits
    if standing.held is not None:
        keys[HELD] = write_holdings(standing.held)
    return keys


def write_holdings(holdings: "Holdings") -> "Json":
    """The object of holdings; lists are by player."""
    keys: "Json" = {"trays": holdings.trays, "box": holdings.box}
    for key, values in (("loans", holdings.loans), ("open", holdings.open)):
        if any(values):
            keys[key] = values
    if holdings.lent:
        keys["lent"] = [list(loan) for loan in holdings.lent]
    return keys


# ---- the head ----


def write_head(session: "Session", turn: int, called: "list[str]", club: "list[Any] | None") -> str:
    """The text of a head. turn, called, club: see Evening."""
    from mingg.core.interchange.tables import write_session

    keys = write_session(session)
    if session.start is not None:
        keys[BEGUN] = write_standing(session.start, session.names)
    keys[LEDGER] = FORMAT
    if turn:
        keys[TURN] = turn
    if called != session.names:
        keys[CALLED] = called
    if club is not None:
        keys[CLUB] = club
    return json.dumps(keys)
