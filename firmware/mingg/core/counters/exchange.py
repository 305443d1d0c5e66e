"""Settles all payments of a deal at once: each player puts counters in the middle, and takes others out.

This moves few counters (see few.py): among the players alone if they can, else with the box. If a
player owes more than they have, the box lends what is missing.

Trays and all other lists of counters are by value, values falling. People are numbers.
"""

from mingg.core.counters.few import few
from mingg.core.counters.sets import worth

MYPY = False
if MYPY:
    Trays = list[list[int]]


class NoExchange(ValueError):
    """Not even the box can make change for these payments."""


class Exchange:
    """puts, takes  a tray for each player; nobody puts and takes the same value
    box          what the box gives, or gets (negative)
    moved        how many counters the players and the box put in the middle
    loans        points that the box lends each player now
    repaid       points that each player gives back of earlier loans
    """

    def __init__(
        self, puts: "Trays", takes: "Trays", box: "list[int]", loans: "list[int]", repaid: "list[int]"
    ) -> None:
        self.puts = puts
        self.takes = takes
        self.box = box
        self.loans = loans
        self.repaid = repaid
        self.moved = sum([sum(put) for put in puts]) + sum([max(0, count) for count in box])


def lacking(values: "list[int]", tray: "list[int]", gain: int) -> int:
    """The points that a tray lacks to pay a loss; 0 if it is enough. gain: negative for a loss."""
    return max(0, -gain - worth(tray, values))


def exchange(
    values: "list[int]", trays: "Trays", net: "list[int]", box: "list[int]", repaid: "list[int] | None" = None
) -> Exchange:
    """The exchange by which each player gains `net`, `repaid` of it to give back a loan. Raises NoExchange."""
    players = len(trays)
    back = repaid if repaid is not None else [0] * players
    gains = [gain - points for gain, points in zip(net, back)]
    loans = [lacking(values, tray, gain) for tray, gain in zip(trays, gains)]
    gains = [gain + loan for gain, loan in zip(gains, loans)]
    rising = list(reversed(values))
    held = [list(reversed(tray)) for tray in trays]
    puts = None
    if any(gain % rising[0] for gain in gains):
        raise NoExchange("the smallest counter is %d. Payments must be multiples of it." % rising[0])
    if not sum(gains):
        puts = few(rising, held, gains)
    if puts is None:
        gains.append(-sum(gains))
        held.append(list(reversed(box)))
        puts = few(rising, held, gains)
    if puts is None:
        raise NoExchange(_why(values, box, sum(loans)))
    takes = _shared(rising, puts, gains)
    box_gives = (
        [put - take for put, take in zip(puts[players], takes[players])] if len(puts) > players else [0] * len(values)
    )
    return Exchange(
        [list(reversed(put)) for put in puts[:players]],
        [list(reversed(take)) for take in takes[:players]],
        list(reversed(box_gives)),
        loans,
        list(back),
    )


def _why(values: "list[int]", box: "list[int]", lent: int) -> str:
    available = worth(box, values)
    if available < lent:
        return "the box has %d points, but must lend %d. Put more counters in it." % (available, lent)
    return "nobody can make change. Put smaller counters in the box."


def _shared(values: "list[int]", puts: "Trays", gains: "list[int]") -> "Trays":
    """Shares out the middle, the largest counters first: this always works, since each value divides the next."""
    due = [gain + worth(put, values) for gain, put in zip(gains, puts)]
    takes = [[0] * len(values) for _ in puts]
    for level in range(len(values) - 1, -1, -1):
        value = values[level]
        left = sum([put[level] for put in puts])
        for person in sorted(range(len(due)), key=lambda person: -due[person]):
            count = min(left, due[person] // value)
            takes[person][level] = count
            due[person] -= count * value
            left -= count
    return takes
