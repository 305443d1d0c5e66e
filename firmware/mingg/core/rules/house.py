"""House rules: what a table counts otherwise than its book, as a plain object that travels with the session.

    {"name": "Tuesday club", "points": {"pung": [2, 4, 4, 8], "pair": {"dragon": 4}, "rob": false},
     "doublings": {"half-suit": 4}, "special": {"four_kongs": "half"}, "added": {"first-discard": false}}

It changes figures of rows that the book has, by the id of an item, takes rows away, and takes over rows that another
book has: whatever it says, the scorer knows it from a table. A doubling is what the score is multiplied by, a special
hand the share of the limit that it scores. Its name is shown where a book's page would be.
"""

from mingg.core.rules.books import module_of, options_of
from mingg.core.rules.checks import BadRules
from mingg.core.rules.rows import ADDED, DOUBLINGS, HOUSE, POINTS, SPECIAL, WINNER, WITHOUT, Row
from mingg.core.values import is_count, step

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules.rows import Book, Option

TABLES = (POINTS, DOUBLINGS, SPECIAL, ADDED)
NAME_LENGTH = 14  # letters: what a row of the device has room for
MOST_POINTS = 200
TIMES = {2: 1, 4: 2, 8: 3}  # what the score is multiplied by: how often that doubles it
SHARES = {"limit": 1, "half": 2, "third": 3}
PAIRS = ("dragon", "seat", "round", "both")
# Without these there is no count.
NEEDED = ("mahjong", "pung", "kong")
# Whether they count is for who says that flowers, or the last set, are played.
FLOWERS = ("flower", "own-flower", "flower-series")
LAST_SETS = ("fill-pair", "fill-chow")


class BadHouse(BadRules):
    key = "house"


def put(house: "Any", tables: "dict[str, list[Any]]", module: "Book") -> None:
    """Puts house rules in force in the tables of a rule set, options included. Raises BadHouse."""
    _object(house, "")
    for key in house:
        if key != "name" and key not in TABLES:
            raise BadHouse(step("", key), "unknown key")
    name = house.get("name")
    if not isinstance(name, str) or not name or name.strip() != name or min(name) < " ":
        raise BadHouse("/name", "a name is wanted here")
    if len(name) > NAME_LENGTH:
        raise BadHouse("/name", "a name has at most %d letters" % NAME_LENGTH)
    for table in TABLES:
        changes = _object(house.get(table, {}), "/" + table)
        # Sorted: a dictionary keeps no order on MicroPython.
        for item in sorted(changes):
            _change(table, tables[table], item, changes[item], module)
    # A loser's tiles are arranged as pungs first, and what is left as pairs.
    losers = [row for row in tables[POINTS] if row.who != WINNER]
    pung = min([row.worth[3] for row in losers if row.id == "pung"])
    pairs = [points for row in losers if row.id == "pair" for points in row.worth.values()]
    if pairs and 2 * max(pairs) > pung:
        raise BadHouse("/points/pair", "a pair counts at most half of a pung of majors in the hand, %d" % pung)


def _object(value: object, at: str, what: str = "") -> "dict[str, Any]":
    if not isinstance(value, dict):
        raise BadHouse(at, "an object is wanted here" + what)
    return value


def says(house: "Any", row: "Option") -> bool:
    """Whether house rules say themselves what an option would: its rows are theirs."""
    if row.name != "flowers":
        for _, table, effect in row.effects:
            if (effect in house.get(POINTS, {})) if table == WITHOUT else (effect.id in house.get(table, {})):
                return True
    return False


def known(table: str, item: str, module: "Book") -> "Any":
    """The row of this id that the rule set knows as an option, or else another one has; None where nobody has it."""
    found = _row_of(table, item, module)
    # A board loads the other books: one after the other, and no more than needed.
    for name in ("babcock", "chinese", "harr", "harr-limit"):
        if found is None and name != module.ID:
            found = _row_of(table, item, module_of(name))
    return found


def _row_of(table: str, item: str, module: "Book") -> "Any":
    rows = {POINTS: module.POINTS, DOUBLINGS: module.DOUBLINGS, SPECIAL: module.SPECIAL, ADDED: module.ADDED}[table]
    for row in rows + tuple([row for option in options_of(module) for _, into, row in option.effects if into == table]):
        if row.id == item:
            return row
    return None


def _change(table: str, rows: "list[Any]", item: str, value: "Any", module: "Book") -> None:
    """Changes the rows of an item, adds one, or takes them away."""
    at = step("/" + table, item)
    there = [i for i, row in enumerate(rows) if row.id == item]
    row = rows[there[0]] if there else known(table, item, module)
    gone = value is False or (value == 0 and table == POINTS and type(value) is int)
    if gone and item in NEEDED and table == POINTS:
        raise BadHouse(at, "this always counts")
    if row is None:
        raise BadHouse(at, "nothing of that name counts")
    if gone:
        rows[:] = [row for row in rows if row.id != item]
        return
    if not there:
        if item in LAST_SETS:
            raise BadHouse(at, "%s does not ask for the last set" % module.ID)
        worth = _worth(table, row, value, at)
        if item not in FLOWERS:  # they are not played
            # "No other score" asks for what has been counted before it.
            last = [i for i, row in enumerate(rows) if row.id == "no-score" and table == POINTS]
            rows.insert(last[0] if last else len(rows), Row(item, row.fact, worth, row.who, HOUSE))
        return
    for i in there:
        row = rows[i]
        worth = _worth(table, row, value, at)
        if worth != row.worth:
            rows[i] = Row(item, row.fact, worth, row.who, HOUSE)
    rows[:] = [row for row in rows if row.worth != {}]


def _worth(table: str, row: "Row", value: "Any", at: str) -> "Any":
    """What a row is worth, from what house rules say of it."""
    if table == DOUBLINGS:
        if type(value) is not int or value not in TIMES:
            raise BadHouse(at, "2, 4 or 8 is wanted here: what the score is multiplied by; or false")
        return TIMES[value]
    if table != POINTS:
        if not isinstance(value, str) or value not in SHARES:
            raise BadHouse(at, '"limit", "half" or "third" is wanted here; or false')
        return SHARES[value]
    if isinstance(row.worth, tuple):
        if not isinstance(value, list) or len(value) != 4:
            raise BadHouse(
                at, "four figures: 2-8 on the table, 2-8 in the hand, majors on the table, majors in the hand"
            )
        four = [_points(points, "%s/%d" % (at, i)) for i, points in enumerate(value)]
        for i in (0, 2):
            # What counts nothing would make a hand with it one of "no other score".
            if not four[i]:
                raise BadHouse("%s/%d" % (at, i), "a set counts at least 2")
            # A winner's tile is put where it scores most, and a pung that it completes lies open.
            if four[i] > four[i + 1]:
                raise BadHouse("%s/%d" % (at, i + 1), "a set in the hand counts no less than on the table")
        return tuple(four)
    if isinstance(row.worth, dict):
        words = PAIRS if row.id == "pair" else tuple(sorted(row.worth))
        list_of_words = ", ".join(words)
        worth = dict(row.worth)
        for word in sorted(_object(value, at, ", of " + list_of_words)):
            if word not in words:
                raise BadHouse(step(at, word), "there are " + list_of_words)
            points = 0 if value[word] is False else _points(value[word], step(at, word))
            worth.pop(word, None)
            if points:
                worth[word] = points
        return worth
    return _points(value, at)


def _points(value: object, at: str) -> int:
    if not is_count(value) or value % 2 or value > MOST_POINTS:
        raise BadHouse(at, "an even number of points is wanted here, at most %d" % MOST_POINTS)
    return value
