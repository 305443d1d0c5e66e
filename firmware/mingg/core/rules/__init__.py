"""Rule sets as data: one module a book, each with tables of figures and their pages; `load` puts one in force."""

from mingg.core.rules.books import module_of, options_of
from mingg.core.rules.rows import ADDED, DOUBLINGS, LOSER, POINTS, SPECIAL, WINNER, WITHOUT

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules.rows import Book, House, Options, Row

OF_HOUSE = "house-"  # what the files of house rules in a store begin with

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
        self.points: "list[Row]" = list(module.POINTS)
        self.doublings: "list[Row]" = list(module.DOUBLINGS)
        self.special: "list[Row]" = list(module.SPECIAL)
        self.added: "list[Row]" = list(module.ADDED)
        # The same lists, by name.
        self.tables = {POINTS: self.points, DOUBLINGS: self.doublings, SPECIAL: self.special, ADDED: self.added}
        # Where nothing is agreed, the tables of options are not even loaded.
        for option in options_of(module) if options else ():
            agreed = options.get(option.name)
            for value, table, row in option.effects:
                if agreed == value and type(agreed) is type(value):
                    self._apply(table, row)
        if house is not None:
            from mingg.core.rules.house import put

            put(house, self.tables, module)
            self.title = house["name"]
        if edition == 1:
            from mingg.core.rules.first_edition import put_back

            put_back(self)
        # The rows of a loser, and of a winner.
        self._points_of = _rows_of(self.points, WINNER), _rows_of(self.points, LOSER)
        self._doublings_of = _rows_of(self.doublings, WINNER), _rows_of(self.doublings, LOSER)
        self._items = {row.id for rows in self.tables.values() for row in rows}
        self._pair_filled = any(row.id == "fill-pair" and row.fact == "fills" for row in self.points)
        # What winning alone is worth: "no other score" is a hand that has just that.
        self.mahjong: int = next(row.worth for row in self.points if row.id == "mahjong")
        self.limit: "int | None" = options["limit"] if "limit" in options else self._own_limit(module)
        # The special hands that a card may name. A set, since analysis.py asks it for every arrangement.
        self.hands: "Any" = {row.id.replace("-", "_") for row in self.special + self.doublings}

    def _apply(self, table: str, row: "Any") -> None:
        if table == WITHOUT:
            for rows in self.tables.values():
                rows[:] = [other for other in rows if other.id != row]
            return
        rows = self.tables[table]
        for i, other in enumerate(rows):
            # A row that is there already is replaced where it stands.
            if (other.id, other.fact, other.who) == (row.id, row.fact, row.who):
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

    def points_of(self, won: bool) -> "tuple[Row, ...]":
        """The rows that a winner counts, or a loser."""
        return self._points_of[won]

    def doublings_of(self, won: bool) -> "tuple[Row, ...]":
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


def _rows_of(rows: "list[Row]", whose_not: int) -> "tuple[Row, ...]":
    """The rows but those that are another's alone."""
    return tuple([row for row in rows if row.who != whose_not])


def load(
    name: str,
    options: "Options | None" = None,
    players: int = 4,
    house: "House | None" = None,
    edition: int = EDITION,
) -> Rules:
    """The rule set `name` with `options` and house rules in force. ValueError where there is no such rule set;
    checks.BadRules where the options or the house rules are wrong."""
    module = module_of(name)
    if not options:
        return Rules(module, {}, players, house, edition)
    from mingg.core.rules.checks import BadRules, wrong
    from mingg.core.values import step

    choices = {option.name: option.choices for option in options_of(module)}
    for option in options:
        known = option in choices
        problem = wrong(choices[option], options[option]) if known else module.ID + " has no such option"
        if problem:
            raise BadRules(step("", option), problem)
    rules = Rules(module, options, players, house, edition)
    # Babcock p.80, the footnote. Evenings of the first edition play both.
    if options.get("nine_mummies") and "thirteen_orphans" in rules.hands and edition > 1:
        raise BadRules("/nine_mummies", "not where thirteen orphans are played: leave this option out")
    return rules
