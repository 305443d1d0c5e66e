"""L. L. Harr, *Pung Chow* (1922), part I: hands played without a limit.

"Score Card" is the page before the introduction, "bonus score" its comment.
"""

from mingg.core.rules import ALL, OURS, WINNER

MYPY = False
if MYPY:
    from mingg.core.rules import OptionRow

ID = "harr"
TITLE = "Harr"
BOOK = "L. L. Harr, Pung Chow (1922), part I"
LIMIT = (None, "hands played without a limit")

POINTS = (
    ("mahjong", "won", 20, WINNER, "Score Card; bonus score 1"),
    ("no-chows", "no_chows", 10, WINNER, "Score Card; bonus score 2"),
    ("drawn", "drawn", 2, WINNER, "Score Card; bonus score 3"),
    ("loose", "loose", 10, WINNER, "Score Card; bonus score 5, Examples 10 and 20"),
    ("only-place", "only_place", 2, WINNER, "Score Card; bonus score 4"),
    ("pung", "pungs", (2, 4, 4, 8), ALL, "Score Card"),
    ("kong", "kongs", (8, 16, 16, 32), ALL, "Score Card"),
    ("pair", "pairs", {"dragon": 2, "seat": 2, "both": 2}, ALL, "Score Card"),
    ("no-score", "nothing_else", 10, WINNER, "Score Card; bonus score 6, Example 9"),
)

DOUBLINGS = (
    ("dragon", "dragons", 1, ALL, "Score Card"),
    ("seat-wind", "seat_wind", 1, ALL, "Score Card"),
    ("half-suit", "half_suit", 1, ALL, "Score Card"),
    ("full-suit", "full_suit", 3, ALL, "Score Card"),
    ("honours", "all_honours", 3, ALL, "Score Card"),
    ("original", "original", 3, WINNER, "Score Card; Example 16"),
)

SPECIAL = ()
ADDED = ()

TABLE: "dict[str, object]" = {}  # as every table


def options() -> "tuple[OptionRow, ...]":
    """The options that the book knows; made when somebody asks for one."""
    from mingg.core.rules.flowers import FLOWER_EFFECTS
    from mingg.core.rules.options import check_flowers, check_limit

    return (
        ("limit", check_limit, "p.60", ()),
        ("flowers", check_flowers, "p.29, Use of the Mandarins; without a limit %s (p.11)" % OURS, FLOWER_EFFECTS),
    )
