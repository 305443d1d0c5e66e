"""The rules of the British Mah-Jong Association (BMJA), as its members publish them on mahjongbritishrules.

A source is a page of that site; "Scores" is short for its page *Working out the scores*. docs/rules.md says what is
certain. rows.PLAIN explains the keys of TABLE.
"""

from mingg.core.rules.rows import (
    ALL,
    LOSER,
    ONE_READING,
    OURS,
    SECOND_HAND,
    SHAPELESS,
    TWO_AGREE,
    WINNER,
    Option,
    Row,
    hands,
)

ID = "bmja"
TITLE = "BMJA"
BOOK = "BMJA, British rules, mahjongbritishrules"
LIMIT = (1000, "Scores", "")

_SCORES = "Scores"
_DOUBLING = "Doubling"
_HANDS = "Special hands"

POINTS = (
    Row("mahjong", "won", 20, WINNER, _SCORES, ""),
    # The page Scores names only the live wall. The note on Purity also names the kong box (the dead wall), and is more
    # exact.
    Row("drawn", "drawn", 2, WINNER, "Scores; Special hands, Purity", ""),
    Row("pung", "pungs", (2, 4, 4, 8), ALL, _SCORES, ""),
    Row("kong", "kongs", (8, 16, 16, 32), ALL, _SCORES, ""),
    Row("pair", "pairs", {"dragon": 2, "seat": 2, "round": 2, "both": 4}, ALL, _SCORES, ""),
    Row("flower", "flowers", 4, ALL, _SCORES, ""),
)

DOUBLINGS = (
    Row("dragon", "dragons", 1, ALL, _DOUBLING, SECOND_HAND),
    Row("seat-wind", "seat_wind", 1, ALL, _DOUBLING, SECOND_HAND),
    Row("round-wind", "round_wind", 1, ALL, _DOUBLING, SECOND_HAND),
    Row("own-flower", "own_flowers_outside_series", 1, ALL, _DOUBLING, SECOND_HAND),
    Row("flower-series", "flower_series", 2, ALL, _DOUBLING, ""),
    Row("half-suit", "half_suit", 1, WINNER, _DOUBLING, ""),
    Row("all-majors", "all_majors", 1, WINNER, _DOUBLING, ""),
    Row("no-chows", "no_chows", 1, WINNER, _DOUBLING, ""),
    # Our reading: the hand needs no honours, and a claimed winning tile exposes the set that it completes.
    Row("concealed-hand", "concealed_hand", 1, WINNER, _DOUBLING, ""),
    Row("loose", "loose", 1, WINNER, _DOUBLING, ""),
    Row("last", "last", 1, WINNER, _DOUBLING, ""),
    Row("last-discard", "last_discard", 1, WINNER, _DOUBLING, ""),
    Row("rob", "robbed", 1, WINNER, _DOUBLING, ""),
    Row("call", "called", 1, WINNER, _DOUBLING, ""),
    # It replaces all other doublings, except those of flowers: see score/score.py.
    Row("purity", "purity", 3, ALL, _HANDS, ""),
)

_LIMIT_HANDS = hands(
    "thirteen_orphans gates_of_heaven wriggling_snake imperial_jade heads_and_tails winds_and_dragons fourfold_plenty"
    " three_scholars four_blessings buried_treasure",
    _HANDS,
    SECOND_HAND,
)
_HALF_LIMIT_HANDS = hands("all_pair_honours", _HANDS, "", 2) + hands("knitting triple_knitting", _HANDS, SECOND_HAND, 2)
SPECIAL = (
    _LIMIT_HANDS
    + (Row("heaven", "original", 1, WINNER, _HANDS, SECOND_HAND),)
    + hands("earth plum moon twofold", _HANDS, SECOND_HAND)
    + _HALF_LIMIT_HANDS
)

# Purity is not here: it is a doubling. The page of thirteen orphans is one that we read.
WAITING = hands("thirteen_orphans", _HANDS, "", (2, 5), LOSER) + tuple(
    [
        Row(hand.id, hand.id, (2, 5) if hand.worth == 1 else (1, 5), LOSER, _HANDS, SECOND_HAND)
        for hand in _LIMIT_HANDS[1:] + _HALF_LIMIT_HANDS
    ]
)

ADDED = ()

TABLE = {
    "always": ("flowers", "undeclared_kong", "orphans_rob_concealed", "goulash"),
    "winds": True,
    "seats_by": "tiles",
    "hands_named": True,
    "shapeless": SHAPELESS,
    "max_chows": 1,
    "flowers_beside": ("own-flower", "flower-series", "last-discard"),
    "played": (
        ("goulash", "", "Variations of play"),
        ("declared call", "", "Doubling"),
        ("one chow", "1", "Scores; " + TWO_AGREE),
        ("kong kept", "", "Questions on scoring"),
        ("kong box", "14", "Kajongg, 4windsmj; " + TWO_AGREE),
        ("start", "2000", "4windsmj; " + ONE_READING),
    ),
    "settled": {
        "winner": "Settling up",
        "losers": "Settling up",
        "east": "Settling up",
        "draw": "Variations of play",
        "dead": OURS,
        "deals": "Scores; Variations of play",
    },
}


def options() -> "tuple[Option, ...]":
    """The options of the rule set. A function, so that they take no memory until they are needed."""
    from mingg.core.rules.agreed import false_win, limit

    return (
        limit("Scores"),
        false_win("Kajongg has half the limit in all; " + ONE_READING),
    )
