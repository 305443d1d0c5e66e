"""Sets of counters: Babcock's, Harr's, and those that players define.

A tray is a list with the number of counters of each value, in the order of the values, which fall. The box is a tray,
too.
"""

from collections import namedtuple
from typing import Any

from mingg.core.values import BadInput, Json, a_list, a_word, an_object, there

NONE = "none"  # no counters, only balances

# values: falling, each divides the one before it; start: the tray of each player at the start; box: the counters left
# over; marks: what a counter looks like, a word for each value, or []
Counters = namedtuple("Counters", ("values", "start", "box", "marks"))

# trays: by player; box: a tray; loans: points that each player owes the box; open: points won, or lost, by each player
# that could not be paid yet; lent: (player who lent, player who owes it, points) each, at most one for each two players
Holdings = namedtuple("Holdings", ("trays", "box", "loans", "open", "lent"))

_SETS = {
    "babcock": ((500, 100, 10, 2), (2, 9, 8, 10)),  # B p.5
    "harr": ((1000, 500, 100, 10, 2), (1, 1, 4, 9, 5)),  # H p.26 has the values; the numbers are our reading
}
NAMES = (NONE, "babcock", "harr")
_SHARES = 4  # trays in a set of the books: with fewer players the box has the others
HUNDRED = 100
MOST_VALUES = 6
MOST = 1000000  # counters of one value in a tray
_MARK = 12  # letters of a mark at most


def counters_of(named: "str | dict[str, Any]", players: int) -> "Counters | None":
    """The set of counters of a session; None if it has none. A dict is a set of the players' own, checked before."""
    if named == NONE:
        return None
    if isinstance(named, dict):
        box = named.get("box", [0] * len(named["values"]))
        return Counters(list(named["values"]), list(named["start"]), list(box), list(named.get("marks", [])))
    values, share = _SETS[named]
    over = max(0, _SHARES - players)
    return Counters(list(values), list(share), [over * count for count in share], [])


def set_of(session: "Any") -> "Any":  # Any: callers know whether the session has counters
    """The set of counters of a Session; None: it has none."""
    return counters_of(session.counters, len(session.names))


def wrong_values(values: "list[Any]") -> "tuple[int, str] | None":
    """Checks the values of a set: None, or (index of the wrong value, or -1 for the list, and the problem)."""
    if not 1 <= len(values) <= MOST_VALUES:
        return -1, "a set has 1 to %d values" % MOST_VALUES
    for i, value in enumerate(values):
        if type(value) is not int or value <= 0 or value % 2:
            return i, "a value must be an even number of points"
        if i and (value >= values[i - 1] or values[i - 1] % value):
            return i, "values must fall, each a divisor of the one before"
    return None


def read_values(value: object, pointer: str) -> "list[int]":
    values = a_list(value, pointer)
    wrong = wrong_values(values)
    if wrong is not None:
        raise BadInput(pointer if wrong[0] < 0 else "%s/%d" % (pointer, wrong[0]), wrong[1])
    return values


def read_tray(value: object, pointer: str, values: "list[int]") -> "list[int]":
    tray = a_list(value, pointer)
    if len(tray) != len(values):
        raise BadInput(pointer, "use a list with a number for each value")
    for i, count in enumerate(tray):
        if type(count) is not int or not 0 <= count <= MOST:
            raise BadInput("%s/%d" % (pointer, i), "a number of counters must be from 0 to %d" % MOST)
    return tray


def read_counters(value: object, pointer: str) -> "str | Json":
    """Reads the counters of a session: a name, or a set of the players' own. Raises BadInput."""
    if not isinstance(value, dict):
        return a_word(value, pointer, NAMES, "set of counters")
    keys = an_object(value, pointer, ("values", "start", "box", "marks"))
    values = read_values(there(keys, "values", pointer + "/values"), pointer + "/values")
    read_tray(there(keys, "start", pointer + "/start"), pointer + "/start", values)
    if "box" in keys:
        read_tray(keys["box"], pointer + "/box", values)
    if "marks" in keys:
        marks = a_list(keys["marks"], pointer + "/marks")
        if len(marks) != len(values):
            raise BadInput(pointer + "/marks", "this must be a list with a word for each value")
        for i, mark in enumerate(marks):
            if not isinstance(mark, str) or len(mark) > _MARK:
                raise BadInput("%s/marks/%d" % (pointer, i), "this must be a word of at most %d letters" % _MARK)
    return keys


def worth(tray: "list[int]", values: "list[int]") -> int:
    """The points that a tray is worth."""
    return sum([count * value for count, value in zip(tray, values)])


def smallest(values: "list[int]", trays: "list[list[int]]") -> int:
    """The smallest value of which any tray has a counter; 0 if all trays are empty."""
    present = [value for i, value in enumerate(values) if any(tray[i] for tray in trays)]
    return present[-1] if present else 0


def can_share(values: "list[int]", ends: "list[int]", counts: "list[int]") -> bool:
    """Whether all counters (counts: by value) can be shared out so that each person ends with `ends` points.

    values: rising. What a person has beyond whole multiples of a value consists of smaller counters: for each value
    there must be enough of these.
    """
    if min(ends) < 0:
        return False
    smaller = 0
    for level, value in enumerate(values):
        if smaller < sum([end % value for end in ends]):
            return False
        smaller += counts[level] * value
    return True


def lend(lent: "list[tuple[int, int, int]]", lender: int, borrower: int, points: int) -> "list[tuple[int, int, int]]":
    """The loans between players after one more, which gives back what the lender owes the borrower first."""
    owed = {(source, to): amount for source, to, amount in lent}
    points += owed.pop((lender, borrower), 0) - owed.pop((borrower, lender), 0)
    if points:
        owed[(lender, borrower) if points > 0 else (borrower, lender)] = abs(points)
    return sorted([(source, to, owed[(source, to)]) for source, to in owed])


def remainders(balances: "list[int]") -> "list[int]":
    """Points that each player gives to the pool at the end of a game: those above a whole hundred (Babcock p.82)."""
    return [balance % HUNDRED if balance > 0 else 0 for balance in balances]
