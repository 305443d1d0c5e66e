"""What is paid of a deal that the counters cannot settle: for want of means, of change, or of a counter small enough.

Who owes more than he has pays all that he has and what the box lends; where it has too little for all, each is lent in
proportion to what he lacks. What is paid goes to the winners in proportion to what they are due.

Where change lacks, what people end with is rounded, from the smallest value up. While the smaller counters do not
suffice for what all have beyond whole counters of a value (see can_share), who lacks least to a whole one is made up
to it, by those who have least beyond theirs. Nobody is left with more open than he is due: he pays, or gets, at most
twice that; who is due nothing is left alone. It is done with loans of the box and without; what leaves less open holds.

In the end the winners give back of their loans as many points as change can be made for, each all that he can or none.

This is arithmetic: which counters it takes is searched for once. A step of rounding takes a whole counter off what is
over, so that there are at most as many steps for a value as people; they are gone through three times at most, with
loans and without; and there are 16 ways to give back.
"""

from mingg.core.counters.fewest import can_share
from mingg.core.counters.sets import worth

MYPY = False
if MYPY:
    Points = list[int]  # by player

_TURNS = 3  # where not all can give what they have over, smaller values come short again


def payable(
    values: "list[int]", trays: "list[list[int]]", due: "Points", box: "list[int]", loans: "Points"
) -> "tuple[Points, Points]":
    """What each gains, and what each gives back of his loan; values fall, as those of a Bank. Somebody is due
    something, and what all are due adds up to nothing."""
    rising = list(reversed(values))
    counts = list(reversed([sum(of_one) for of_one in zip(box, *trays)]))
    have, held = [worth(tray, values) for tray in trays], worth(box, values)
    unit = rising[0]
    lacks = [max(0, (-points - own) // unit * unit) for points, own in zip(due, have)]
    lends = _shares(lacks, min(held, sum(lacks)), unit)
    gains = nothing = [0] * len(due)
    least = sum([abs(points) for points in due])
    for lent in (lends, nothing) if any(lends) else (nothing,):
        tried = _tried(rising, counts, due, have, held, lent)
        left = sum([abs(points - gain) for points, gain in zip(due, tried)])
        if left < least:
            gains, least = tried, left
    ends = [max(0, own + gain) for own, gain in zip(have, gains)]
    rest = held + sum(have) - sum(ends)
    for back in _repayments(gains, loans):
        if can_share(rising, [end - points for end, points in zip(ends, back)] + [rest + sum(back)], counts):
            break  # at the latest where nothing is given back
    return gains, back


def _tried(
    rising: "list[int]", counts: "list[int]", due: "Points", have: "Points", held: int, lent: "Points"
) -> "Points":
    """What each gains where the box lends at most so much; nothing where that cannot be rounded."""
    means = [own + loan for own, loan in zip(have, lent)]
    pays = [max(0, min(-points, most)) for points, most in zip(due, means)]
    wins = [max(0, points) for points in due]
    # As many parts of a point as are won: so they are shared exactly.
    parts = sum(wins)
    gains = [points * sum(pays) - pay * parts for points, pay in zip(wins, pays)]
    ends = [most * parts + gain for most, gain in zip(means, gains)] + [(held - sum(lent)) * parts]
    # How far that may rise or fall. Where the box keeps more it lends less.
    up = [2 * points * parts - gain for points, gain in zip(wins, gains)] + [sum(lent) * parts]
    down = [gain - 2 * min(0, points) * parts for points, gain in zip(due, gains)] + [0]
    if not _round([value * parts for value in rising], counts, ends, up, down):
        return [0] * len(due)
    ends = [end // parts for end in ends]
    lent = _shares(lent, held - ends.pop(), rising[0])
    return [end - own - loan for end, own, loan in zip(ends, have, lent)]


def _round(rising: "list[int]", counts: "list[int]", ends: "Points", up: "Points", down: "Points") -> bool:
    """Rounds what people end with until change can be made for it; False where it cannot be."""
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
    """Makes up somebody to a whole counter of a value, beyond which all have so much over; False where nobody can be.
    Of two alike it is who comes first in the session; of two who give, who comes last."""
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
    """A total shared out in proportion, in whole units: one more for those with most over, of two alike the first."""
    if not total:
        return [0] * len(parts)
    size = unit * sum(parts)
    exact = [part * total for part in parts]
    shares = [number // size for number in exact]
    more = total // unit - sum(shares)
    for _, at in sorted([(-(number % size), at) for at, number in enumerate(exact)])[:more]:
        shares[at] += 1
    return [share * unit for share in shares]


def _repayments(gains: "Points", loans: "Points") -> "list[Points]":
    """What may be given back of loans, the most first; of two alike by whom comes first in the session."""
    ways = [[0] * len(gains)]
    for player in range(len(gains) - 1, -1, -1):
        back = max(0, min(gains[player], loans[player]))
        if back:
            ways = [way[:player] + [back] + way[player + 1 :] for way in ways] + ways
    # A board's sort does not keep the order of what is alike.
    return [ways[place] for _, place in sorted([(-sum(way), place) for place, way in enumerate(ways)])]
