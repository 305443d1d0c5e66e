"""Sets of counters: Babcock's, Harr's, and those that players define.

A tray is a list: how many counters of each value, in the order of the set's values, which fall. The box is a tray too.
"""

from collections import namedtuple

MYPY = False
if MYPY:
    from typing import Any

NONE = "none"  # balances alone

# values fall, each divides the one before it; start: what each player begins with; box: what is left over; marks: what
# a counter looks like, a word a value, or none at all
Counters = namedtuple("Counters", ("values", "start", "box", "marks"))

_SETS = {
    "babcock": ((500, 100, 10, 2), (2, 9, 8, 10)),  # B p.5
    "harr": ((1000, 500, 100, 10, 2), (1, 1, 4, 9, 5)),  # H p.26 has the values; the shares are ours
}
NAMES = (NONE, "babcock", "harr")
_SHARES = 4  # in a set of the books: where fewer play, the box has the others
HUNDRED = 100
MOST_VALUES = 6
MOST = 1000000  # of one value, anywhere


def counters_of(named: "str | dict[str, Any]", players: int) -> "Counters | None":
    """The set that a session names, for so many players; None where balances alone are kept. A dict is one of the
    players' own, and right as `wrong_set` has it."""
    if named == NONE:
        return None
    if isinstance(named, dict):
        box = named.get("box", [0] * len(named["values"]))
        return Counters(list(named["values"]), list(named["start"]), list(box), list(named.get("marks", [])))
    values, share = _SETS[named]
    over = max(0, _SHARES - players)
    return Counters(list(values), list(share), [over * count for count in share], [])


def wrong_values(values: "list[Any]", most: int = MOST_VALUES) -> "tuple[int, str] | None":
    """What is wrong with the values of a set: which one (-1: the list), and why; None where nothing is."""
    if not 1 <= len(values) <= most:
        return -1, "from one to %d values" % most
    for i, value in enumerate(values):
        if type(value) is not int or value <= 0 or value % 2:
            return i, "an even number of points is wanted here"
        if i and (value >= values[i - 1] or values[i - 1] % value):
            return i, "values fall, and each divides the one before it"
    return None


def wrong_tray(tray: "list[Any]", values: "list[int]") -> "tuple[int, str] | None":
    """What is wrong with a tray, as `wrong_values` says it."""
    if len(tray) != len(values):
        return -1, "a number for each value is wanted here"
    for i, count in enumerate(tray):
        if type(count) is not int or not 0 <= count <= MOST:
            return i, "a number of counters, from 0 to %d" % MOST
    return None


def worth(tray: "list[int]", values: "list[int]") -> int:
    """The points that a tray is worth."""
    return sum([count * value for count, value in zip(tray, values)])


def smallest(values: "list[int]", trays: "list[list[int]]") -> int:
    """The smallest value of which there is a counter; 0 where there are none."""
    found = [value for at, value in enumerate(values) if any(tray[at] for tray in trays)]
    return found[-1] if found else 0


def remainders(balances: "list[int]") -> "list[int]":
    """What each player gives to the pool at the end of a game: what is over an even hundred (Babcock p.82)."""
    return [balance % HUNDRED if balance > 0 else 0 for balance in balances]
