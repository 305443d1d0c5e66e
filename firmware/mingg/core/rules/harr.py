"""L. L. Harr, *Pung Chow* (1922), part I: hands played without a limit.

"Score Card" is the page before the introduction, "bonus score" its notes.
"""

from mingg.core.rules.rows import ALL, OURS, WINNER, Option, Row

ID = "harr"
TITLE = "Harr"
BOOK = "L. L. Harr, Pung Chow (1922), part I"
LIMIT = (None, "part I", "")

POINTS = (
    Row("mahjong", "won", 20, WINNER, "Score Card; bonus score 1", ""),
    Row("no-chows", "no_chows", 10, WINNER, "Score Card; bonus score 2", ""),
    Row("drawn", "drawn", 2, WINNER, "Score Card; bonus score 3", ""),
    Row("loose", "loose", 10, WINNER, "Score Card; bonus score 5, Examples 10 and 20", ""),
    Row("only-place", "only_place", 2, WINNER, "Score Card; bonus score 4", ""),
    Row("pung", "pungs", (2, 4, 4, 8), ALL, "Score Card", ""),
    Row("kong", "kongs", (8, 16, 16, 32), ALL, "Score Card", ""),
    Row("pair", "pairs", {"dragon": 2, "seat": 2, "both": 2}, ALL, "Score Card", ""),
    Row("no-score", "nothing_else", 10, WINNER, "Score Card; bonus score 6, Example 9", ""),
)

DOUBLINGS = (
    Row("dragon", "dragons", 1, ALL, "Score Card", ""),
    Row("seat-wind", "seat_wind", 1, ALL, "Score Card", ""),
    Row("half-suit", "half_suit", 1, ALL, "Score Card", ""),
    Row("full-suit", "full_suit", 3, ALL, "Score Card", ""),
    Row("honours", "all_honours", 3, ALL, "Score Card", ""),
    Row("original", "original", 3, WINNER, "Score Card; Example 16", ""),
)

SPECIAL = ()
WAITING = ()
ADDED = ()

SETTLED = {
    "winner": "p.25, 46-54",
    "losers": "p.25, 46-54",
    "east": "p.13, 25",
    "draw": OURS,
    "dead": "p.24-25",
    "deals": "p.13",
    "false_win": "Babcock p.74",
}
TABLE = {"dead_wall": (0, 1), "seats_by": "box", "settled": SETTLED}  # players draw the wall to its end


def options() -> "tuple[Option, ...]":
    """The options of the book. A function, so that they take no memory until they are needed."""
    from mingg.core.rules.agreed import flowers, limit

    return (
        limit("p.60"),
        flowers("p.29, Use of the Mandarins; without a limit our reading (p.11)"),
    )
