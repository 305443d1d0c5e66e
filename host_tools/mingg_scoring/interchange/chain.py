"""The lines that stand, for a PC, which reads an evening as a whole: each question takes the same time, however many
lines there are. A device has no room for the lists, and asks few questions."""

from mingg.core.table.session import CORRECT, DEAL, LOST, PAY, Session
from mingg.evening.lines import Chain
from mingg.records.parse import MOST_DEALS

Indexes = dict[int, list[int]]


class IndexedChain(Chain):
    """paid: the indexes of the payments, in their order."""

    def __init__(self, session: "Session") -> None:
        Chain.__init__(self, session)
        self.paid: "list[int]" = []
        # The indexes of lines by their number: DEAL and LOST, CORRECT, PAY.
        self._played: "Indexes" = {}
        self._corrected: "Indexes" = {}
        self._back: "Indexes" = {}
        self._deals = [self.session.earlier]  # the number of the last deal in the first lines, by their number
        self._losable = MOST_DEALS

    def is_back(self, payment: int) -> bool:
        """Whether a payment, from 1, was taken back."""
        return bool(self._back.get(payment))

    def _indexes(self, kind: str) -> "Indexes":
        return self._corrected if kind == CORRECT else self._back if kind == PAY else self._played

    def _push(self, kind: str, number: int, record: int) -> None:
        if kind == LOST:
            self._losable -= 1
            if self._losable < 0:  # records take back lost deals, and lose them again
                raise ValueError("no evening has so many deals")
        index = len(self)
        Chain._push(self, kind, number, record)
        self._deals.append(number if kind in (DEAL, LOST) and number else self._deals[-1])
        if kind == PAY:
            self.paid.append(index)
        if kind in (DEAL, LOST, CORRECT, PAY):
            self._indexes(kind).setdefault(number, []).append(index)

    def _cut(self, keep: int) -> None:
        for index in range(len(self) - 1, keep - 1, -1):
            line = self[index]
            if line.kind == PAY:
                self.paid.pop()
            if line.kind in (DEAL, LOST, CORRECT, PAY):
                self._indexes(line.kind)[line.number].pop()
        del self._deals[keep + 1 :]
        Chain._cut(self, keep)

    def deals(self, upto: "int | None" = None) -> int:
        return self._deals[len(self) if upto is None else upto]

    def _about(self, number: int) -> "list[int]":
        return sorted(self._played.get(number, []) + self._corrected.get(number, [])[-1:])
