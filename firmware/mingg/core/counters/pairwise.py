"""Makes payments one by one, as the books describe it: first to the winner, then pair by pair.

Payers use their largest counters first. A payer who cannot pay exactly gives their smallest counter that is worth more,
and gets the rest back. If the other player has no change, the box changes the counter, or another player.
"""

from collections import namedtuple

BOX = -1
# giver, taker: players, or BOX; counters: by value
Step = namedtuple("Step", ("giver", "taker", "counters"))


class Pairwise:
    """steps    a list of Step
    handled  how many counters change hands in them
    trays, box   after the steps
    unpaid   points by payer that could not be paid, for want of counters or of change
    """

    def __init__(
        self, values: "list[int]", payments: "list[tuple[int, int, int]]", trays: "list[list[int]]", box: "list[int]"
    ) -> None:
        """payments: (payer, payee, points), those to the winner first."""
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
        """The largest counters that are together worth at most `points`, and the points that are missing."""
        counters = []
        for value, count in zip(self.values, tray):
            counters.append(min(count, points // value))
            points -= counters[-1] * value
        return counters, points

    def _one(self, i: int) -> "list[int]":
        return [1 if place == i else 0 for place in range(len(self.values))]

    def _pay(self, source: int, to: int, points: int) -> None:
        counters, rest = self._largest(self.trays[source], points)
        self._move(source, to, counters)
        while rest:
            larger = [i for i, count in enumerate(self.trays[source]) if count and self.values[i] > rest]
            if not larger:
                # The payer has nothing left. The box lends the rest.
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
        """Changes a counter (index `note`) into smaller ones: in the box, else with another player. False: nobody
        can."""
        for other in [BOX] + [player for player in range(len(self.trays)) if player not in (source, to)] + [to]:
            smaller = [count if i > note else 0 for i, count in enumerate(self._of(other))]
            counters, missing = self._largest(smaller, self.values[note])
            if not missing:
                self._move(source, other, self._one(note))
                self._move(other, source, counters)
                return True
        return False
