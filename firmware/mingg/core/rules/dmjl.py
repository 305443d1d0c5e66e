"""The classical rules of the German league (DMJL).

"Sheet" is its scoring sheet of 2005, as a public calculator has it; "booklet" a German booklet with the same tables;
Kajongg is a program with a rule set of this name. docs/rules.md says what is certain. rows.PLAIN explains the keys
of TABLE.
"""

from mingg.core.rules.rows import ALL, ONE_READING, SHAPELESS, TWO_AGREE, WINNER, WITHOUT, Option, Row, hands

ID = "dmjl"
TITLE = "DMJL"
BOOK = "DMJL, classical rules, scoring sheet 2005"

_SHEET = "sheet, Kajongg"
_BOOKLET = "booklet, Kajongg"
_LIMITS = _BOOKLET + "; " + TWO_AGREE
_KAJONGG = "Kajongg; " + ONE_READING

LIMIT = (500, _BOOKLET, TWO_AGREE)

POINTS = (
    Row("mahjong", "won", 20, WINNER, _SHEET, TWO_AGREE),
    Row("drawn", "drawn", 2, WINNER, _SHEET, TWO_AGREE),
    Row("only-place", "only_place", 2, WINNER, _SHEET, TWO_AGREE),
    Row("pung", "pungs", (2, 4, 4, 8), ALL, _SHEET, TWO_AGREE),
    Row("kong", "kongs", (8, 16, 16, 32), ALL, _SHEET, TWO_AGREE),
    Row("pair", "pairs", {"dragon": 2, "seat": 2, "round": 2, "both": 4}, ALL, _SHEET, TWO_AGREE),
    Row("fill-pair", "shape", {"pair-simple": 2, "pair-major": 4, "pair-seat": 4}, WINNER, _SHEET, TWO_AGREE),
    Row("flower", "flowers", 4, ALL, _SHEET, TWO_AGREE),
)

DOUBLINGS = (
    Row("dragon", "dragons", 1, ALL, _SHEET, TWO_AGREE),
    Row("seat-wind", "seat_wind", 1, ALL, _SHEET, TWO_AGREE),
    Row("round-wind", "round_wind", 1, ALL, _SHEET, TWO_AGREE),
    Row("own-flower", "both_own_flowers_held", 1, ALL, _SHEET, TWO_AGREE),
    Row("flower-series", "flower_series", 1, ALL, _SHEET, TWO_AGREE),
    Row("three-concealed", "three_concealed", 1, ALL, _SHEET, TWO_AGREE),
    Row("little-dragons", "little_dragons", 1, ALL, _SHEET, TWO_AGREE),
    Row("big-dragons", "three_dragons", 2, ALL, _SHEET, TWO_AGREE),
    Row("little-winds", "little_winds", 1, ALL, _SHEET, TWO_AGREE),
    Row("big-winds", "big_winds", 2, ALL, _SHEET, TWO_AGREE),
    Row("half-suit", "half_suit", 1, WINNER, _SHEET, TWO_AGREE),
    Row("full-suit", "full_suit", 3, WINNER, _SHEET, TWO_AGREE),
    Row("all-majors", "all_majors", 1, WINNER, _SHEET, TWO_AGREE),
    Row("no-chows", "no_chows", 1, WINNER, _SHEET, TWO_AGREE),
    Row("zero-points", "zero_points", 1, WINNER, _SHEET, TWO_AGREE),
    Row("concealed-hand", "concealed_hand", 1, WINNER, _SHEET, TWO_AGREE),
    Row("loose", "loose", 1, WINNER, _SHEET, TWO_AGREE),
    Row("last", "last", 1, WINNER, _SHEET, TWO_AGREE),
    Row("last-discard", "last_discard", 1, WINNER, _SHEET, TWO_AGREE),
    Row("rob", "robbed", 1, WINNER, _SHEET, TWO_AGREE),
    Row("call", "called", 1, WINNER, _SHEET, TWO_AGREE),
)

# The sheet doubles all honours twice; the booklet and Kajongg have the limit, which is always more.
SPECIAL = (
    hands(
        "concealed_full_suit all_honours hidden_treasure heads_and_tails four_kongs three_dragons", _BOOKLET, TWO_AGREE
    )
    + (Row("four_winds", "big_winds", 1, WINNER, _BOOKLET, TWO_AGREE),)
    + hands("jade nine_gates winding_snake thirteen_orphans", _BOOKLET, TWO_AGREE)
    + (Row("heaven", "original", 1, WINNER, _BOOKLET, TWO_AGREE),)
    + hands("earth twofold plum moon pole nine_easts", _BOOKLET, TWO_AGREE)
)

WAITING = ()
ADDED = ()

TABLE = {
    "always": (
        "flowers",
        "discarder_pays",
        "nine_easts",
        "claimed_concealed",  # by Kajongg: the sheet goes by what lies open on the table
        "orphans_rob_concealed",
        "nine_easts_pass",
        "false_win_single",
    ),
    "hands_named": True,
    "shapeless": SHAPELESS,
    "winds": True,
    "seats_by": "tiles",
    "shape_counts": True,
    "dead_wall": (16, 1),  # Kajongg; the booklet has fourteen and two on top
    "played": (("dead wall", "16", _KAJONGG),),
    "settled": {
        "winner": _LIMITS,
        "losers": _LIMITS,
        "east": _LIMITS,
        "draw": _LIMITS,
        "dead": _KAJONGG,
        "deals": _KAJONGG,
        "discarder_pays": _KAJONGG,
        "false_win": _KAJONGG,
    },
}


def options() -> "tuple[Option, ...]":
    """The options of the rule set. A function, so that they take no memory until they are needed."""
    from mingg.core.rules.agreed import false_win, limit, switch

    return (
        limit(_LIMITS),
        switch("discarder_pays", _KAJONGG),
        false_win(_KAJONGG),
        switch("nine_easts", _LIMITS, ((False, WITHOUT, "nine_easts"),)),
    )
