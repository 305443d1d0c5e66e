"""Rule sets as data: each book is a module with tables of figures and their pages. load() puts a rule set in force."""

from mingg.core.rules.books import module_of, options_of
from mingg.core.rules.rows import ADDED, DOUBLINGS, LOSER, POINTS, SPECIAL, WINNER, WITHOUT

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules.rows import Book, House, Options, Row

OF_HOUSE = "house-"  # the file names of house rules in a store begin with this

# The current edition of the rules. An evening keeps the edition that it began with. earlier_editions.py says how the
# editions before it differ.
EDITION = 3

# The rules that are no rows, with their defaults. TABLE of a rule set replaces some of them. modern.py lists more keys.
PLAIN = {
    "always": (),  # options of AGREED that are on unless the players switch them off
    "limits": {},  # the limit by number of players, if it depends on it
    "limits_at_mahjong": {},  # the limit by the points for mah-jong, if it depends on them
    "caps_losers": True,  # a losing hand scores no more than the limit (B p.28)
    "both_own_winds": False,  # two players: each has two seat winds (B p.84)
    "doublings_to_win": 0,  # two players: a winning hand needs so many doublings (B p.84)
    "no_west_winds": (),  # three players: without the West Winds, and so without these special hands (B p.83)
    "fifth_paid": False,  # the losers pay the fifth player, who sits out (B p.85)
    "kong_passes": False,  # a draw in which a kong was declared passes East (B p.68)
    "dead_hands": ("dead",),  # the kinds of dead hand
    "false_win": 0,  # the price of a false win, unless agreed: points, or "half" or "limit"
    "shape_counts": False,  # the set that the winning tile completed matters
    "played": (),  # (topic, figure, source) each: more rules of the table, for the score sheet
}


