"""L. L. Harr, *Pung Chow* (1922), part II: the limit game (p.56-75)."""

from mingg.core.rules import ALL, LOSER, OURS, WINNER
from mingg.core.rules import POINTS as INTO_POINTS

MYPY = False
if MYPY:
    from mingg.core.rules import OptionRow

ID = "harr-limit"
TITLE = "Harr limit"
BOOK = "L. L. Harr, Pung Chow (1922), part II"
LIMIT = (300, "p.60: 300, or 400 where mah-jong counts 20")

_MAHJONG = "p.62, 65"

POINTS = (
    ("mahjong", "won", 10, WINNER, _MAHJONG),
    ("pung", "pungs", (2, 6, 4, 10), WINNER, "p.65"),
    ("pung", "pungs", (2, 4, 4, 8), LOSER, "p.65-66"),
    ("kong", "kongs", (8, 16, 16, 32), ALL, "p.65-66"),
    ("pair", "pairs", {"dragon": 2, "seat": 2, "round": 2, "both": 4}, ALL, "p.65-66; Example 8"),
    (
        "fill-pair",
        "fills",
        {
            "pair-simple claimed": 2,
            "pair-simple drawn": 4,
            "pair-major claimed": 4,
            "pair-major drawn": 6,
            "pair-seat claimed": 6,
            "pair-seat drawn": 8,
        },
        WINNER,
        "p.65-66, items 1-6",
    ),
    (
        "fill-chow",
        "fills",
        {
            "chow-middle claimed": 2,
            "chow-middle drawn": 4,
            "chow-end claimed": 2,
            "chow-end drawn": 4,
            "chow-open drawn": 4,
        },
        WINNER,
        "p.65-66, item 7; Examples 8-10",
    ),
    ("no-score", "nothing_else", 10, WINNER, "p.62, 65"),
)

DOUBLINGS = (
    ("dragon", "dragons", 1, ALL, "p.67, 3-5"),
    ("seat-wind", "seat_wind", 1, ALL, "p.67, 1"),
    ("round-wind", "seat_wind_in_own_round", 1, ALL, "p.67, 2"),
    ("half-suit", "half_suit", 1, WINNER, "p.67, 6"),
    ("full-suit", "full_suit", 3, WINNER, "p.67, 8"),
    ("honours", "all_honours", 3, WINNER, "Score Card; without a limit " + OURS),
    ("no-chows", "no_chows", 1, WINNER, "p.67, 7"),
    ("loose", "loose", 1, WINNER, "p.62, 4"),
    ("last", "last", 1, WINNER, "p.62, 3"),
    ("fourth", "fourth", 1, WINNER, "p.62, 6"),
)

SPECIAL = (
    ("heaven", "original", 1, "p.64, 6: East on the original draw"),
    ("thirteen_orphans", "thirteen_orphans", 1, "p.62-64, 1"),
    ("all_majors", "all_majors", 1, "p.62-64, 2"),
    ("four_winds", "four_winds", 1, "p.62-64, 3 and 4"),
    ("four_kongs", "four_kongs", 1, "p.62-64, 5"),
    ("three_dragons", "three_dragons", 1, "p.64, 7"),
)

ADDED = (("first-discard", "first_discard", 2, "p.62, 5"),)

TABLE = {
    "always": ("discarder_pays", "washing"),
    "limits_at_mahjong": {20: 400},
    "caps_losers": False,
    "false_win": "half",
    "shape_counts": True,
}


def options() -> "tuple[OptionRow, ...]":
    """The options that the book knows; made when somebody asks for one."""
    from mingg.core.rules.flowers import FLOWER_EFFECTS
    from mingg.core.rules.options import check_flowers, check_limit, check_mahjong_10_20

    return (
        ("limit", check_limit, "p.60", ()),
        (
            "mahjong",
            check_mahjong_10_20,
            "p.60, 62",
            ((20, INTO_POINTS, ("mahjong", "won", 20, WINNER, _MAHJONG)),),
        ),
        ("flowers", check_flowers, "p.29, Use of the Mandarins", FLOWER_EFFECTS),
    )
