"""Options that may be agreed on at any table; the page says where the book has them. They change the settlement and
the table, never a count; settle.py and table.py ask for them by name."""

from mingg.core.rules.checks import check_false_win, check_mummies, check_switch
from mingg.core.rules.rows import OURS, SPECIAL, WINNER, Option, Row

_NINE_EASTS = "Babcock p.81-82; East's double is " + OURS

AGREED = (
    Option("limit_cancels_losers", check_switch, "Babcock p.81", ()),
    Option("new_method", check_switch, "Babcock p.78-79", ()),
    Option("insurance", check_switch, "Babcock p.74-78", ()),
    Option("feeding", check_switch, "Babcock p.78", ()),
    Option("discarder_pays", check_switch, "Harr p.67-70", ()),
    Option("false_win", check_false_win, "Harr p.67; Babcock p.74", ()),
    Option("dead_hand_pays_limit", check_switch, "Babcock p.73", ()),
    Option("round_to_ten", check_switch, "Babcock p.82", ()),
    Option(
        "nine_easts",
        check_switch,
        _NINE_EASTS,
        ((True, SPECIAL, Row("nine_easts", "nine_easts", 1, WINNER, _NINE_EASTS)),),
    ),
    Option("washing", check_switch, "Harr p.61", ()),
    Option("nine_mummies", check_mummies, "Babcock p.80-81", ()),
    Option("not_touching", check_switch, "Babcock p.81", ()),
    Option("four_kongs_draw", check_switch, "Babcock p.79", ()),
    Option("winner_deals", check_switch, "Babcock p.79", ()),
)
