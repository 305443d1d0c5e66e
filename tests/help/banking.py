"""Counters that change from deal to deal, for tests: the firmware has them as holdings, which do not change."""

from mingg.core.counters.exchange import counted, lend_counters, pay
from mingg.core.counters.sets import Holdings


class Bank:
    """Players who begin with a set of counters. Holdings: trays, box, loans, open, lent."""

    def __init__(self, counters, players):
        self.values = counters.values
        self.resume(
            Holdings([list(counters.start) for _ in range(players)], counters.box, [0] * players, [0] * players, [])
        )

    def holdings(self):
        return Holdings(self.trays, self.box, self.loans, self.open, self.lent)

    def resume(self, held):
        self.trays, self.box, self.loans, self.open, self.lent = held

    def apply(self, net):
        moves, held = pay(self.values, self.holdings(), net)
        self.resume(held)
        return moves

    def lend(self, lender, borrower, points):
        self.resume(lend_counters(self.values, self.holdings(), lender, borrower, points))

    def counted(self, trays, box):
        self.resume(counted(self.holdings(), trays, box))
