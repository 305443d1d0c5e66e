"""A session's lines: deals, payments between players and countings of counters, and what takes them back or corrects
them.

A line stands until it is taken back. What was played is always the lines that stand, played from the first one on.
"""

from collections import namedtuple

from mingg.ledger.kinds import CORRECT, DEAL

MYPY = False
if MYPY:
    from typing import Any

# kind: DEAL, CORRECT, PAY or COUNT; place: the line's number in its file; value: what it says, a CORRECT's (number,
# deal)
Line = namedtuple("Line", ("kind", "place", "value"))


class NothingStands(ValueError):
    """There is no line to take back, or no deal of that number to correct."""


class Lines:
    """The lines of a session that stand. Deals are numbered from 1, as they stand."""

    def __init__(self) -> None:
        self.standing: "list[Line]" = []

    def add(self, kind: str, place: int, value: "Any") -> Line:
        """Adds a line; NothingStands where it corrects a deal that does not stand."""
        if kind == CORRECT and not 1 <= value[0] <= sum(1 for line in self.standing if line.kind == DEAL):
            raise NothingStands("no deal %d stands" % value[0])
        line = Line(kind, place, value)
        self.standing.append(line)
        return line

    def undo(self) -> None:
        """Takes back the last line that stands, whatever it was."""
        if not self.standing:
            raise NothingStands("nothing is left to take back")
        self.standing.pop()

    def played(self) -> "list[Line]":
        """The deals, payments and countings that stand, in order, each deal in its last correction."""
        played: "list[Line]" = []
        deals: "list[int]" = []  # where the deals are in `played`
        for line in self.standing:
            if line.kind == CORRECT:
                number, value = line.value
                played[deals[number - 1]] = Line(DEAL, line.place, value)
                continue
            if line.kind == DEAL:
                deals.append(len(played))
            played.append(line)
        return played
