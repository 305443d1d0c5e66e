"""The rows of a rule set's tables; and a rule set in force at a table, with the rules that are no rows.

LIMIT is a tuple: points, or None; source and certain, as in Row.

POINTS, DOUBLINGS, SPECIAL, WAITING and ADDED are tuples of Row:

    id      the name of the item in an answer
    fact    the fact (score/facts.py) that earns it
    worth   POINTS: points. A tuple has the points of each class of set (simple exposed, simple concealed, major
            exposed, major concealed), a dict the points of each word that the fact returns.
            DOUBLINGS: how many times it doubles, for each time that the fact holds; in house rules it may be a tuple:
            for a pung, and for a kong.
            SPECIAL, WAITING, ADDED: the divisor of the limit, or a tuple: (2, 5) is two fifths of the limit, (500,)
            is 500 points. A special hand scores that share; a loser who waits for it that of WAITING. ADDED adds it
            after the doublings.
    who     ALL, WINNER or LOSER
    source  the place in the book; HOUSE for a row of house rules
    certain how certain the figure is: "" if we read the official text, as for all books of the 1920s; else SECOND_HAND,
            TWO_AGREE or ONE_READING. In a row of house rules CHANGED if no book has that figure

options() is a tuple of Option:

    name     its key in the interchange format
    choices  the values that the device offers; agreed.py accepts others as well
    source   as in Row
    effects  a tuple of (value, table, row): with this value the row is added to the table; or (value, WITHOUT, id):
             all rows with this id are removed
    shares   the values with which a share of the limit is scored or paid: they need a limit
"""

import sys
from collections import namedtuple
from typing import Any

from mingg.core.deal.deal import Deal

Options = dict[str, Any]
House = dict[str, Any]


Row = namedtuple("Row", ("id", "fact", "worth", "who", "source", "certain"))
Option = namedtuple("Option", ("name", "choices", "source", "effects", "shares"))

ALL, WINNER, LOSER = 0, 1, 2
# The keys of house rules, too, which give the factor of a doubling.
POINTS, DOUBLINGS, SPECIAL, WAITING, ADDED = "points", "factors", "special", "waiting", "added"
TABLES = (POINTS, DOUBLINGS, SPECIAL, WAITING, ADDED)
WITHOUT = "without"
HOUSE = "house"
CHANGED = "changed"
PATTERN = "pattern "  # before the name of a special hand that house rules define: its fact
WITH_CHOWS = ("gates_of_heaven",)  # of four sets and a pair, with any number of chows
ALONE = "purity"  # the doubling that counts in place of all others but those of flowers, if that scores more
# Special hands that are not four sets and a pair.
SHAPELESS = ("thirteen_orphans", "seven_twins", "all_pair_honours", "knitting", "triple_knitting", "wriggling_snake")
# How certain the figures of BMJA and DMJL are: docs/rules.md names the texts.
SECOND_HAND = "second-hand"  # an official table, read through one named transcription
TWO_AGREE = "second-hand, two agree"  # two independent second-hand readings
ONE_READING = "second-hand, one reading"
OURS = "our reading"  # in a source: no book says it, or a book leaves it open


def hands(names: str, source: str, certain: str, worth: "Any" = 1, who: int = WINNER) -> "tuple[Row, ...]":
    """The rows of special hands with these names, which are those of their facts too."""
    return tuple([Row(name, name, worth, who, source, certain) for name in names.split()])


# ---- what is found once and kept ----

ON_A_BOARD = sys.implementation.name == "micropython"  # with little memory
MOST_RULES = 1 if ON_A_BOARD else 64  # rules of which something is kept


