"""Settles all payments of a deal at once: each player puts counters in the middle, and takes others out.

This moves few counters: among the players alone if they can, else with the box. If a player owes more than they have,
the box lends what is missing.

Trays and all other lists of counters are by value, values falling; below exchange() values rise. Each value divides the
next. People are numbers; the box may be one of them.
"""

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
    for put, take in zip(puts, takes):
        for level in range(len(values)):
            both = min(put[level], take[level])
            put[level] -= both
            take[level] -= both
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


# ---- few counters, values rising ----


def _put(tray: "list[int]", level: int, needed: int, values: "list[int]") -> "tuple[int, int]":
    """Takes the largest counters below a level out of a tray, until they are worth `needed` points, or the tray has no
    more of them: (how many, their worth)."""
    count = taken = 0
    while level and taken < needed:
        level -= 1
        value = values[level]
        number = min(tray[level], (needed - taken + value - 1) // value)
        tray[level] -= number
        count += number
        taken += number * value
    return count, taken


def _count(tray: "list[int]", needed: int, values: "list[int]") -> int:
    """How many counters, the largest first, are worth `needed` points; all of them if the tray has not enough."""
    return _put(list(tray), len(values), needed, values)[0]


def can_share(values: "list[int]", ends: "list[int]", counts: "list[int]") -> bool:
    """Whether all counters (counts: by value) can be shared out so that each person ends with `ends` points.

    What a person has beyond whole multiples of a value consists of smaller counters: for each value there must be
    enough of these.
    """
    if min(ends) < 0:
        return False
    smaller = 0
    for level, value in enumerate(values):
        if smaller < sum([end % value for end in ends]):
            return False
        smaller += counts[level] * value
    return True


def few(values: "list[int]", trays: "Trays", gains: "list[int]") -> "Trays | None":
    """What each person puts in the middle, counters by value; None if nothing works.

    values: rising, each divides the next; trays: by person; gains: points by person, multiples of the smallest value,
    which add up to zero.

    The middle can be shared out if and only if for each value the whole counters of it that people are due, together,
    are not negative: what a person gains, and puts in smaller counters, divided by the value and rounded down. For each
    value, from the smallest, the choice is greedy: the person for whom it costs fewest counters puts smaller ones,
    until their part is a whole counter. Over 2,000 evenings this moves 1.2 % more counters than the fewest that are
    possible.
    """
    ends = [gain + worth(tray, values) for gain, tray in zip(gains, trays)]
    if not can_share(values, ends, [sum([tray[level] for tray in trays]) for level in range(len(values))]):
        return None
    left, have = [list(tray) for tray in trays], list(gains)
    for level in range(1, len(values)):
        value = values[level]
        missing = -sum([points // value for points in have])
        while missing > 0:
            best: "tuple[int, int, int, list[int]] | None" = None
            for person, tray in enumerate(left):
                rest = list(tray)
                count, taken = _put(rest, level, value - have[person] % value, values)
                if (have[person] + taken) // value > have[person] // value:
                    before = _count(tray, -have[person], values)
                    offer = count + _count(rest, -have[person] - taken, values) - before, person, taken, rest
                    if best is None or offer[0] < best[0]:
                        best = offer
            if best is None:
                return None
            _, person, taken, left[person] = best
            missing += have[person] // value - (have[person] + taken) // value
            have[person] += taken
    for person, tray in enumerate(left):
        _put(tray, len(values), -have[person], values)
    return [[count - kept for count, kept in zip(*pair)] for pair in zip(trays, left)]
