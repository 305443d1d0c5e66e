"""Payments as the books have them made: the winner first, then pair by pair, each with what the payer holds.

Who cannot pay exactly gives his smallest counter that is worth more and gets the rest back; if the other has no change,
the counter is changed in the box, or by whoever at the table can. As people do it: the largest counters first.
"""

from collections import namedtuple

BOX = -1
# who gives counters (by value) to whom; BOX is the box
Step = namedtuple("Step", ("giver", "taker", "counters"))


class Pairwise:
    """steps; handled: how many counters change hands in them; trays, box: as they are then; unpaid: points by payer,
    for which there were no counters, or no change."""

    def __init__(
        self, values: "list[int]", payments: "list[tuple[int, int, int]]", trays: "list[list[int]]", box: "list[int]"
    ) -> None:
        """payments: who pays, to whom, how much, the winner's first."""
        self.values = values
        self.steps: "list[Step]" = []
        self.handled = 0
        self.trays = [list(tray) for tray in trays]
        self.box = list(box)
        self.unpaid = [0] * len(trays)
        for source, to, points in payments:
            self._pay(source, to, points)

    def _of(self, person: int) -> "list[int]":
        return self.box if person == BOX else self.trays[person]

    def _move(self, giver: int, taker: int, counters: "list[int]") -> None:
        if not any(counters):
            return
        for i, count in enumerate(counters):
            self._of(giver)[i] -= count
            self._of(taker)[i] += count
        self.steps.append(Step(giver, taker, counters))
        self.handled += sum(counters)

    def _largest(self, tray: "list[int]", points: int) -> "tuple[list[int], int]":
        """The largest counters that are not worth more in all, and what is missing."""
        counters = []
        for value, count in zip(self.values, tray):
            counters.append(min(count, points // value))
            points -= counters[-1] * value
        return counters, points

    def _one(self, i: int) -> "list[int]":
        return [1 if at == i else 0 for at in range(len(self.values))]

    def _pay(self, source: int, to: int, points: int) -> None:
        counters, rest = self._largest(self.trays[source], points)
        self._move(source, to, counters)
        while rest:
            larger = [i for i, count in enumerate(self.trays[source]) if count and self.values[i] > rest]
            if not larger:
                # All that he had is paid. The box lends the rest.
                counters, rest = self._largest(self.box, rest)
                self._move(BOX, to, counters)
                self.unpaid[source] += rest
                return
            note = larger[-1]
            change, missing = self._largest(self.trays[to], self.values[note] - rest)
            if not missing:
                self._move(source, to, self._one(note))
                self._move(to, source, change)
                return
            if not self._change(source, to, note):
                self.unpaid[source] += rest
                return
            counters, rest = self._largest(self.trays[source], rest)
            self._move(source, to, counters)

    def _change(self, source: int, to: int, note: int) -> bool:
        """Changes one counter into smaller ones, in the box, or else at the table."""
        for other in [BOX] + [player for player in range(len(self.trays)) if player not in (source, to)] + [to]:
            smaller = [count if i > note else 0 for i, count in enumerate(self._of(other))]
            counters, missing = self._largest(smaller, self.values[note])
            if not missing:
                self._move(source, other, self._one(note))
                self._move(other, source, counters)
                return True
        return False