def keep(kept: "dict[Any, Any]", most: int, key: object, value: "Any") -> "Any":
    """Keeps a value by its key, of so many at most; returns it."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value


# ---- a rule set in force ----


def rows_in(book: "Any") -> "dict[str, Any]":
    """The rows of a book by table."""
    return dict(zip(TABLES, (book.POINTS, book.DOUBLINGS, book.SPECIAL, book.WAITING, book.ADDED)))


# The rules that are no rows, with their defaults. TABLE of a rule set replaces some of them.
PLAIN = {
    # What is on unless the players switch it off: options of AGREED; and rules that are no options of any table:
    # "undeclared_kong": four equal tiles in a loser's hand are a concealed kong, even if it was not declared.
    # "claimed_concealed": a kong claimed onto three concealed tiles counts as concealed.
    # "orphans_rob_concealed": thirteen orphans may rob a concealed kong.
    # "nine_easts_pass": East passes after the ninth win in a row, if the option nine_easts is on.
    # "false_win_single": no payment for a false mah-jong is doubled, not even with East.
    # "goulash": a Goulash follows a draw.
    "always": (),
    "limits": {},  # the limit by number of players, if it depends on it
    "limits_at_mahjong": {},  # the limit by the points for mah-jong, if it depends on them
    "caps_losers": True,  # a losing hand scores no more than the limit (B p.28)
    "both_own_winds": False,  # two players: each has two seat winds (B p.84)
    "doublings_to_win": 0,  # two players: a winning hand needs so many doublings (B p.84)
    "no_west_winds": (),  # three players: without the West Winds, and so without these special hands (B p.83)
    "fifth_paid": False,  # the losers pay the fifth player, who sits out (B p.85)
    "kong_passes": False,  # a draw in which a kong was declared passes East (B p.68)
    # The tiles of the dead wall at the start, with the loose ones (Harr p.59, Babcock p.29-30: always fourteen); and
    # the live tiles that become dead with each loose tile drawn.
    "dead_wall": (14, 1),
    "own_sides": False,  # fewer than four players: each builds their own part of the wall (B p.83-84)
    "dead_hands": ("dead",),  # the kinds of dead hand
    "false_win": 0,  # the price of a false win, unless agreed: points, or "half" or "limit"
    "shape_counts": False,  # the set that the winning tile completed matters
    "winds": False,  # sets of other winds matter
    "shapeless": (),  # special hands that are not four sets and a pair; in modern rule sets they have no ordinary score
    "hands_named": False,  # players know special hands by their names, and hands of sets name them
    "patterns": {},  # the special hands of house rules, see patterns.py
    "max_chows": 4,  # the most chows in an ordinary winning hand
    "flowers_beside": (),  # flowers add points to a special hand; the doublings that count for them
    "settled": {},  # the source of each step of a settlement, by topic; without one it is OURS
    "seats_by": "mingg",  # how players draw for seats: see DRAWS of table/wall.py
    "played": (),  # (topic, figure, source) each: more rules of the table, for the score sheet
}


class Rules:
    """A rule set in force at a table: its rows, after options and house rules were applied.

    limit    points, or None
    mahjong  points for winning alone
    table    PLAIN with the changes of the rule set
    tables   the rows in force, by POINTS, DOUBLINGS, SPECIAL, WAITING and ADDED; points, doublings, special, waiting
             and added are the same lists
    options  what was agreed, by name
    house    the house rules, see house.py; or None
    title    the name of the house rules, or the title of the book
    hands    the special hands in force, with "_" in their ids; those of house rules by their names
    points_of, doublings_of  by whether the hand won: the rows of a loser, and those of a winner
    pairs    the points of a pair by its class
    pair_filled  a filled pair counts instead of the pair (Harr p.65-66): then a hand must not name the pair as well
    counts_round  a set or a pair of the round wind counts as such
    knows_hidden  a hand can lose points because the winning tile was mixed in unshown
    """

    def __init__(self, module: "Any", options: "Options", players: int) -> None:
        self.id = module.ID
        self.title: str = module.TITLE
        self.book: str = module.BOOK
        self.options = options
        self.players = players
        self.house: "House | None" = None
        self.table: "dict[str, Any]" = dict(PLAIN)
        self.table.update(module.TABLE)
        of_book = rows_in(module)
        rows: "list[list[Row]]" = [list(of_book[table]) for table in TABLES]
        self.points, self.doublings, self.special, self.waiting, self.added = rows
        self.tables = dict(zip(TABLES, rows))
        # What complete() finds:
        self.limit: "int | None" = None
        self.mahjong = 0
        self.hands: "Any" = set()
        self._items: "set[str]" = set()
        self._on: "Options" = dict.fromkeys(self.table["always"], True)
        self._on.update(options)

    def apply(self, table: str, row: "Any") -> None:
        """Puts a row into a table, in the place of one with the same id. If table is WITHOUT, takes all rows with the
        id `row` out of all tables."""
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

    def complete(self, limit: "int | None") -> None:
        """Finds what depends on all rows. limit: of the rule set, if nothing else says it."""
        for hand in self.without_west():
            self.apply(WITHOUT, hand)
        self.points_of = _rows_of(self.points, WINNER), _rows_of(self.points, LOSER)
        self.doublings_of = _rows_of(self.doublings, WINNER), _rows_of(self.doublings, LOSER)
        # One loop, since each comprehension takes a part of a board's heap for its code.
        self.pairs: "dict[str, int]" = {}
        self.pair_filled = False
        for rows in self.tables.values():
            for row in rows:
                self._items.add(row.id)
                if row.id == "mahjong":
                    self.mahjong = row.worth
                elif row.id == "pair":
                    self.pairs = row.worth
                elif row.id == "fill-pair" and row.fact == "fills":
                    self.pair_filled = True
        self.counts_round = "round" in self.pairs or any(row.fact == "round_wind" for row in self.doublings)
        self.knows_hidden = any(row.fact[-6:] == "_shown" for row in self.points + self.doublings)
        limits: "dict[int, int | None]" = self.table["limits"]
        at_mahjong: "dict[int, int | None]" = self.table["limits_at_mahjong"]
        self.limit = self.options.get("limit", limits.get(self.players, at_mahjong.get(self.mahjong, limit)))
        # A set, since analysis.py searches it for every arrangement.
        self.hands = {row.id.replace("-", "_") for row in self.special + self.doublings}
        self.hands.update(self.table["patterns"])

    def on(self, option: str) -> "Any":
        """The value of an option: as agreed, else True if the book plays with it, else False."""
        return self._on.get(option, False)

    def knows(self, item: str) -> bool:
        """Whether any row in force has this id."""
        return item in self._items

    def without_west(self) -> "tuple[str, ...]":
        """The special hands that are not in force because three players have no West Winds."""
        hands: "tuple[str, ...]" = self.table["no_west_winds"] if self.players == 3 else ()
        return hands

    def pays_fifth(self) -> bool:
        """Whether the losers pay a fifth player, who sits out."""
        return self.players == 5 and bool(self.table["fifth_paid"])

    def asks_doublings(self) -> bool:
        """Whether a deal depends on the winner's doublings, and not on the score alone."""
        return self.pays_fifth() or bool(self.players == 2 and self.table["doublings_to_win"])

    def kong_passes(self) -> bool:
        """Whether East passes after a draw with a kong, but not after any draw."""
        return bool(self.table["kong_passes"]) and not self.on("winner_deals") and not self.on("east_passes")

    def goulash_follows(self, deal: "Deal") -> bool:
        """Whether the deal after this one is a Goulash: after a draw, by the British rules."""
        return bool(self.on("goulash")) and deal.winner is None and deal.ending is None

    def majors_shown(self) -> range:
        """How many different majors a washed hand, or one of mummies, can have. Without the West Winds there are twelve
        (Babcock p.83)."""
        return range(9, 13 if self.without_west() else 14)

    def own_winds(self, seat: str) -> str:
        """The winds whose sets double as seat wind for a seat."""
        if self.players == 2 and self.table["both_own_winds"]:
            return {"E": "ES", "W": "WN"}[seat]
        return seat


def _rows_of(rows: "list[Row]", whose_not: int) -> "tuple[Row, ...]":
    """All rows except those only for `whose_not` (WINNER or LOSER)."""
    return tuple([row for row in rows if row.who != whose_not])
