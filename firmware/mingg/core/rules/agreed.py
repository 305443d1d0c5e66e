"""Options that may be agreed on at any table; the page says where the book has them. They change the settlement and
the table, never a count; settle.py and table.py ask for them by name."""

from mingg.core.rules import OURS, SPECIAL
from mingg.core.rules.options import check_false_win, check_mummies, check_switch

_NINE_EASTS = "Babcock p.81-82; East's double is " + OURS

AGREED = (
    ("limit_cancels_losers", check_switch, "Babcock p.81", ()),
    ("new_method", check_switch, "Babcock p.78-79", ()),
    ("insurance", check_switch, "Babcock p.74-78", ()),
    ("feeding", check_switch, "Babcock p.78", ()),
    ("discarder_pays", check_switch, "Harr p.67-70", ()),
    ("false_win", check_false_win, "Harr p.67; Babcock p.74", ()),
    ("dead_hand_pays_limit", check_switch, "Babcock p.73", ()),
    ("round_to_ten", check_switch, "Babcock p.82", ()),
    (
        "nine_easts",
        check_switch,
        _NINE_EASTS,
        ((True, SPECIAL, ("nine_easts", "nine_easts", 1, _NINE_EASTS)),),
    ),
    ("washing", check_switch, "Harr p.61", ()),
    ("nine_mummies", check_mummies, "Babcock p.80-81", ()),
    ("not_touching", check_switch, "Babcock p.81", ()),
    ("four_kongs_draw", check_switch, "Babcock p.79", ()),
    ("winner_deals", check_switch, "Babcock p.79", ()),
)
