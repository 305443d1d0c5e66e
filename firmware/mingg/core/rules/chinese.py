"""J. P. Babcock, *Rules for Mah-Jongg, the Red Book* (2nd ed., 1923), chapter VIII: the Chinese game.

What is not here differs from chapter IV in nothing.
"""

from mingg.core.rules import ALL, WINNER
from mingg.core.rules import DOUBLINGS as INTO_DOUBLINGS
from mingg.core.rules import POINTS as INTO_POINTS
from mingg.core.rules.babcock import TABLE as BABCOCK_TABLE

MYPY = False
if MYPY:
    from mingg.core.rules import OptionRow

ID = "chinese"
TITLE = "Chinese"
BOOK = "J. P. Babcock, Rules for Mah-Jongg, the Red Book (2nd ed., 1923), chapter VIII"
LIMIT = (300, "p.81; 600 for three players, p.84")

_MAHJONG = "p.35, 79"

POINTS = (
    ("mahjong", "won", 20, WINNER, _MAHJONG),
    ("no-chows", "no_chows", 10, WINNER, "p.35, 40"),
    ("drawn", "drawn_from_wall", 2, WINNER, "p.35"),
    ("loose", "loose_kong", 10, WINNER, "p.35, 22: the 2 for drawing are inside it"),
    ("fill-pair", "shape_shown", {"pair-simple": 2, "pair-major": 2, "pair-seat": 2}, WINNER, "p.69-72, 33"),
    ("fill-chow", "shape_shown", {"chow-middle": 2, "chow-end": 2}, WINNER, "p.69-72, 33"),
    ("rob", "robbed", 10, WINNER, "p.35, 22"),
    ("last", "last", 10, WINNER, "p.35, 29-30"),
    ("pung", "pungs", (2, 4, 4, 8), ALL, "p.34"),
    ("kong", "kongs", (8, 16, 16, 32), ALL, "p.34"),
    ("pair", "pairs", {"dragon": 2, "seat": 2, "both": 2}, ALL, "p.34"),
    ("no-score", "nothing_else_shown", 10, WINNER, "p.35, 39-40, 33"),
)

DOUBLINGS = (
    ("dragon", "dragons", 1, ALL, "p.35"),
    ("seat-wind", "seat_wind", 1, ALL, "p.35"),
    ("half-suit", "half_suit", 1, WINNER, "p.73"),
    ("full-suit", "full_suit", 3, WINNER, "p.73"),
    # In place of the limit where none is played.
    ("honours", "all_honours_unlimited", 3, WINNER, "p.35, 73-74"),
    ("original", "original_unlimited", 3, WINNER, "p.52, Fig. 26"),
)

SPECIAL = (
    ("heaven", "original", 1, "p.36, the Hand from Heaven"),
    ("all_honours", "all_honours", 1, "p.73-74"),
    ("three_dragons", "three_dragons", 1, "p.74"),
    ("four_winds", "four_winds_with_own", 1, "p.74, 53"),
    ("all_majors", "all_majors", 1, "p.74, 55"),
    ("four_concealed", "four_concealed", 1, "p.74, 59"),
    ("earth", "first_discard", 2, "p.36, the Hand from Earth"),
    ("lucky_thirteen", "thirteen", 3, "p.36-37, the Lucky Thirteen"),
)

ADDED = ()

TABLE = dict(BABCOCK_TABLE)
TABLE.update({"kong_passes": True, "dead_hands": ("short", "long"), "false_win": "half", "shape_counts": True})


def options() -> "tuple[OptionRow, ...]":
    """The options that the book knows; made when somebody asks for one."""
    from mingg.core.rules.flowers import FLOWER_EFFECTS
    from mingg.core.rules.optional import FOUR_CONCEALED_DRAWN, OTHERS
    from mingg.core.rules.options import check_flowers, check_limit, check_mahjong, check_switch

    return (
        ("limit", check_limit, "p.81", ()),
        (
            "mahjong",
            check_mahjong,
            "p.79",
            tuple((points, INTO_POINTS, ("mahjong", "won", points, WINNER, _MAHJONG)) for points in (10, 30, 50, 100)),
        ),
        (
            "round_wind",
            check_switch,
            "p.67",
            ((True, INTO_DOUBLINGS, ("round-wind", "round_wind", 1, ALL, "p.67")),),
        ),
        # Does nothing here: four_concealed is in force.
        FOUR_CONCEALED_DRAWN[:3] + ((),),
        ("flowers", check_flowers, "p.89-90", FLOWER_EFFECTS),
    ) + OTHERS
