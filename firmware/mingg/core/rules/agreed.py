"""Options that players may agree on with any rule set, and their pages in the books. They change the settlement and the
table, never a count. settle.py and table.py use them by name."""

from mingg.core.rules.checks import FALSE_WIN, MUMMIES, SWITCH
from mingg.core.rules.rows import OURS, SPECIAL, WINNER, Option, Row

_NINE_EASTS = "Babcock p.81-82; East's double is " + OURS


def with_agreed(own: "tuple[Option, ...]") -> "tuple[Option, ...]":
    """The options of a rule set with those of AGREED. One that the rule set has itself comes in its own form."""
    names = [option.name for option in own]
    return own + tuple([option for option in AGREED if option.name not in names])


AGREED = (
    Option("limit_cancels_losers", SWITCH, "Babcock p.81", ()),
    Option("new_method", SWITCH, "Babcock p.78-79", ()),
    Option("insurance", SWITCH, "Babcock p.74-78", ()),
    Option("feeding", SWITCH, "Babcock p.78", ()),
    Option("discarder_pays", SWITCH, "Harr p.67-70", ()),
    Option("false_win", FALSE_WIN, "Harr p.67; Babcock p.74", ()),
    Option("dead_hand_pays_limit", SWITCH, "Babcock p.73", ()),
    Option("round_to_ten", SWITCH, "Babcock p.82", ()),
    Option(
        "nine_easts",
        SWITCH,
        _NINE_EASTS,
        ((True, SPECIAL, Row("nine_easts", "nine_easts", 1, WINNER, _NINE_EASTS)),),
    ),
    Option("washing", SWITCH, "Harr p.61", ()),
    Option("nine_mummies", MUMMIES, "Babcock p.80-81", ()),
    Option("not_touching", SWITCH, "Babcock p.81", ()),
    Option("four_kongs_draw", SWITCH, "Babcock p.79", ()),
    Option("winner_deals", SWITCH, "Babcock p.79", ()),
    Option("east_passes", SWITCH, "Babcock p.86", ()),
)
