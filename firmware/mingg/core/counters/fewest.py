"""Finds the fewest counters that settle a deal: which ones to put in the middle so that all people can take their due.

Each value divides the next. Here values rise: `values[0]` is the smallest. People (the box may be one of them) have
trays, and gain points, or owe them (negative gains). All gains add up to zero.

The condition. Person p puts put(p) points in all, and put(p, l) of them in counters smaller than value l. The middle
can be shared out if and only if gain(p) + put(p) >= 0 for all p, and for each value l except the smallest the sum over
all p of (gain(p) + put(p, l)) // value(l) is not negative. This sum is the number of places for a counter of value l
that are left in what people are due, after all counters of value l and larger have found a place. They find one, the
largest first, if there are enough places, since a place for a larger counter consists of whole places for smaller
ones. Nobody takes a value that they put: leaving out both would move fewer counters.

If all counters are put in the middle, can_share() decides by what people end with: for value l the sum is then the
worth of the counters smaller than l, less what people end with beyond whole multiples of l, in units of l.

So only small numbers matter. If nothing is put, the sum is -short(l), and short(l) is less than the number of people.
People must raise their parts of the sum by short(l) in all; more is never needed. Let y(l) be what p raises for each
l. The fewest counters for given y are found from the smallest value up: each time p puts their largest counters below
value l until it is enough. Any other choice can be exchanged for these counters one for one, and loses nothing for the
larger values.

The search. A greedy choice gives an upper bound, and for each value a price of raising. All ways y of each person
within that bound are listed. Dynamic programming over what is left to raise joins one person after the other. Prices,
improved one by one, give a lower bound (they are Lagrange multipliers), which drops most ways and most states. The
search first tries whether the lower bound is the answer, then everything below the greedy choice.

The work is bounded for any trays: ways and states are at most the product of short(l) + 1 over all l except the
smallest, so at most people ** (values - 1), which is 256 for four people and five values.
"""

from mingg.core.counters.sets import worth

MYPY = False
if MYPY:
    from typing import Optional

    Trays = list[list[int]]
    Offer = tuple[int, int, int, int, list[int]]

_FINE = 12  # the unit of prices is 1/12 of a counter
_BITS = 4  # of each digit in a packed y: 3 for the number, 1 that shows a borrow
_SWEEPS = 5  # over all prices, at most
_WORTH_IT = 6  # half a counter: a sweep that raises the bound by less is the last one
_FEW = 500  # so few combinations of ways need no more pruning
_FAR = 1 << 29  # more than any cost


def _put(tray: "list[int]", level: int, needed: int, values: "list[int]") -> "tuple[int, int]":
    """Takes the largest counters below a level out of a tray, until they are worth `needed` points, or the tray has no
    more of them: (how many, their worth)."""
    count = taken = 0
    while level and taken < needed:
        level -= 1
        value = values[level]
        number = (needed - taken + value - 1) // value
        if number > tray[level]:
            number = tray[level]
        tray[level] -= number
        count += number
        taken += number * value
    return count, taken


def _count(tray: "list[int]", needed: int, values: "list[int]") -> int:
    """How many counters, the largest first, are worth `needed` points; all of them if the tray has not enough."""
    count = 0
    level = len(values)
    while needed > 0 and level:
        level -= 1
        value = values[level]
        number = (needed + value - 1) // value
        if number > tray[level]:
            number = tray[level]
        count += number
        needed -= number * value
    return count


def can_share(values: "list[int]", ends: "list[int]", counts: "list[int]") -> bool:
    """Whether all counters (counts: by value) can be shared out so that each person ends with `ends` points.

    What a person has beyond whole multiples of a value consists of smaller counters: for each value there must be
    enough of these.
    """
    if min(ends) < 0:
        return False
    smaller = 0
    for level, value in enumerate(values):
        left = smaller
        for end in ends:
            left -= end % value
        if left < 0:
            return False
        smaller += counts[level] * value
    return True


