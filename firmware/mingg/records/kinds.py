"""The records of a ledger: the fields of each kind, and how they are written. parse.py reads them by the same rows.

A record is a line of a session in the interchange format, with the standing before it and the standing after it. So the
last record is enough to continue an evening, taking it back needs nothing else, and a damaged record costs only itself.
"""

import json
from typing import Any, Sequence

from mingg.core.table.session import BACK, BOX, CORRECT, COUNT, DEAL, LENT, LOAN, PAY, SWAP, UNDO, Session, Standing
from mingg.records.line import FORMAT, Json

# The record that this one follows, if that is not the record before it. A line that names the record before it was
# entered together with the line of that record: both are taken back together.
ON = "on"
# Keys of a head beside those of a session's first line: the format, who sits where, and the present names of the
# players; of an evening that a club's director began: the club, the sitting, the id of the request. See also FIRST.
LEDGER, TURN, CALLED, CLUB = "ledger", "turn", "called", "club"
BEGUN = "start"  # a key of a session's first line: the standing at its start, if it goes on from another session
BEFORE, AFTER = "before", "after"  # keys of a record: the standing before it, or after it
MOST_POINTS = 999999999999  # of a balance: more than an evening can have
# Keys of a standing: the holdings of counters; the next deal is a Goulash; who sits where after a swap.
HELD, GOULASH, SITS = "held", "goulash", "sits"

# What a field is. Players are numbers, and names where they are written: PLAYER, two PLAYERS, the TRAYS of some, a
# TRANSFER (who gives, who receives, points). ALL_TRAYS, POINTS and COUNTS have a value for each player.
NUMBER, FLAG, PLAYER, PLAYERS, TRANSFER, TRAY, TRAYS, ALL_TRAYS, POINTS, COUNTS, LOANS, HOLDINGS, OBJECT = range(13)
NEEDED = -1
# Rows of (key, kind, what it is if the key is left out; [] for a list: also if all in it are 0). In the order of
# Standing:
STANDING: "tuple[Any, ...]" = (
    ("deals", NUMBER, NEEDED),
    ("east", PLAYER, NEEDED),
    ("round", NUMBER, NEEDED),
    ("balances", POINTS, NEEDED),
    ("streak", NUMBER, 0),
    (GOULASH, FLAG, False),
    (SITS, POINTS, None),
    (HELD, HOLDINGS, None),
)
# In the order of Holdings:
HELD_ROWS: "tuple[Any, ...]" = (
    ("trays", ALL_TRAYS, NEEDED),
    ("box", TRAY, NEEDED),
    ("loans", COUNTS, []),
    ("open", POINTS, []),
    ("lent", LOANS, []),
)
PAID: "tuple[Any, ...]" = (("from", PLAYER, NEEDED), ("to", PLAYER, NEEDED), ("points", NUMBER, NEEDED))
# The line of each kind of record. A deal is its object alone.
LINES: "dict[str, tuple[Any, ...]]" = {
    UNDO: ((UNDO, OBJECT, NEEDED),),
    CORRECT: ((CORRECT, NUMBER, NEEDED), (DEAL, OBJECT, NEEDED)),
    PAY: ((PAY, TRANSFER, NEEDED), (BACK, NUMBER, 0)),
    COUNT: ((COUNT, TRAYS, NEEDED), (BOX, TRAY, None), (LENT, TRANSFER, None)),
    # Two players change places in all deals of the evening, also in those before. A session's file has no such line: it
    # names everybody where they are at the end. In a ledger a name stands for a player, as at the start.
    SWAP: ((SWAP, PLAYERS, NEEDED),),
}
LINES[LOAN] = LINES[COUNT]


class Record:
    """kind    a kind of lines; UNDO, DEAL, CORRECT, PAY, COUNT, LOAN or SWAP
    what    its fields, by LINES: of a DEAL and a CORRECT the last one is the object of the deal, with its NAMED tiles;
            a PAY has the number of the payment that it takes back, among those that stood; a COUNT has no box if that
            was not counted; a LOAN is a count at which one player lent another counters
    number  from 1; 0 before it is in the ledger
    on      the record that it follows, or for an undo, the one that stands after it; 0: none
    before  the Standing before it; None for an undo
    after   the Standing after it. Without holdings, although there are counters, they have not moved yet.
    joined  it was entered together with the record before it
    """

    joined = False
    number = on = 0
    before: "Any" = None  # Any: the kind says which of them are there
    after: "Any" = None

    def __init__(self, kind: str, *what: "Any") -> None:
        self.kind, self.what = kind, what

    def line(self, names: "list[str]") -> "Json":
        """The line of a session. names: of the players."""
        return dict(self.what[0]) if self.kind == DEAL else write_fields(self.what, LINES[self.kind], names)


def write_fields(values: "Sequence[Any]", rows: "tuple[Any, ...]", names: "list[str]") -> "Json":
    """The object of values by their rows."""
    keys: "Json" = {}
    for (key, kind, default), value in zip(rows, values):
        if not any(value) if default == [] else value == default:
            continue
        if kind == PLAYER:
            value = names[value]
        elif kind == PLAYERS:
            value = [names[player] for player in value]
        elif kind == TRAYS:
            value = {names[player]: tray for player, tray in value.items()}
        elif kind == TRANSFER:
            value = write_fields(value, PAID, names)
        elif kind == LOANS:
            value = [list(loan) for loan in value]
        elif kind == HOLDINGS:
            value = write_fields(value, HELD_ROWS, names)
        keys[key] = value
    return keys


def write_standing(standing: "Standing", names: "list[str]") -> "Json":
    """The object of a standing. names: of the players."""
    return write_fields(standing, STANDING, names)


def write(record: Record, names: "list[str]") -> str:
    """The text of a record. names: of the players. BadInput: a balance could not be read again."""
    if max([abs(balance) for balance in record.after.balances]) > MOST_POINTS:
        from mingg.core.values import BadInput

        raise BadInput("", "no evening has so many points. Use fewer.")
    keys = record.line(names)
    if record.joined or record.on != record.number - 1:
        keys[ON] = record.on
    if record.before is not None:
        keys[BEFORE] = write_standing(record.before, names)
    keys[AFTER] = write_standing(record.after, names)
    return json.dumps(keys)


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
