"""J. P. Babcock, *Rules for Mah-Jongg, the Red Book* (2nd ed., 1923), chapter IV: the standard score sheet."""

from typing import Any

from mingg.core.rules.rows import ALL, WINNER, Option, Row
from mingg.core.rules.rows import POINTS as INTO_POINTS

ID = "babcock"
TITLE = "Babcock"
BOOK = "J. P. Babcock, Rules for Mah-Jongg, the Red Book (2nd ed., 1923), chapter IV"
LIMIT = (300, "p.28; 600 for three players, p.84", "")


def mahjong(points: int, source: str = "p.35") -> "Any":
    """The row of mah-jong."""
    return Row("mahjong", "won", points, WINNER, source, "")


POINTS = (
    mahjong(20),
    Row("no-chows", "no_chows", 10, WINNER, "p.35, 40", ""),
    Row("drawn", "drawn_from_wall", 2, WINNER, "p.35", ""),
    Row("loose", "loose_kong", 10, WINNER, "p.35, 22: the 2 for drawing are inside it", ""),
    Row("only-place", "only_place_shown", 2, WINNER, "p.35, 39, 33", ""),
    Row("rob", "robbed", 10, WINNER, "p.35, 22", ""),
    Row("last", "last", 10, WINNER, "p.35, 29-30", ""),
    Row("pung", "pungs", (2, 4, 4, 8), ALL, "p.34", ""),
    Row("kong", "kongs", (8, 16, 16, 32), ALL, "p.34", ""),
    Row("pair", "pairs", {"dragon": 2, "seat": 2, "both": 2}, ALL, "p.34", ""),
    Row("no-score", "nothing_else_shown", 10, WINNER, "p.35, 39-40, 33", ""),
)

DOUBLINGS = (
    Row("dragon", "dragons", 1, ALL, "p.35", ""),
    Row("seat-wind", "seat_wind", 1, ALL, "p.35", ""),
    Row("half-suit", "half_suit", 1, ALL, "p.35", ""),
    Row("full-suit", "full_suit", 3, ALL, "p.35", ""),
    Row("honours", "all_honours", 3, ALL, "p.35", ""),
    # Without a limit, in place of the Hand from Heaven (Fig. 26).
    Row("original", "original_unlimited", 3, WINNER, "p.52, Fig. 26", ""),
)

SPECIAL = (
    Row("heaven", "original", 1, WINNER, "p.36, the Hand from Heaven", ""),
    Row("earth", "first_discard", 2, WINNER, "p.36, the Hand from Earth", ""),
    Row("lucky_thirteen", "thirteen", 3, WINNER, "p.36-37, the Lucky Thirteen", ""),
)

WAITING = ()
ADDED = ()

SETTLED = {
    "winner": "p.25",
    "losers": "p.25",
    "east": "p.26",
    "draw": "p.29",
    "dead": "p.31-32",
    "deals": "p.26, 29",
    "false_win": "p.74",
}
TABLE = {
    "limits": {3: 600},
    "own_sides": True,
    "both_own_winds": True,
    "doublings_to_win": 2,
    "no_west_winds": ("thirteen_orphans", "four_winds"),
    "fifth_paid": True,
    "settled": SETTLED,
    "played": (("hidden", "", "p.33"), ("last discard", "0", "p.30")),
}


def mahjong_option(choices: "tuple[int, ...]", source: str) -> "Option":
    """The option of the points for mah-jong."""
    rows = [(points, INTO_POINTS, mahjong(points, source)) for points in choices if points != 20]
    return Option("mahjong", choices, source, tuple(rows), ())


def options() -> "tuple[Option, ...]":
    """The options of the book. A function, so that they take no memory until they are needed."""
    from mingg.core.rules import agreed

    return (
        agreed.limit("p.28"),
        agreed.flowers("p.89-90"),
        mahjong_option((20, 30, 50, 100), "p.90"),
    ) + agreed.BABCOCKS
