"""Replays a session: plays its lines in order.

A line is what a record or a file adds to a session: a deal, a correction, a payment or a count. It stands until it is
taken back. A correction replaces an earlier deal, in the place of that deal. The state of a session is the result of
all lines that stand, played from the first one.
"""

from collections import namedtuple

from mingg.core.table.session import CORRECT, DEAL, PAY

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.bank import Bank
    from mingg.core.counters.exchange import Exchange
    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.table.session import Session, Standing

# The kind of a line for one or more damaged records: only the standings before and after them are known.
LOST = "lost"

# kind    DEAL, CORRECT, PAY, COUNT or LOST
# number  DEAL: of the deal; CORRECT: of the deal that it replaces; LOST: of the first lost deal (0: no deal was lost);
#         else 0
# value   PAY: (source, to, points); LOST: the Standings (before, after); DEAL after a correction: the Line that it
#         replaces; COUNT: what the subclass of Replay needs; else None
# record  the number of the record, or of the line in a file; LOST: of the first record
Line = namedtuple("Line", ("kind", "number", "value", "record"))


def deals_of(line: Line) -> int:
    """The number of deals in a line: 0 or 1, for LOST possibly more."""
    if line.kind == LOST:
        before, after = line.value
        return int(after.deals - before.deals)
    return int(line.kind == DEAL)


class Replay:
    """Plays lines. A subclass fills `standing`, and reads what a line contains.

    session, bank  the state after the lines played so far; bank is None if counters are not moved
    standing       the lines that stand, oldest first
    """

    def __init__(self, session: "Session", bank: "Bank | None" = None) -> None:
        self.session = session
        self.bank = bank
        self.standing: "list[Line]" = []

    # ---- for subclasses ----

    def read(self, line: Line) -> "Deal":
        """The deal of a line. Raises ValueError if it is not legal in the present state."""
        raise NotImplementedError

    def take(self, line: Line) -> "Standing | None":
        """Applies a COUNT or LOST line to session and bank. Returns the standing after the line if its holdings are to
        replace the computed ones, else None."""
        raise NotImplementedError

    def lost(self, line: Line) -> Line:
        """The LOST line to play in place of a CORRECT line whose deal is lost."""
        raise NotImplementedError

    def before_deal(self, line: Line, deal: "Deal", answer: "Answer") -> None:
        """Called before each deal is played, with its answer."""

    # ---- playing ----

    def deals(self) -> int:
        """The number of deals that stand."""
        for line in reversed(self.standing):
            if line.kind in (DEAL, LOST) and line.number:
                return int(line.number) + deals_of(line) - 1
        return 0

    def order(self) -> "list[Line]":
        """The lines to play: each deal as it was last corrected, in its own place. No CORRECT lines."""
        order: "list[Line]" = []
        places: "list[int]" = []  # the index of each deal in `order`
        for line in self.standing:
            if line.kind == CORRECT:
                place = places[line.number - 1] if 0 < line.number <= len(places) else -1
                replaced: "Any" = order[place] if place >= 0 else line
                # A deal, perhaps corrected before, or exactly one lost deal.
                if deals_of(replaced) == 1:
                    first = replaced.value if replaced.kind == DEAL and replaced.value else replaced
                    order[place] = Line(DEAL, line.number, first, line.record)
                    continue
                line = self.lost(line)
            places.extend([len(order)] * deals_of(line))
            order.append(line)
        return order

    def play(self, line: Line, deal: "Deal | None" = None) -> "Exchange | None":
        """Plays a line. deal: its deal, if the caller has read it. Returns which counters move, or None."""
        session, bank = self.session, self.bank
        before = list(session.balances)
        after = None
        if line.kind == DEAL:
            deal = deal or self.read(line)
            answer = session.answer(deal)
            self.before_deal(line, deal, answer)
            session.apply(deal, answer)
        elif line.kind == PAY:
            session.pay(*line.value)
        else:
            after = self.take(line)
        if bank is None:
            return None
        if after is not None and after.held is not None:
            before = after.balances
            bank.resume(after.held)
        gains = [new - old for new, old in zip(session.balances, before)]
        if line.kind != DEAL and not any(gains):
            return None
        return bank.apply(gains)
