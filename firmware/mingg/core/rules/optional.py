"""Babcock's optional scores (chapter VII), which players agree on before play: options of `babcock` and `chinese`."""

from mingg.core.rules.checks import SWITCH
from mingg.core.rules.rows import DOUBLINGS, SPECIAL, WINNER, WITHOUT, Option, Row


def _limit_hand(name: str, page: str, divisor: int = 1, fact: str = "", option: str = "") -> "Option":
    row = Row(name, fact or name, divisor, WINNER, page)
    return Option(option or name, SWITCH, page, ((True, SPECIAL, row),))


def _doubled(name: str, item: str, fact: str, page: str = "p.61") -> "Option":
    """An option that replaces all rows with the id `item` by one doubling."""
    row = Row(item, fact, 1, WINNER, page)
    return Option(name, SWITCH, page, ((True, WITHOUT, item), (True, DOUBLINGS, row)))


FOUR_WINDS = _limit_hand("four_winds", "p.53-54", 1, "four_winds_with_own")
ALL_MAJORS = _limit_hand("all_majors", "p.55")
FOUR_CONCEALED = _limit_hand("four_concealed", "p.59")
FOUR_CONCEALED_DRAWN = _limit_hand("four_concealed", "p.59", 1, "four_concealed_drawn", "four_concealed_drawn")
OTHERS = (
    _limit_hand("nine_gates", "p.56"),
    _limit_hand("four_kongs", "p.57"),
    _doubled("three_concealed", "three-concealed", "three_concealed", "p.58"),
    _limit_hand("thirteen_orphans", "p.60"),
    _limit_hand("seven_twins", "p.61", 2),
    _doubled("double_no_score", "no-score", "nothing_else_shown"),
    _doubled("double_loose", "loose", "loose_kong"),
    _doubled("double_no_chows", "no-chows", "no_chows"),
    _doubled("double_rob", "rob", "robbed"),
    _doubled("double_last", "last", "last"),
    _doubled("double_drawn_only", "drawn-only", "nothing_but_drawn", "p.62"),
)
