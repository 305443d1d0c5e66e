"""House rules: what a table counts differently from its book, as a JSON object that is kept with the session.

    {"name": "Tuesday club", "points": {"pung": [2, 4, 4, 8], "pair": {"dragon": 4}, "rob": false},
     "factors": {"half-suit": 4}, "special": {"four_kongs": "half"}, "added": {"first-discard": false},
     "waiting": {"knitting": 100}, "hands": {"Winter garden": {"tiles": "123a 456a 789a wwwz ddz", "score": "limit"}}}

House rules name rows by their ids. They change figures, remove rows (false), and take over rows of other books. Only
special hands may be new ("hands", see house_hands.py). A doubling is given as the factor of the score: a kong may
count more, {"pung": 2, "kong": 4}. A special hand is given as its share of the limit, what a loser scores who waits for
one as points. Screens show the name of the house rules in place of a page.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mingg.core.rules.agreed import AGREED, HIGHEST_LIMIT, SHARES, BadHouse, check_name, is_even
from mingg.core.rules.rows import (
    CHANGED,
    DOUBLINGS,
    HOUSE,
    POINTS,
    SHAPELESS,
    TABLES,
    WAITING,
    WINNER,
    WITHOUT,
    Option,
    Row,
    Rules,
    rows_in,
)
from mingg.core.values import step

HANDS = "hands"
MOST_POINTS = 200
TIMES = {2: 1, 4: 2, 8: 3}  # number of doublings by factor of the score
PAIRS = ("dragon", "seat", "round", "both")
# Rows without which nothing can be counted.
NEEDED = ("mahjong", "pung", "kong")
# Facts of doublings whose kongs may count more.
OF_SETS = ("dragons", "seat_wind", "round_wind", "seat_wind_in_own_round")
# Rows that count only if flowers are played, or the rule set uses the last set.
FLOWERS = ("flower", "own-flower", "flower-series")
LAST_SETS = ("fill-pair", "fill-chow")
# What a rule set learns with a row of a modern one: see rules/bmja.py.
_TAKEN_OVER = {"hands_named": True, "shapeless": SHAPELESS, "winds": True}


def put(house: "Any", rules: "Rules", module: "Any", books: "Callable[[str], Iterable[Any]]") -> None:
    """Applies house rules to the tables of a rule set, after its options. books: yields all rule sets, this one first.
    Raises BadHouse."""
    tables = rules.tables
    _object(house, "/house")
    rules.house = house
    for key in house:
        if key not in ("name", HANDS) and key not in TABLES:
            raise BadHouse(
                step("/house", key), "unknown key. Use name, points, factors, special, waiting, added, hands."
            )
    check_name(house.get("name"), "/house/name")
    rules.title = house["name"]
    for table in TABLES:
        changes = _object(house.get(table, {}), "/house/" + table)
        if table == WAITING and changes and not module.WAITING:
            raise BadHouse("/house/waiting", "these rules have nothing for a loser who waits. Leave this out.")
        # Sorted: a dictionary keeps no order on MicroPython.
        for item in sorted(changes):
            row, book = _with_id(item, tables[table]), module
            if row is None:
                # Looked up here: it may load books, which takes much of a board's stack.
                row, book = known(table, item, books(module.ID))
            _change(table, tables[table], item, changes[item], module, row)
            if book.TABLE.get("hands_named") and changes[item] is not False:
                rules.table.update(_TAKEN_OVER)
    if HANDS in house:
        from mingg.core.rules import house_hands

        house_hands.put(house[HANDS], rules)
    # A loser's tiles are arranged as pungs first, and what is left as pairs.
    losers: "list[Any]" = [row for row in tables[POINTS] if row.who != WINNER]
    pung = min([row.worth[3] for row in losers if row.id == "pung"])
    pairs = [points for row in losers if row.id == "pair" for points in row.worth.values()]
    if pairs and 2 * max(pairs) > pung:
        raise BadHouse(
            "/house/points/pair", "a pair counts at most half of a concealed pung of 1 9 honour. Use at most %d." % pung
        )


def _object(value: object, pointer: str, hint: str = "") -> "dict[str, Any]":
    if not isinstance(value, dict):
        raise BadHouse(pointer, "this must be an object" + hint)
    return value


def decides(house: "Any", row: "Option") -> bool:
    """Whether house rules have the rows of an option, and so decide it."""
    if row.name != "flowers":
        for _, table, effect in row.effects:
            if (effect in house.get(POINTS, {})) if table == WITHOUT else (effect.id in house.get(table, {})):
                return True
    return False


def known(table: str, item: str, books: "Iterable[Any]") -> "tuple[Any, Any]":
    """The row with this id in the tables and options of the first book that has it, and that book; (None, None) if none
    does."""
    for book in books:
        row = _with_id(item, rows_in(book)[table])
        if row is None:
            options = book.options() + AGREED
            row = _with_id(item, [row for option in options for _, into, row in option.effects if into == table])
        if row is not None:
            return row, book
    return None, None


def _with_id(item: str, rows: "Sequence[Any]") -> "Any":
    for row in rows:
        if row.id == item:
            return row
    return None


def _change(table: str, rows: "list[Any]", item: str, value: "Any", module: "Any", row: "Any") -> None:
    """Changes, adds or removes the rows of an item. value: from the house rules; row: one with this id, or None."""
    pointer = step("/house/" + table, item)
    indexes = [i for i, row in enumerate(rows) if row.id == item]
    removed = value is False or (value == 0 and table in (POINTS, WAITING) and type(value) is int)
    if removed and item in NEEDED and table == POINTS:
        raise BadHouse(pointer, "this always counts. Give it points.")
    if row is None:
        raise BadHouse(pointer, "no book has this id. `mingg rules --example` lists them.")
    if removed:
        rows[:] = [row for row in rows if row.id != item]
        return
    if not indexes:
        if item in LAST_SETS:
            raise BadHouse(pointer, "%s does not use the last set. Leave this out." % module.ID)
        worth = _worth(table, row, value, pointer)
        if item not in FLOWERS:  # their rows would be there if flowers were played
            # Before "no other score", which needs all points counted so far.
            last = [i for i, row in enumerate(rows) if row.id == "no-score" and table == POINTS]
            rows.insert(
                last[0] if last else len(rows),
                Row(item, row.fact, worth, row.who, HOUSE, "" if worth == row.worth else CHANGED),
            )
        return
    for i in indexes:
        row = rows[i]
        worth = _worth(table, row, value, pointer)
        if worth != row.worth:
            rows[i] = Row(item, row.fact, worth, row.who, HOUSE, CHANGED)
    rows[:] = [row for row in rows if row.worth != {}]


def _worth(table: str, row: "Row", value: "Any", pointer: str) -> "Any":
    """The worth of a row from the value in house rules; see rows.py. Raises BadHouse."""
    worth: "Any" = row.worth
    if table == WAITING:
        return (_points(value, pointer, HIGHEST_LIMIT),)
    if table == DOUBLINGS and isinstance(value, dict):
        if row.fact not in OF_SETS:
            raise BadHouse(pointer, "only dragon, seat-wind and round-wind have pung and kong. Write 2, 4 or 8.")
        if sorted(value) != ["kong", "pung"] or any(
            type(times) is not int or times not in TIMES for times in value.values()
        ):
            raise BadHouse(pointer, "this needs pung and kong, each 2, 4 or 8")
        pung, kong = TIMES[value["pung"]], TIMES[value["kong"]]
        if kong < pung:
            raise BadHouse(pointer, "a kong counts at least as much as a pung. Use a larger figure for kong.")
        return pung if pung == kong else (pung, kong)
    if table != POINTS:
        return _one_of(TIMES if table == DOUBLINGS else SHARES, value, pointer)
    if isinstance(worth, tuple):
        if not isinstance(value, list) or len(value) != 4:
            raise BadHouse(
                pointer,
                "use four figures: exposed 2-8, concealed 2-8, exposed 1 9 honour, concealed 1 9 honour",
            )
        four = [_points(points, "%s/%d" % (pointer, i)) for i, points in enumerate(value)]
        for i in (0, 2):
            # With 0 points a hand with such a set could have "no other score".
            if not four[i]:
                raise BadHouse("%s/%d" % (pointer, i), "a set counts at least 2 points. Use 2 or more.")
            # The search for the best arrangement relies on this: a pung that a claimed tile completes is exposed.
            if four[i] > four[i + 1]:
                raise BadHouse(
                    "%s/%d" % (pointer, i + 1),
                    "a concealed set counts at least as much as an exposed one. Use a larger figure.",
                )
        return tuple(four)
    if not isinstance(worth, dict):
        return _points(value, pointer)
    words = PAIRS if row.id == "pair" else tuple(sorted(worth))
    list_of_words = ", ".join(words)
    changed = dict(worth)
    for word in sorted(_object(value, pointer, " with keys of " + list_of_words)):
        if word not in words:
            raise BadHouse(step(pointer, word), "unknown key. Choose one of " + list_of_words)
        changed[word] = 0 if value[word] is False else _points(value[word], step(pointer, word))
    return {word: changed[word] for word in changed if changed[word]}


def _one_of(words: "dict[Any, int]", value: "Any", pointer: str) -> int:
    """What a word or a figure stands for."""
    if type(value) not in (int, str) or value not in words:
        raise BadHouse(
            pointer,
            "this must be 2, 4 or 8, the factor of the score; or false"
            if words is TIMES
            else 'this must be "limit", "half" or "third"; or false',
        )
    return words[value]


def _points(value: object, pointer: str, most: int = MOST_POINTS) -> int:
    if not is_even(value, most):
        raise BadHouse(pointer, "this must be an even number of points, at most %d" % most)
    return value
