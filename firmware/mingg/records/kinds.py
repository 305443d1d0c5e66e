"""The records of a ledger, a class for each kind, and how each is written.

A record is a line of a session in the interchange format, with the standing before it and the standing after it. So the
last record is enough to continue an evening, taking it back needs nothing else, and a damaged record costs only itself.
"""

import json

from mingg.core.table.session import BACK, BOX, CORRECT, COUNT, DEAL, LENT, LOAN, PAY, SWAP, UNDO
from mingg.records.line import FORMAT

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.sets import Holdings
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session, Standing
    from mingg.records.line import Json

    Transfer = tuple[int, int, int]  # player who gives, player who receives, points

# The record that this one follows, if that is not the record before it. A line that names the record before it was
# entered together with the line of that record: both are taken back together.
ON = "on"
# Keys of a head beside those of a session's first line: the format, who sits where, and the present names of the
# players. See also FIRST.
LEDGER, TURN, CALLED = "ledger", "turn", "called"
BEGUN = "start"  # a key of a session's first line: the standing at its start, if it goes on from another session
# Keys of a deal beside those of the interchange format; see Deal.
LAID, NAMED = "laid", "named"
BEFORE, AFTER = "before", "after"  # keys of a record: the standing before it, or after it
MOST_POINTS = 999999999999  # of a balance: more than an evening can have
# Keys of a standing: the holdings of counters; the next deal is a Goulash; who sits where after a swap.
HELD, GOULASH, SITS = "held", "goulash", "sits"


class Record:
    """number  from 1; 0 before it is in the ledger
    on      the record that it follows, or for an undo, the one that stands after it; 0: none
    before  the Standing before it; None for an undo, or if it is unknown
    after   the Standing after it; None for a deal of an older format. Without holdings, although there are counters,
            they have not moved yet.
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
    """A deal as it was played. keys: its object in the interchange format, with LAID and NAMED."""

    kind = DEAL

    def __init__(self, keys: "Json") -> None:
        self.keys = keys

    def line(self, names: "list[str]") -> "Json":
        return dict(self.keys)


class Correction(Dealt):
    """Replaces a deal where it was played. number of the deal: target, from 1."""

    kind = CORRECT

    def __init__(self, target: int, keys: "Json") -> None:
        self.target = target
        self.keys = keys

    def line(self, names: "list[str]") -> "Json":
        return {CORRECT: self.target, "deal": self.keys}


class Payment(Record):
    """A payment outside deals. back: the number of the payment that it takes back, among those that stood; 0: none."""

    kind = PAY

    def __init__(self, source: int, to: int, points: int, back: int = 0) -> None:
        self.source, self.to, self.points, self.back = source, to, points, back

    def line(self, names: "list[str]") -> "Json":
        keys: "Json" = {PAY: write_transfer((self.source, self.to, self.points), names)}
        if self.back:
            keys[BACK] = self.back
        return keys


class Count(Record):
    """A physical count of counters. trays: by player; box: None if it was not counted; lent: what one player lent
    another then."""

    def __init__(self, trays: "dict[int, list[int]]", box: "list[int] | None", lent: "Transfer | None" = None) -> None:
        self.kind = LOAN if lent else COUNT
        self.trays, self.box, self.lent = trays, box, lent

    def line(self, names: "list[str]") -> "Json":
        keys: "Json" = {COUNT: {names[player]: tray for player, tray in self.trays.items()}}
        if self.box is not None:
            keys[BOX] = self.box
        if self.lent:
            keys[LENT] = write_transfer(self.lent, names)
        return keys


class Swap(Record):
    """Two players change places in all deals of the evening, also in those before. A session's file has no such line:
    it names everybody where they are at the end. In a ledger a name stands for a player, as at the start."""

    kind = SWAP

    def __init__(self, one: int, other: int) -> None:
        self.one, self.other = one, other

    def line(self, names: "list[str]") -> "Json":
        return {SWAP: [names[self.one], names[self.other]]}


def write_transfer(transfer: "Transfer", names: "list[str]") -> "Json":
    source, to, points = transfer
    return {"from": names[source], "to": names[to], "points": points}


def write(record: Record, names: "list[str]", form: int) -> str:
    """The text of a record. names: of the players; form: the format of the ledger."""
    keys = record.line(names)
    if record.joined or record.on != record.number - 1 or record.kind == UNDO:
        keys[ON] = record.on
    if record.before is not None:
        keys[BEFORE] = write_standing(record.before, names)
    if record.after is not None and (form >= FORMAT or record.kind != DEAL):
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


def write_head(session: "Session", turn: int, called: "list[str]", form: int) -> str:
    """The text of a head. turn, called: see Evening."""
    from mingg.core.interchange.tables import write_session

    keys = write_session(session)
    if session.start is not None:
        keys[BEGUN] = write_standing(session.start, session.names)
    keys[LEDGER] = form
    if turn:
        keys[TURN] = turn
    if called != session.names:
        keys[CALLED] = called
    return json.dumps(keys)


def write_deal(deal: "Deal") -> "Json":
    """The object of a deal in a ledger, where the standing before it says how long the streak of East is."""
    from mingg.core.interchange import deals

    keys = deals.write_deal(deal)
    keys.pop("streak", None)
    if deal.laid:
        keys[LAID] = deal.laid
    if deal.named:
        keys[NAMED] = deal.named
    return keys
