"""Decides what is paid of a deal that the counters cannot settle: points are lacking, or change, or small counters.

A player who owes more than they have pays all of it, and what the box lends. If the box has too little for all, it
lends to each in proportion to what they lack. The winners share what is paid in proportion to what they are due.

If change is lacking, the points that people end with are rounded, from the smallest value up. The smaller counters must
suffice for what all people have beyond whole counters of a value (see can_share). As long as they do not, the person
who lacks least to a whole counter is made up to it, by those who have least beyond whole counters. Nobody pays or gets
more than twice what they are due; a person who is due nothing is left alone. This is tried with loans of the box and
without them; the result with less left open wins.

In the end the winners give back loans, each the most they can or nothing, so that as much as possible is given back for
which there is change.

This is arithmetic: the counters are searched for only once afterwards. A step of rounding takes a whole counter off the
excess, so a value needs at most as many steps as there are people. All values are gone through three times at most,
with loans and without. There are 16 ways to give back.
"""

from mingg.core.counters.sets import can_share, worth

Points = list[int]  # by player

_TURNS = 3  # if some cannot give all their excess, smaller values may fall short again


def payable(
    values: "list[int]", trays: "list[list[int]]", due: "Points", box: "list[int]", loans: "Points"
) -> "tuple[Points, Points]":
    """The points that each player gains, and those that each gives back of a loan. values: falling, as in a Bank; due:
    points by player, not all 0, which add up to zero."""
    rising = list(reversed(values))
    counts = list(reversed([sum(of_one) for of_one in zip(box, *trays)]))
    have, held = [worth(tray, values) for tray in trays], worth(box, values)
    unit = rising[0]
    lacks = [max(0, (-points - own) // unit * unit) for points, own in zip(due, have)]
    lends = _shares(lacks, min(held, sum(lacks)), unit)
    gains = zeros = [0] * len(due)
    least = sum([abs(points) for points in due])
    for lent in (lends, zeros) if any(lends) else (zeros,):
        trial = _tried(rising, counts, due, have, held, lent)
        left = sum([abs(points - gain) for points, gain in zip(due, trial)])
        if left < least:
            gains, least = trial, left
    ends = [max(0, own + gain) for own, gain in zip(have, gains)]
    rest = held + sum(have) - sum(ends)
    for back in _repayments(gains, loans):
        if can_share(rising, [end - points for end, points in zip(ends, back)] + [rest + sum(back)], counts):
            break  # at the latest if nothing is given back
    return gains, back


def _tried(
    rising: "list[int]", counts: "list[int]", due: "Points", have: "Points", held: int, lent: "Points"
) -> "Points":
    """The points that each gains if the box lends at most `lent`; all 0 if rounding fails."""
    means = [own + loan for own, loan in zip(have, lent)]
    pays = [max(0, min(-points, most)) for points, most in zip(due, means)]
    wins = [max(0, points) for points in due]
    # Each point is divided into `parts`, so that shares are exact integers.
    parts = sum(wins)
    gains = [points * sum(pays) - pay * parts for points, pay in zip(wins, pays)]
    ends = [most * parts + gain for most, gain in zip(means, gains)] + [(held - sum(lent)) * parts]
    # How far each end may rise or fall. The box may keep more, and then lends less.
    up = [2 * points * parts - gain for points, gain in zip(wins, gains)] + [sum(lent) * parts]
    down = [gain - 2 * min(0, points) * parts for points, gain in zip(due, gains)] + [0]
    if not _round([value * parts for value in rising], counts, ends, up, down):
        return [0] * len(due)
    ends = [end // parts for end in ends]
    lent = _shares(lent, held - ends.pop(), rising[0])
    return [end - own - loan for end, own, loan in zip(ends, have, lent)]


def _round(rising: "list[int]", counts: "list[int]", ends: "Points", up: "Points", down: "Points") -> bool:
    """Rounds `ends` until there is change for them; returns False if that is impossible."""
    for _ in range(_TURNS):
        smaller = 0
        for level, value in enumerate(rising):
            while True:
                over = [end % value for end in ends]
                if sum(over) <= smaller:
                    break
                if not _make_up(value, over, ends, up, down):
                    return False
            smaller += counts[level] * value
        if can_share(rising, ends, counts):
            return True
    return False


def _make_up(value: int, over: "Points", ends: "Points", up: "Points", down: "Points") -> bool:
    """Makes one person up to a whole counter of a value. over: what each has beyond whole counters. Returns False if it
    is impossible for all. Of two equal people the first in the session is made up, and the last one gives first."""
    by_over = sorted([(number, -person) for person, number in enumerate(over) if number])
    for number, person in reversed(by_over):
        lacks = value - number
        if lacks > up[-person]:
            continue
        gives = []
        for most, other in by_over:
            points = min(most, lacks, down[-other]) if other != person else 0
            gives.append((-other, points))
            lacks -= points
        if not lacks:
            for other, points in gives + [(-person, number - value)]:
                ends[other] -= points
                up[other] += points
                down[other] -= points
            return True
    return False


def _shares(parts: "Points", total: int, unit: int) -> "Points":
    """Shares a total in proportion to `parts`, in whole units. The largest remainders, then the first people, get one
    more."""
    if not total:
        return [0] * len(parts)
    size = unit * sum(parts)
    exact = [part * total for part in parts]
    shares = [number // size for number in exact]
    missing = total // unit - sum(shares)
    for _, person in sorted([(-(number % size), person) for person, number in enumerate(exact)])[:missing]:
        shares[person] += 1
    return [share * unit for share in shares]


def _repayments(gains: "Points", loans: "Points") -> "list[Points]":
    """The ways to give back loans, the most points first, then in the order of the session."""
    ways = [[0] * len(gains)]
    for player in range(len(gains) - 1, -1, -1):
        back = max(0, min(gains[player], loans[player]))
        if back:
            ways = [way[:player] + [back] + way[player + 1 :] for way in ways] + ways
    # With the place in the key, since MicroPython's sort is not stable.
    return [ways[place] for _, place in sorted([(-sum(way), place) for place, way in enumerate(ways)])]