class Rules:
    """A rule set in force at a table: its rows, after options and house rules were applied.

    limit    points, or None
    mahjong  points for winning alone
    table    PLAIN with the changes of the rule set
    tables   the rows in force, by POINTS, DOUBLINGS, SPECIAL and ADDED; points, doublings, special and added are the
             same lists
    options  what was agreed, by name
    house    the house rules, see house.py; or None
    title    the name of the house rules, or the title of the book
    edition  see EDITION
    hands    the special hands in force, with "_" in their ids; those of house rules by their names
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
        self.tables = {POINTS: self.points, DOUBLINGS: self.doublings, SPECIAL: self.special, ADDED: self.added}
        # Without agreed options, their tables are not loaded.
        for option in options_of(module) if options else ():
            agreed = options.get(option.name)
            for value, table, row in option.effects:
                if agreed == value and type(agreed) is type(value):
                    self._apply(table, row)
        if house is not None:
            from mingg.core.rules.house import put

            put(house, self.tables, module, self.table)
            self.title = house["name"]
        if edition < EDITION:
            from mingg.core.rules.earlier_editions import put_back

            put_back(self)
        for hand in self.without_west():
            self._apply(WITHOUT, hand)
        # The rows for a loser, and those for a winner.
        self._points_of = _rows_of(self.points, WINNER), _rows_of(self.points, LOSER)
        self._doublings_of = _rows_of(self.doublings, WINNER), _rows_of(self.doublings, LOSER)
        # One loop, since each comprehension takes a part of a board's heap for its code.
        self._items: "set[str]" = set()
        self._pair_filled = False
        # Points for winning alone: a hand with just these has "no other score".
        self.mahjong = 0
        for rows in self.tables.values():
            for row in rows:
                self._items.add(row.id)
                if row.id == "mahjong":
                    self.mahjong = row.worth
                elif row.id == "fill-pair" and row.fact == "fills":
                    self._pair_filled = True
        limits: "dict[int, int | None]" = self.table["limits"]
        at_mahjong: "dict[int, int | None]" = self.table["limits_at_mahjong"]
        self.limit: "int | None" = limits.get(players, at_mahjong.get(self.mahjong, module.LIMIT[0]))
        if "limit" in options:
            self.limit = options["limit"]
        # A set, since analysis.py searches it for every arrangement.
        self.hands: "Any" = {row.id.replace("-", "_") for row in self.special + self.doublings}
        if house is not None:
            self.hands.update(house.get("hands", ()))

    def _apply(self, table: str, row: "Any") -> None:
        if table == WITHOUT:
            for rows in self.tables.values():
                rows[:] = [other for other in rows if other.id != row]
            return
        rows = self.tables[table]
        for i, other in enumerate(rows):
            # Replaces the same row in its place.
            if (other.id, other.who) == (row.id, row.who):
                rows[i] = row
                return
        rows.append(row)

    def on(self, option: str) -> "Any":
        """The value of an option: as agreed, else True if the book plays with it, else False."""
        return self.options.get(option, option in self.table["always"])

    def points_of(self, won: bool) -> "tuple[Row, ...]":
        """The rows of points for a winner, or for a loser."""
        return self._points_of[won]

    def doublings_of(self, won: bool) -> "tuple[Row, ...]":
        """The rows of doublings for a winner, or for a loser."""
        return self._doublings_of[won]

    def knows(self, item: str) -> bool:
        """Whether any row in force has this id."""
        return item in self._items

    def knows_pair_filled(self) -> bool:
        """Whether a filled pair counts instead of the pair (Harr p.65-66). Then a card must not name the pair as
        well."""
        return self._pair_filled

    def knows_hidden(self) -> bool:
        """Whether a hand can lose points because the winning tile was mixed in unshown."""
        return any(row.fact[-6:] == "_shown" for row in self.points + self.doublings)

    def without_west(self) -> "tuple[str, ...]":
        """The special hands that are not in force because three players have no West Winds. Evenings of the first two
        editions have them."""
        hands: "tuple[str, ...]" = self.table["no_west_winds"] if self.players == 3 and self.edition > 2 else ()
        return hands

    def pays_fifth(self) -> bool:
        """Whether the losers pay a fifth player, who sits out."""
        return self.players == 5 and bool(self.table["fifth_paid"])

    def kong_passes(self) -> bool:
        """Whether East passes after a draw with a kong, but not after any draw. In the first two editions East did so
        where the winner deals, too."""
        moved = self.on("winner_deals") and self.edition > 2
        return bool(self.table["kong_passes"]) and not moved and not self.on("east_passes")

    def own_winds(self, seat: str) -> str:
        """The winds whose sets double as seat wind for a seat."""
        if self.players == 2 and self.table["both_own_winds"]:
            return {"E": "ES", "W": "WN"}[seat]
        return seat


def _rows_of(rows: "list[Row]", whose_not: int) -> "tuple[Row, ...]":
    """All rows except those only for `whose_not` (WINNER or LOSER)."""
    return tuple([row for row in rows if row.who != whose_not])


def load(
    name: str,
    options: "Options | None" = None,
    players: int = 4,
    house: "House | None" = None,
    edition: int = EDITION,
) -> Rules:
    """A rule set, by its id, with options and house rules in force. ValueError: there is no such rule set.
    checks.BadRules: the options or the house rules are wrong."""
    module = module_of(name)
    if not options:
        return Rules(module, {}, players, house, edition)
    from mingg.core.rules.checks import BadRules, wrong
    from mingg.core.values import step

    choices = {option.name: option.choices for option in options_of(module)}
    for option in options:
        known = option in choices
        problem = wrong(choices[option], options[option]) if known else module.ID + " has no such option. Leave it out."
        if problem:
            raise BadRules(step("", option), problem)
    rules = Rules(module, options, players, house, edition)
    # Babcock p.80, footnote. Evenings of the first edition have both.
    if options.get("nine_mummies") and "thirteen_orphans" in rules.hands and edition > 1:
        raise BadRules("/nine_mummies", "this is impossible with thirteen orphans. Leave this option out.")
    if options.get("winner_deals") and options.get("east_passes"):
        raise BadRules("/winner_deals", "this is impossible if East passes after every deal. Leave this option out.")
    return rules