class _Greedy:
    """The greedy choice: for each value, from the smallest, the person for whom it costs least rounds up."""

    def __init__(self, values: "list[int]", trays: "Trays", gains: "list[int]") -> None:
        top = len(values)
        self.least = [_count(tray, -gain, values) for tray, gain in zip(trays, gains)]
        self.left = [list(tray) for tray in trays]
        have = list(gains)
        rest = list(self.least)  # how many more counters each person must put in the end
        self.prices = [0] * top
        self.count = 0
        for level in range(1, top):
            value = values[level]
            missing = -sum([points // value for points in have])
            offers: "list[Optional[Offer]]" = [None] * len(trays)
            stale = list(range(len(trays))) if missing > 0 else []
            while missing > 0:
                for person in stale:
                    needed = value - have[person] % value
                    tray = list(self.left[person])
                    count, taken = _put(tray, level, needed, values)
                    offers[person] = None
                    if taken >= needed:
                        after = _count(tray, -have[person] - taken, values)
                        offers[person] = count + after - rest[person], count, taken, after, tray
                best = -1
                for person, offer in enumerate(offers):
                    if offer is not None and (best < 0 or offer[0] < offers[best][0]):  # type: ignore[index]
                        best = person
                self.prices[level], count, taken, rest[best], self.left[best] = offers[best]  # type: ignore[misc]
                missing += have[best] // value - (have[best] + taken) // value
                have[best] += taken
                self.count += count
                stale = [best]
        for person, tray in enumerate(self.left):
            self.count += _put(tray, top, -have[person], values)[0]


def _ways(
    values: "list[int]",
    tray: "list[int]",
    gain: int,
    least: int,
    short: "list[int]",
    prices: "list[int]",
    budget: int,
) -> "tuple[list[int], list[int]]":
    """What one person can raise within a budget of extra counters, which are more than `least`. Returns the ways, each
    an integer extra << shift | packed y, and their costs: extra counters less the prices of what they raise."""
    last = len(values) - 1
    shift = _BITS * last
    ways: "list[int]" = []
    costs: "list[int]" = []

    def go_on(level: int, tray: "list[int]", put: int, count: int, extra: int, y: int, saved: int) -> None:
        """Adds all ways from `level` up, after `count` counters worth `put` were put."""
        value = values[level]
        price = prices[level]
        most = short[level]
        have = gain + put
        floor = gain // value
        free = have // value - floor
        if free > most:
            free = most
        bits = _BITS * (level - 1)
        needed = (floor + free) * value - have
        left, taken, added = tray, 0, 0
        while True:
            now = y | free << bits
            if level == last:
                ways.append(extra << shift | now)
                costs.append(extra * _FINE - saved - free * price)
            else:
                go_on(level + 1, left, put + taken, count + added, extra, now, saved + free * price)
            if free == most:
                return
            free += 1
            needed += value
            left = list(tray)
            added, taken = _put(left, level, needed, values)
            if taken < needed:
                return
            extra = count + added - least
            if have + taken < 0:
                extra += _count(left, -have - taken, values)
            if extra > budget:
                return

    go_on(1, tray, 0, 0, 0, 0, 0)
    return ways, costs


def _lowest(ways: "list[int]", costs: "list[int]", bits: int, price: int, most: int) -> "list[int]":
    """For each number in one digit the lowest cost, without the price of that digit."""
    lowest = [_FAR] * (most + 1)
    for i in range(len(ways)):  # enumerate() and zip() would allocate
        number = ways[i] >> bits & 7
        cost = costs[i] + price * number
        if cost < lowest[number]:
            lowest[number] = cost
    return lowest


def _drop(ways: "list[int]", costs: "list[int]", bits: int, rise: int, most: int) -> None:
    """Subtracts a rise of the price of one digit from the costs, and drops the ways that then cost more than `most`."""
    kept = 0
    for i in range(len(ways)):
        way = ways[i]
        cost = costs[i] - rise * (way >> bits & 7)
        if cost <= most:
            ways[kept] = way
            costs[kept] = cost
            kept += 1
    del ways[kept:]
    del costs[kept:]


def _hull(costs: "list[int]", steps: "list[int]") -> None:
    """Adds the slopes of the lower convex hull of the costs to `steps`, one for each unit."""
    corners: "list[int]" = []
    for number, cost in enumerate(costs):
        if cost == _FAR:
            if not corners:
                steps.append(-_FAR)
            continue
        while len(corners) > 1:
            last, before = corners[-1], corners[-2]
            if (costs[last] - costs[before]) * (number - last) < (cost - costs[last]) * (last - before):
                break
            corners.pop()
        corners.append(number)
    for i in range(1, len(corners)):
        before, last = corners[i - 1], corners[i]
        slope = (costs[last] - costs[before]) // (last - before)
        for _ in range(last - before):
            steps.append(slope)


def _priced(y: int, prices: "list[int]") -> int:
    """The price of a packed y."""
    total = 0
    for price in prices:
        total += (y & 7) * price
        y >>= _BITS
    return total


class _Search:
    """Searches for the fewest extra counters. ways, costs: by person, from _ways() at these prices; short: what all
    must raise; budget: the most extra counters. chosen: the packed y of each person; None: nothing fits the budget."""

    def __init__(self, ways: "Trays", costs: "Trays", short: "list[int]", prices: "list[int]", budget: int) -> None:
        self.ways = ways
        self.costs = costs
        self.short = short
        self.shift = _BITS * len(short)
        self.total = self.guard = 0
        for digit, number in enumerate(short):
            self.total |= number << _BITS * digit
            self.guard |= 8 << _BITS * digit
        self.budget = budget
        self.prices = prices
        self.bound = -_FAR
        self.chosen: "Optional[list[int]]" = None
        self._price()
        if self.bound <= budget * _FINE:
            self._join()

    def _price(self) -> None:
        """Raises the lower bound: makes each price the best one beside the others. Drops the ways that the bound
        excludes."""
        short, prices = self.short, self.prices
        before = -_FAR
        for turn in range(_SWEEPS * len(short)):
            digit = turn % len(short)
            if not digit and turn:
                pairs = 1
                for number in sorted([len(ways) for ways in self.ways])[:-1]:
                    pairs *= number
                if pairs <= _FEW or self.bound < before + _WORTH_IT:
                    return
                before = self.bound
            if not short[digit]:
                continue
            bits, wanted, price = _BITS * digit, short[digit], prices[digit]
            lowest = []
            steps: "list[int]" = []
            for person, ways in enumerate(self.ways):
                lowest.append(_lowest(ways, self.costs[person], bits, price, wanted))
                _hull(lowest[person], steps)
            if len(steps) < wanted:
                self.bound = _FAR
                return
            steps.sort()
            now = max(0, steps[wanted - 1])
            prices[digit] = now
            self.least = [min([cost - now * y for y, cost in enumerate(costs)]) for costs in lowest]
            bound = _priced(self.total, prices) + sum(self.least)
            if bound == self.bound and now == price:
                continue
            self.bound = bound
            slack = self.budget * _FINE - bound
            if slack < 0:
                return
            for person, ways in enumerate(self.ways):
                _drop(ways, self.costs[person], bits, now - price, self.least[person] + slack)

    def _join(self) -> None:
        people = sorted(range(len(self.ways)), key=lambda person: len(self.ways[person]))
        mask = (1 << self.shift) - 1
        listed = []
        for person in people[:-1]:
            costs, least = self.costs[person], self.least[person]
            listed.append(
                sorted([(costs[i] - least, way >> self.shift, way & mask) for i, way in enumerate(self.ways[person])])
            )
        ways = sorted(self.ways[people[-1]])
        top = self.shift - _BITS
        last = [[way for way in ways if way >> top & 7 >= number] for number in range(self.short[-1] + 1)]
        lowest = (self.bound + _FINE - 1) // _FINE
        # The bound is likely to be the answer. If it is not, or if the greedy choice is near, one search goes through
        # everything: each solution narrows the rest.
        if self.budget > lowest + 2:
            if self._within(lowest, lowest, people, listed, last):
                return
            lowest += 1
        if lowest <= self.budget:
            self._within(lowest, self.budget, people, listed, last)

    def _within(
        self,
        lowest: int,
        target: int,
        people: "list[int]",
        listed: "list[list[tuple[int, int, int]]]",
        last: "Trays",
    ) -> bool:
        """Searches for the fewest extra counters from `lowest` to `target`. Returns whether there is a solution."""
        guard, prices, shift = self.guard, self.prices, self.shift
        most = target * _FINE
        rest = sum(self.least)
        states: "dict[int, tuple[int, int, int]]" = {self.total: (0, 0, 0)}  # what is left: (extra, left before, y)
        stages = [states]
        for i, ways in enumerate(listed[:-1]):
            after: "dict[int, tuple[int, int, int]]" = {}
            for left, costs in states.items():
                cost = costs[0]
                slack = most - rest - cost * _FINE - _priced(left, prices)
                for reduced, extra, y in ways:
                    if reduced > slack:
                        break
                    borrowed = (left | guard) - y
                    kept = borrowed & guard
                    now = borrowed & (kept - (kept >> 3))
                    known = after.get(now)
                    if known is None or known[0] > cost + extra:
                        after[now] = cost + extra, left, y
            stages.append(after)
            states = after
            rest -= self.least[people[i]]
        # The last two people at once; each solution narrows the search.
        likely = []
        for left, costs in states.items():
            slack = most - rest - costs[0] * _FINE - _priced(left, prices)
            if slack >= 0:
                likely.append((-slack, left, costs[0]))
        likely.sort()
        fewest = target + 1
        top = shift - _BITS
        covers: "dict[int, int]" = {}
        for slack, left, cost in likely:
            slack = (fewest - target - 1) * _FINE - slack
            for reduced, extra, y in listed[-1]:
                if reduced > slack:
                    break
                borrowed = (left | guard) - y
                kept = borrowed & guard
                now = borrowed & (kept - (kept >> 3))
                least = (fewest - cost - extra) << shift
                way = covers.get(now, 0)
                if way <= 0 and -way < least:
                    # The first way below `least` that raises all that is left; -least if there is none.
                    covers[now] = -least
                    for way in last[now >> top]:
                        if way >= least:
                            way = -least
                            break
                        if ((way | guard) - now) & guard == guard:
                            covers[now] = way
                            break
                    else:
                        way = -least
                if 0 <= way < least:
                    slack -= (fewest - cost - extra - (way >> shift)) * _FINE
                    fewest = cost + extra + (way >> shift)
                    state, last_but_one, last_way = left, y, way
                    if fewest == lowest:
                        break
            if fewest == lowest:
                break
        if fewest > target:
            return False
        chosen = [0] * len(people)
        chosen[people[-1]] = last_way & ((1 << shift) - 1)
        chosen[people[-2]] = last_but_one
        for stage in range(len(stages) - 1, 0, -1):
            _, before, y = stages[stage][state]
            chosen[people[stage - 1]] = y
            state = before
        self.chosen = chosen
        return True


def fewest(values: "list[int]", trays: "Trays", gains: "list[int]") -> "Optional[Trays]":
    """What each person puts in the middle, counters by value, with the fewest counters in all; None if nothing works.

    values: rising, each divides the next; trays: by person; gains: points by person, multiples of the smallest value,
    which add up to zero.
    """
    ends = [gain + worth(tray, values) for gain, tray in zip(gains, trays)]
    if not can_share(values, ends, [sum([tray[level] for tray in trays]) for level in range(len(values))]):
        return None
    short = [sum([gain % value for gain in gains]) // value for value in values]
    greedy = _Greedy(values, trays, gains)
    budget = greedy.count - sum(greedy.least) - 1
    if budget >= 0:
        prices = [price * _FINE for price in greedy.prices]
        ways, costs = [], []
        for person, tray in enumerate(trays):
            of_person = _ways(values, tray, gains[person], greedy.least[person], short, prices, budget)
            ways.append(of_person[0])
            costs.append(of_person[1])
        chosen = _Search(ways, costs, short[1:], prices[1:], budget).chosen
        if chosen is not None:
            return [_puts(values, tray, gain, y) for tray, gain, y in zip(trays, gains, chosen)]
    return [[count - left for count, left in zip(*pair)] for pair in zip(trays, greedy.left)]


def _puts(values: "list[int]", tray: "list[int]", gain: int, y: int) -> "list[int]":
    """What one person puts to raise their part by a packed y."""
    left = list(tray)
    have = gain
    for level in range(1, len(values)):
        value = values[level]
        wanted = gain // value + (y & 7)
        y >>= _BITS
        if have < wanted * value:
            have += _put(left, level, wanted * value - have, values)[1]
    _put(left, len(values), -have, values)
    return [count - kept for count, kept in zip(tray, left)]
