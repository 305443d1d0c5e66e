"""Rule sets as data: one module a book, each a table of figures with their pages; `load` puts one in force.

A row of POINTS and DOUBLINGS is (id, fact, worth, who, source): the item's id in an answer; the fact of facts.py that
earns it; points, or times doubled, for each time the fact holds (a tuple: by class of set, simple exposed, simple
concealed, major exposed, major concealed; a dict: by the words the fact answers); ALL, WINNER or LOSER; and where the
book says so. A row of SPECIAL is (id, fact, divisor, source): the winner's hand that scores the limit divided so.
A row of ADDED is (id, fact, divisor, source) too: that share of the limit comes on top of the doublings.
Where house rules (house.py) have a row, its source is HOUSE.
A row of options() is (name, check, source, effects): its check answers what is wrong with a value, or None; its effects
are (value, table, row) each, the row that the value adds to a table, or (value, WITHOUT, id), the row it takes away.
"""

MYPY = False
if MYPY:
    from typing import Any, Callable, Protocol, TypeGuard

    Options = dict[str, Any]
    House = dict[str, Any]
    Check = Callable[[object], str | None]
    Worth = int | tuple[int, ...] | dict[str, int]
    PointsRow = tuple[str, str, Worth, int, str]
    DoublingRow = tuple[str, str, int, int, str]
    SpecialRow = tuple[str, str, int, str]
    Effect = tuple[object, str, Any]
    OptionRow = tuple[str, Check, str, tuple[Effect, ...]]

    class Book(Protocol):
        @property
        def ID(self) -> str: ...
        @property
        def TITLE(self) -> str: ...
        @property
        def BOOK(self) -> str: ...
        @property
        def LIMIT(self) -> tuple[int | None, str]: ...
        @property
        def POINTS(self) -> tuple[PointsRow, ...]: ...
        @property
        def DOUBLINGS(self) -> tuple[DoublingRow, ...]: ...
        @property
        def SPECIAL(self) -> tuple[SpecialRow, ...]: ...
        @property
        def ADDED(self) -> tuple[SpecialRow, ...]: ...
        @property
        def TABLE(self) -> dict[str, Any]: ...
        def options(self) -> tuple[OptionRow, ...]: ...


ALL, WINNER, LOSER = 0, 1, 2
POINTS, DOUBLINGS, SPECIAL, ADDED, WITHOUT = "points", "doublings", "special", "added", "without"
HOUSE = "house"
OURS = "our reading"  # in a source: no book says so, or a book leaves it open
OF_HOUSE = "house-"  # what the files of house rules in a store begin with

RULE_SETS = ("harr", "harr-limit", "babcock", "chinese")

# The present edition of the rules. An evening keeps the edition that it began with; first_edition.py has what the first
# one counts differently.
EDITION = 2

# What a table may be like beside the figures; a rule set's TABLE says where it differs.
PLAIN = {
    "always": (),  # options of every table that this book plays by unless they are switched off
    "limits": {},  # the limit, where it depends on the number of players
    "limits_at_mahjong": {},  # the limit, where it depends on what mah-jong counts
    "caps_losers": True,  # a losing hand scores no more than the limit (B p.28)
    "both_own_winds": False,  # two players: the doublings of two winds each (B p.84)
    "doublings_to_win": 0,  # two players: a win needs so many (B p.84)
    "no_west_winds": False,  # three players: without the West Winds (B p.83)
    "kong_passes": False,  # a draw in which a kong was declared passes East (B p.68)
    "dead_hands": ("dead",),  # the kinds of dead hand
    "false_win": 0,  # what a false win costs, where nothing is agreed: points, "half" or "limit"
    "shape_counts": False,  # the winner's last set is asked for
}


