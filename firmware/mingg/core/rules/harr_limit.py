"""L. L. Harr, *Pung Chow* (1922), part II: the limit game (p.56-75)."""

from mingg.core.rules import harr
from mingg.core.rules.rows import ALL, LOSER, OURS, WINNER, Option, Row
from mingg.core.rules.rows import POINTS as INTO_POINTS

ID = "harr-limit"
TITLE = "Harr limit"
BOOK = "L. L. Harr, Pung Chow (1922), part II"
LIMIT = (300, "p.60: 300, or 400 where mah-jong counts 20", "")

_MAHJONG = "p.62, 65"

POINTS = (
    Row("mahjong", "won", 10, WINNER, _MAHJONG, ""),
    Row("pung", "pungs", (2, 6, 4, 10), WINNER, "p.65", ""),
    Row("pung", "pungs", (2, 4, 4, 8), LOSER, "p.65-66", ""),
    Row("kong", "kongs", (8, 16, 16, 32), ALL, "p.65-66", ""),
    Row("pair", "pairs", {"dragon": 2, "seat": 2, "round": 2, "both": 4}, ALL, "p.65-66; Example 8", ""),
    Row(
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
        "",
    ),
    Row(
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
        "",
    ),
    Row("no-score", "nothing_else", 10, WINNER, "p.62, 65", ""),
)

DOUBLINGS = (
    Row("dragon", "dragons", 1, ALL, "p.67, 3-5", ""),
    Row("seat-wind", "seat_wind", 1, ALL, "p.67, 1", ""),
    Row("round-wind", "seat_wind_in_own_round", 1, ALL, "p.67, 2", ""),
    Row("half-suit", "half_suit", 1, WINNER, "p.67, 6", ""),
    Row("full-suit", "full_suit", 3, WINNER, "p.67, 8", ""),
    Row("honours", "all_honours", 3, WINNER, "Score Card; without a limit " + OURS, ""),
    Row("original", "original_unlimited", 3, WINNER, "Score Card of part I; without a limit " + OURS, ""),
    Row("no-chows", "no_chows", 1, WINNER, "p.67, 7", ""),
    Row("loose", "loose", 1, WINNER, "p.62, 4", ""),
    Row("last", "last", 1, WINNER, "p.62, 3", ""),
    Row("fourth", "fourth", 1, WINNER, "p.62, 6", ""),
)

SPECIAL = (
    Row("heaven", "original", 1, WINNER, "p.64, 6: East on the original draw", ""),
    Row("thirteen_orphans", "thirteen_orphans", 1, WINNER, "p.62-64, 1", ""),
    Row("all_majors", "all_majors", 1, WINNER, "p.62-64, 2", ""),
    Row("four_winds", "four_winds", 1, WINNER, "p.62-64, 3 and 4", ""),
    Row("four_kongs", "four_kongs", 1, WINNER, "p.62-64, 5", ""),
    Row("three_dragons", "three_dragons", 1, WINNER, "p.64, 7", ""),
)

WAITING = ()
ADDED = (Row("first-discard", "first_discard", 2, WINNER, "p.62, 5", ""),)

TABLE = {
    "always": ("discarder_pays", "washing"),
    "limits_at_mahjong": {20: 400},
    "caps_losers": False,
    "false_win": "half",
    "shape_counts": True,
    "seats_by": "box",
    "settled": dict(harr.SETTLED, false_win="p.67"),
}


def options() -> "tuple[Option, ...]":
    """The options of the book. A function, so that they take no memory until they are needed."""
    from mingg.core.rules.agreed import flowers, limit

    return (
        limit("p.60"),
        Option(
            "mahjong",
            (10, 20),
            "p.60, 62",
            ((20, INTO_POINTS, Row("mahjong", "won", 20, WINNER, _MAHJONG, "")),),
            (),
        ),
        flowers("p.29, Use of the Mandarins"),
    )
