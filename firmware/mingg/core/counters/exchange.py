"""What everybody puts in the middle and takes out of it, so that a deal's payments are made at once.

It is done with the fewest counters there can be (see fewest.py): by the players alone where they can, else with the
box. Who owes more than all that he has is lent what is missing: the box pays it for him.

Trays and all other lists of counters are by value, values falling; people are numbers.
"""

from mingg.core.counters.fewest import fewest
from mingg.core.counters.sets import worth

MYPY = False
if MYPY:
    Trays = list[list[int]]


class NoExchange(ValueError):
    """Not even the box can make change for it."""


class Exchange:
    """puts, takes: a tray a player, nobody both with one value; box: what the box gives, or (below zero) gets;
    moved: how many counters are put in the middle, by players and box; loans, repaid: points by player, what the box
    lends him now and what it gets back of earlier loans."""

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
    """What somebody has too little to pay what he owes."""
    return max(0, -gain - worth(tray, values))


def exchange(
    values: "list[int]", trays: "Trays", net: "list[int]", box: "list[int]", repaid: "list[int] | None" = None
) -> Exchange:
    """The exchange by which each gains what `net` says, in which he gives back what `repaid` says; NoExchange."""
    players = len(trays)
    back = repaid if repaid is not None else [0] * players
    gains = [gain - points for gain, points in zip(net, back)]
    loans = [lacking(values, tray, gain) for tray, gain in zip(trays, gains)]
    gains = [gain + loan for gain, loan in zip(gains, loans)]
    rising = list(reversed(values))
    held = [list(reversed(tray)) for tray in trays]
    puts = None
    if any(gain % rising[0] for gain in gains):
        raise NoExchange("the smallest counter is %d" % rising[0])
    if not sum(gains):
        puts = fewest(rising, held, gains)
    if puts is None:
        gains.append(-sum(gains))
        held.append(list(reversed(box)))
        puts = fewest(rising, held, gains)
    if puts is None:
        raise NoExchange(_why(values, box, sum(loans)))
    takes = _shared(rising, puts, gains)
    given = (
        [put - take for put, take in zip(puts[players], takes[players])] if len(puts) > players else [0] * len(values)
    )
    return Exchange(
        [list(reversed(put)) for put in puts[:players]],
        [list(reversed(take)) for take in takes[:players]],
        list(reversed(given)),
        loans,
        list(back),
    )


def _why(values: "list[int]", box: "list[int]", lent: int) -> str:
    has = worth(box, values)
    if has < lent:
        return "the box has %d, and %d must be lent" % (has, lent)
    return "neither the players nor the box can make change for it"


def _shared(values: "list[int]", puts: "Trays", gains: "list[int]") -> "Trays":
    """Shares out what is in the middle, the largest counters first: since values divide each other, they fit."""
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