class Rules:
    """A rule set in force at a table: its rows, with what the options add and take away.

    limit: points, or None; mahjong: what winning alone is worth; options: what was agreed, by name; house: the house
    rules as house.py has them, or None; title: theirs, or the book's; edition: see EDITION.
    """

    def __init__(
        self,
        module: "Book",
        options: "Options",
        players: int = 4,
        house: "House | None" = None,
        edition: int = EDITION,
    ) -> None:
        self.id = module.ID
        self.title = module.TITLE
        self.book = module.BOOK
        self.options = options
        self.players = players
        self.house = house
        self.edition = edition
        self.table: "dict[str, Any]" = dict(PLAIN)
        self.table.update(module.TABLE)
        self.tables: "dict[str, list[Any]]" = {
            POINTS: list(module.POINTS),
            DOUBLINGS: list(module.DOUBLINGS),
            SPECIAL: list(module.SPECIAL),
            ADDED: list(module.ADDED),
        }
        # Where nothing is agreed, the tables of options are not even loaded.
        for name, _check, _source, effects in options_of(module) if options else ():
            for value, table, row in effects:
                if options.get(name) == value and type(options.get(name)) is type(value):
                    self._apply(table, row)
        if house is not None:
            from mingg.core.rules.house import put

            put(house, self.tables, module)
            self.title = house["name"]
        if edition == 1:
            from mingg.core.rules.first_edition import put_back

            put_back(self)
        self.points = tuple(self.tables[POINTS])
        self.doublings = tuple(self.tables[DOUBLINGS])
        self.special = tuple(self.tables[SPECIAL])
        self.added = tuple(self.tables[ADDED])
        # The rows of a loser, and of a winner; what anything is counted by; whether a filled pair is no pair beside.
        self._points_of = _rows_of(self.points, WINNER), _rows_of(self.points, LOSER)
        self._doublings_of = _rows_of(self.doublings, WINNER), _rows_of(self.doublings, LOSER)
        # What score.py has found for these rows: the facts of a loser's, and of a winner's.
        self.asked: "list[Any]" = [None, None]
        self._items = {row[0] for rows in self.tables.values() for row in rows}
        self._pair_filled = any(row[0] == "fill-pair" and row[1] == "fills" for row in self.points)
        # What winning alone is worth: "no other score" is a hand that has just that.
        self.mahjong = next(worth for item, _, worth, _, _ in self.points if item == "mahjong")
        self.limit: "int | None" = options["limit"] if "limit" in options else self._own_limit(module)
        # The special hands that a card may name: asked of all the time whether one is among them, so a set.
        self.hands: "Any" = {row[0].replace("-", "_") for row in self.special + self.doublings}

    def _apply(self, table: str, row: "Any") -> None:
        if table == WITHOUT:
            for rows in self.tables.values():
                rows[:] = [other for other in rows if other[0] != row]
            return
        rows = self.tables[table]
        for i, other in enumerate(rows):
            # A row that is there already is replaced where it stands.
            if other[0] == row[0] and other[1] == row[1] and other[3] == row[3]:
                rows[i] = row
                return
        rows.append(row)

    def _own_limit(self, module: "Book") -> "int | None":
        limits: "dict[int, int]" = self.table["limits"]
        limits_at: "dict[int, int]" = self.table["limits_at_mahjong"]
        return limits.get(self.players, limits_at.get(self.mahjong, module.LIMIT[0] or 0)) or None

    def on(self, option: str) -> "Any":
        """What was agreed of an option, or what the book plays by; False where it plays without."""
        return self.options.get(option, option in self.table["always"])

    def points_of(self, won: bool) -> "tuple[PointsRow, ...]":
        """The rows that a winner counts, or a loser."""
        return self._points_of[won]

    def doublings_of(self, won: bool) -> "tuple[DoublingRow, ...]":
        return self._doublings_of[won]

    def knows(self, item: str) -> bool:
        """Whether anything is counted, doubled or limited by this name."""
        return item in self._items

    def knows_pair_filled(self) -> bool:
        """Whether filling the pair counts instead of the pair (Harr p.65-66): a card then does not name it twice."""
        return self._pair_filled

    def own_winds(self, seat: str) -> str:
        """The winds whose sets double for a seat as its own."""
        if self.players == 2 and self.table["both_own_winds"]:
            return {"E": "ES", "W": "WN"}[seat]
        return seat


def _rows_of(rows: "tuple[Any, ...]", whose_not: int) -> "tuple[Any, ...]":
    """The rows but those that are another's alone."""
    return tuple([row for row in rows if row[3] != whose_not])


def is_count(value: object) -> "TypeGuard[int]":
    """A whole number, not below zero (and no truth value, which Python counts among the numbers)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def module_of(name: str) -> "Book":
    """The tables of a rule set; ValueError where there is none of that name."""
    module: "Book"
    # One table in memory, not all: a board holds no more than it plays by.
    if name == "harr":
        from mingg.core.rules import harr as module
    elif name == "harr-limit":
        from mingg.core.rules import harr_limit as module
    elif name == "babcock":
        from mingg.core.rules import babcock as module
    elif name == "chinese":
        from mingg.core.rules import chinese as module
    else:
        raise ValueError("no rule set %s" % name)
    return module


def options_of(module: "Book") -> "tuple[OptionRow, ...]":
    """The options that a rule set knows, its own and those of every table."""
    from mingg.core.rules.agreed import AGREED

    return module.options() + AGREED


def load(
    name: str,
    options: "Options | None" = None,
    players: int = 4,
    house: "House | None" = None,
    edition: int = EDITION,
) -> Rules:
    """The rule set `name` with `options` and house rules in force. ValueError where there is no such rule set;
    options.BadRules where the options or the house rules are wrong."""
    module = module_of(name)
    if not options:
        return Rules(module, {}, players, house, edition)
    from mingg.core.rules.options import check_each, check_together

    check_each(options, module)
    rules = Rules(module, options, players, house, edition)
    check_together(rules)
    return rules
