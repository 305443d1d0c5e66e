"""Replays a session: the lines that stand, played in order.

A line stands until it is taken back. A correction is a line, too: it replaces a deal where that was played. What
happened is always the lines that stand, played from the first one on.
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

# A line that damage destroyed: one or more records, of which no more is known than the standings around them.
LOST = "lost"

# kind    DEAL, CORRECT, PAY, COUNT or LOST
# number  of the deal, of the deal that a CORRECT replaces, of the first deal that is LOST (0: it was no deal); else 0
# value   of a PAY (source, to, points); of a LOST the Standings (before, after); of a corrected DEAL the Line that it
#         replaces; of a COUNT as its source has it
# record  the number of its record, or of its line in a file; of a LOST that of its first record
Line = namedtuple("Line", ("kind", "number", "value", "record"))


def deals_of(line: Line) -> int:
    """How many deals a line is."""
    if line.kind == LOST:
        before, after = line.value
        return int(after.deals - before.deals)
    return int(line.kind == DEAL)


class Replay:
    """Lines, and a session that plays them. A source of lines derives from it: it adds them to `standing`, and reads
    what they say.

    session, bank: as far as the lines were played; bank is None if counters are not moved
    standing: the lines that stand, as they were entered
    """

    def __init__(self, session: "Session", bank: "Bank | None" = None) -> None:
        self.session = session
        self.bank = bank
        self.standing: "list[Line]" = []

    # ---- what a source says ----

    def read(self, line: Line) -> "Deal":
        """The deal of a line, legal at the table as it stands; ValueError."""
        raise NotImplementedError

    def take(self, line: Line) -> "Standing | None":
        """Takes a COUNT or LOST line over into the session and the bank; returns the standing after it if the holdings
        in that count, whatever happened before."""
        raise NotImplementedError

    def lost(self, line: Line) -> Line:
        """The LOST line to play for a CORRECT whose deal cannot be replaced."""
        raise NotImplementedError

    def tell(self, line: Line, deal: "Deal", answer: "Answer") -> None:
        """Called for each deal, before it is played."""

    # ---- playing ----

    def deals(self) -> int:
        """How many deals stand."""
        for line in reversed(self.standing):
            if line.kind in (DEAL, LOST) and line.number:
                return int(line.number) + deals_of(line) - 1
        return 0

    def order(self) -> "list[Line]":
        """The lines to play: each deal in its last correction."""
        order: "list[Line]" = []
        places: "list[int]" = []  # of each deal in `order`
        for line in self.standing:
            if line.kind == CORRECT:
                at = places[line.number - 1] if 0 < line.number <= len(places) else -1
                was: "Any" = order[at] if at >= 0 else line
                if deals_of(was) == 1:
                    first = was.value if was.kind == DEAL and was.value else was
                    order[at] = Line(DEAL, line.number, first, line.record)
                    continue
                line = self.lost(line)
            places.extend([len(order)] * deals_of(line))
            order.append(line)
        return order

    def play(self, line: Line, deal: "Deal | None" = None) -> "Exchange | None":
        """Plays a line, whose deal may be known; returns the exchange of counters, if one was made."""
        session, bank = self.session, self.bank
        before = list(session.balances)
        known = None
        if line.kind == DEAL:
            deal = deal or self.read(line)
            answer = session.answer(deal)
            self.tell(line, deal, answer)
            session.apply(deal, answer)
        elif line.kind == PAY:
            session.pay(*line.value)
        else:
            known = self.take(line)
        if bank is None:
            return None
        if known is not None and known.held is not None:
            before = known.balances
            bank.resume(known.held)
        gains = [now - then for now, then in zip(session.balances, before)]
        if line.kind != DEAL and not any(gains):
            return None
        return bank.apply(gains)
