"""Settles all payments of a deal at once: each player puts counters in the middle, and takes others out. Also who holds
which counters.

An exchange moves few counters: among the players alone if they can, else with the box. If a player owes more than they
have, the box lends what is missing.

Trays and all other lists of counters are by value, values falling; below exchange() values rise. Each value divides the
next. People are numbers; the box may be one of them.
"""

from collections import namedtuple
from typing import Sequence

from mingg.core.counters.sets import Holdings, can_share, lend, set_of, worth
from mingg.core.table.session import Session

Trays = list[list[int]]

# A search for fewer counters ends after so many steps. It passes over what saves no more than _ENOUGH counters. If few
# steps are left, it does not: what saves a little, makes the rest of the search short. Most exchanges need ten steps.
_TRIES, _LATE, _ENOUGH = 300, 250, 2


class NoExchange(ValueError):
    """Not even the box can make change for these payments."""


# puts, takes: a tray for each player; nobody puts and takes the same value. box: what it gives, or gets (negative).
# loans: points that the box lends each player now; repaid: points that each gives back of earlier loans. moved: how
# many counters the players and the box put in the middle.
Exchange = namedtuple("Exchange", ("puts", "takes", "box", "loans", "repaid", "moved"))


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
    # Falling again, as the caller has them.
    given, taken = [[list(reversed(tray)) for tray in side[:players]] for side in (puts, takes)]
    moved = sum([sum(tray) for tray in given]) + sum([max(0, count) for count in box_gives])
    return Exchange(given, taken, list(reversed(box_gives)), loans, list(back), moved)


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
        # Of two who are due the same the first: MicroPython's sort is not stable.
        for person in sorted(range(len(due)), key=lambda person: person - due[person] * len(due)):
            count = min(left, due[person] // value)
            takes[person][level] = count
            due[person] -= count * value
            left -= count
    return takes


# ---- few counters, values rising ----


def _put(tray: "list[int]", level: int, needed: int, values: "list[int]") -> int:
    """Takes the largest counters below a level out of a tray, until they are worth `needed` points: it must have so
    many. Returns their worth."""
    taken = 0
    while taken < needed:
        level -= 1
        value = values[level]
        number = min(tray[level], (needed - taken + value - 1) // value)
        tray[level] -= number
        taken += number * value
    return taken


def _count(tray: "list[int]", level: int, needs: int, debt: int, values: "list[int]") -> int:
    """How many counters of a tray make change and pay: the largest below a level until they are worth `needs` points,
    then the largest of the rest until all are worth `debt` points, or the tray is empty. -1: it cannot make change."""
    count = change = 0
    for i in range(level - 1, -1, -1):
        if change >= needs:
            break
        number = min(tray[i], (needs - change + values[i] - 1) // values[i])
        count += number
        change += number * values[i]
    if change < needs:
        return -1
    debt -= change
    for i in range(len(values) - 1, -1, -1):
        if debt <= 0:
            break
        number = tray[i]
        if i < level and needs > 0:
            changed = min(number, (needs + values[i] - 1) // values[i])
            needs -= changed * values[i]
            number -= changed
        number = min(number, (debt + values[i] - 1) // values[i])
        count += number
        debt -= number * values[i]
    return count


def few(values: "list[int]", trays: "Trays", gains: "list[int]") -> "Trays | None":
    """What each person puts in the middle, counters by value; None if nothing works.

    values: rising, each divides the next; trays: by person; gains: points by person, multiples of the smallest value,
    which add up to zero.

    The middle can be shared out if and only if for each value the whole counters of it that people are due, together,
    are not negative: what a person gains, and puts in smaller counters, divided by the value and rounded down. For each
    value, from the smallest, people put smaller ones until their part is a whole counter: first the person for whom it
    costs fewest counters; then, as long as that can save more than two counters in all, each of the others. So an
    exchange moves at most two counters more than the fewest that are possible: so it was in all of 20,000 random ones.
    """
    ends = [gain + worth(tray, values) for gain, tray in zip(gains, trays)]
    if not can_share(values, ends, [sum([tray[level] for tray in trays]) for level in range(len(values))]):
        return None
    left, have = list(trays), list(gains)
    people: "Sequence[int]" = range(len(trays))
    owed = [_count(tray, 0, 0, -gain, values) for tray, gain in zip(trays, gains)]
    level, moved, tries = 1, sum(owed), _TRIES
    best: "tuple[int, list[int], Trays] | None" = None
    person, tray, points = 0, left[0], have[0]
    # Of each step: the value, the offers not tried yet, and the person as before it. An offer is a number: how many
    # counters are moved in all at the least, and the person. The cheapest is last.
    way: "list[tuple[int, list[int], int, list[int], int]]" = []
    while True:
        while level < len(values) and sum([due // values[level] for due in have]) >= 0:
            level += 1
            people = range(len(trays))
        offers: "list[int]" = []
        if level < len(values):
            tries -= 1
            for other in people:
                needs = values[level] - have[other] % values[level]
                count = _count(left[other], level, needs, -have[other], values)
                if count >= 0:
                    offers.append((moved + count - owed[other]) * len(trays) + other)
            offers.sort(reverse=True)
        else:  # fewer than before: no other offer is taken
            best = moved, list(have), list(left)
        way.append((level, offers, person, tray, points))
        saves = _ENOUGH if tries > _LATE else 0
        while not offers or (best is not None and (offers[-1] // len(trays) + saves >= best[0] or tries < 0)):
            _, _, person, tray, points = way.pop()
            left[person], have[person] = tray, points
            owed[person] = _count(tray, 0, 0, -points, values)
            if not way:
                return None if best is None else _paid(values, trays, best[1], best[2])
            level, offers = way[-1][:2]
        people = [offer % len(trays) for offer in offers]  # in this order, so that no two ways are the same
        moved, person = divmod(offers.pop(), len(trays))
        tray, points = left[person], have[person]
        left[person] = list(tray)
        have[person] += _put(left[person], level, values[level] - points % values[level], values)
        owed[person] = _count(left[person], 0, 0, -have[person], values)


def _paid(values: "list[int]", trays: "Trays", have: "list[int]", left: "Trays") -> "Trays":
    """What people put, if they pay what they still owe (have, negative) with the largest counters that are left."""
    puts = []
    for tray, rest, points in zip(trays, left, have):
        kept = list(rest)
        _put(kept, len(values), -points, values)
        puts.append([count - number for count, number in zip(tray, kept)])
    return puts


# ---- holdings, which do not change: each function returns new ones ----

# The worth of a tray, less the loans, plus `open` and what the player lent, is what the player began with plus all
# gains; as long as the real trays are like these.


def values_of(session: "Session") -> "list[int]":
    """The values of the counters of a session. ValueError: it has none."""
    start_set = set_of(session)
    if start_set is None:
        raise ValueError("no counters")
    values: "list[int]" = start_set.values
    return values


def at_start(session: "Session") -> Holdings:
    """The holdings at the start of a session that has counters."""
    if session.start is not None and session.start.held is not None:
        held: Holdings = session.start.held
        return held
    players, start_set = len(session.names), set_of(session)
    return Holdings([start_set.start] * players, start_set.box, [0] * players, [0] * players, [])


def pay(values: "list[int]", held: Holdings, net: "list[int]") -> "tuple[Exchange, Holdings]":
    """Makes the payments of a deal, and those still open. net: points that each player gains.

    A player with a loan pays it back first, out of their gain: the box, then the players who lent them counters. What
    the counters cannot settle stays open (see payable.py). If nobody gains anything, no counters move, and open
    payments wait.
    """
    trays, box, loans, left, lent = held
    due = [gain + more for gain, more in zip(net, left)] if any(net) else [0] * len(net)
    gains, back = due, [max(0, min(gain, loan)) for gain, loan in zip(due, loans)]
    rest = [gain - points for gain, points in zip(due, back)]
    wins, after = list(gains), lent
    for lender, borrower, points in lent:
        points = max(0, min(points, rest[borrower]))
        rest[borrower] -= points
        wins[lender] += points
        wins[borrower] -= points
        after = lend(after, borrower, lender, points)
    try:
        moves = exchange(values, trays, wins, box, back)
    except NoExchange:
        from mingg.core.counters.payable import payable

        after = lent
        gains, back = payable(values, trays, due, box, loans)
        moves = exchange(values, trays, gains, box, back)
    trays, box = _moved(trays, box, moves)
    loans = [loan + lends - points for loan, lends, points in zip(loans, moves.loans, back)]
    left = [points + wins - gain for points, wins, gain in zip(left, net, gains)]
    return moves, Holdings(trays, box, loans, left, after)


def lend_counters(values: "list[int]", held: Holdings, lender: int, borrower: int, points: int) -> Holdings:
    """Makes a loan between two players. ValueError: the lender has too little, or there is no change."""
    trays, box, loans, left, lent = held
    if worth(trays[lender], values) < points:
        raise ValueError("too few counters")
    gains = [0] * len(trays)
    gains[lender], gains[borrower] = -points, points
    trays, box = _moved(trays, box, exchange(values, trays, gains, box))
    return Holdings(trays, box, loans, left, lend(lent, lender, borrower, points))


def counted(
    held: Holdings,
    trays: "dict[int, list[int]]",
    box: "list[int] | None",
    lent: "tuple[int, int, int] | None" = None,
) -> Holdings:
    """Replaces trays by player, and the box (None: not counted), by a physical count. lent: what one player lent
    another then."""
    all_trays = [trays.get(player, tray) for player, tray in enumerate(held.trays)]
    after = lend(held.lent, *lent) if lent is not None else held.lent
    return Holdings(all_trays, held.box if box is None else box, held.loans, held.open, after)


def _moved(trays: "Trays", box: "list[int]", moves: "Exchange") -> "tuple[Trays, list[int]]":
    """The trays and the box after an exchange."""
    after = [
        [count - out + into for count, out, into in zip(tray, put, take)]
        for tray, put, take in zip(trays, moves.puts, moves.takes)
    ]
    return after, [count - given for count, given in zip(box, moves.box)]
