"""J. P. Babcock, *Rules for Mah-Jongg, the Red Book* (2nd ed., 1923), chapter VIII: the Chinese game.

All other rules are those of chapter IV.
"""

from mingg.core.rules import babcock
from mingg.core.rules.rows import ALL, WINNER, Option, Row
from mingg.core.rules.rows import DOUBLINGS as INTO_DOUBLINGS

ID = "chinese"
TITLE = "Chinese"
BOOK = "J. P. Babcock, Rules for Mah-Jongg, the Red Book (2nd ed., 1923), chapter VIII"
LIMIT = (300, "p.81; 600 for three players, p.84", "")

POINTS = (
    (babcock.mahjong(20, "p.35, 79"),)
    + babcock.POINTS[1:4]
    + (
        # In place of the points for the only place.
        Row("fill-pair", "shape_shown", {"pair-simple": 2, "pair-major": 2, "pair-seat": 2}, WINNER, "p.69-72, 33", ""),
        Row("fill-chow", "shape_shown", {"chow-middle": 2, "chow-end": 2}, WINNER, "p.69-72, 33", ""),
    )
    + babcock.POINTS[5:]
)

DOUBLINGS = babcock.DOUBLINGS[:2] + (
    Row("half-suit", "half_suit", 1, WINNER, "p.73", ""),
    Row("full-suit", "full_suit", 3, WINNER, "p.73", ""),
    # Without a limit, in place of the special hand.
    Row("honours", "all_honours_unlimited", 3, WINNER, "p.35, 73-74", ""),
    babcock.DOUBLINGS[5],
)

SPECIAL = (
    babcock.SPECIAL[0],
    Row("all_honours", "all_honours", 1, WINNER, "p.73-74", ""),
    Row("three_dragons", "three_dragons", 1, WINNER, "p.74", ""),
    Row("four_winds", "four_winds_with_own", 1, WINNER, "p.74, 53", ""),
    Row("all_majors", "all_majors", 1, WINNER, "p.74, 55", ""),
    Row("four_concealed", "four_concealed", 1, WINNER, "p.74, 59", ""),
) + babcock.SPECIAL[1:]

WAITING = ()
ADDED = ()

TABLE = dict(babcock.TABLE)
TABLE["dead_wall"] = 14, 2  # p.68-69, Fig. 15: the dividing line moves by a stack
TABLE.update({"kong_passes": True, "dead_hands": ("short", "long", "dead"), "false_win": "half", "shape_counts": True})
TABLE["settled"] = dict(babcock.SETTLED, draw="p.67-68", deals="p.26, 67-68")


def options() -> "tuple[Option, ...]":
    """The options of the book. A function, so that they take no memory until they are needed."""
    from mingg.core.rules import agreed

    return (
        agreed.limit("p.81"),
        babcock.mahjong_option((10, 20, 30, 50, 100), "p.79"),
        agreed.switch(
            "round_wind", "p.67", ((True, INTO_DOUBLINGS, Row("round-wind", "round_wind", 1, ALL, "p.67", "")),)
        ),
        agreed.BABCOCKS[3],
        agreed.flowers("p.89-90"),
    ) + agreed.BABCOCKS[4:]
