"""Babcock's optional scores (chapter VII), each agreed before play: rows that `babcock` and `chinese` share."""

from mingg.core.rules import DOUBLINGS, SPECIAL, WINNER, WITHOUT
from mingg.core.rules.options import check_switch

MYPY = False
if MYPY:
    from mingg.core.rules import OptionRow


def _limit_hand(name: str, page: str, divisor: int = 1, fact: str = "") -> "OptionRow":
    return name, check_switch, page, ((True, SPECIAL, (name, fact or name, divisor, page)),)


def _doubled(name: str, item: str, fact: str, page: str) -> "OptionRow":
    """A doubling in place of a bonus of 10 points."""
    return name, check_switch, page, ((True, WITHOUT, item), (True, DOUBLINGS, (item, fact, 1, WINNER, page)))


FOUR_WINDS = _limit_hand("four_winds", "p.53-54", 1, "four_winds_with_own")
ALL_MAJORS = _limit_hand("all_majors", "p.55")
FOUR_CONCEALED = _limit_hand("four_concealed", "p.59")
FOUR_CONCEALED_DRAWN = (
    "four_concealed_drawn",
    check_switch,
    "p.59",
    ((True, SPECIAL, ("four_concealed", "four_concealed_drawn", 1, "p.59")),),
)
OTHERS = (
    _limit_hand("nine_gates", "p.56"),
    _limit_hand("four_kongs", "p.57"),
    (
        "three_concealed",
        check_switch,
        "p.58",
        ((True, DOUBLINGS, ("three-concealed", "three_concealed", 1, WINNER, "p.58")),),
    ),
    _limit_hand("thirteen_orphans", "p.60"),
    _limit_hand("seven_twins", "p.61", 2),
    _doubled("double_no_score", "no-score", "nothing_else_shown", "p.61"),
    _doubled("double_loose", "loose", "loose_kong", "p.61"),
    _doubled("double_no_chows", "no-chows", "no_chows", "p.61"),
    _doubled("double_rob", "rob", "robbed", "p.61"),
    _doubled("double_last", "last", "last", "p.61"),
    (
        "double_drawn_only",
        check_switch,
        "p.62",
        ((True, DOUBLINGS, ("drawn-only", "nothing_but_drawn", 1, WINNER, "p.62")),),
    ),
)
