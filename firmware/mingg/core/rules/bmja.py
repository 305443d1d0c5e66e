"""The rules of the British Mah-Jong Association (BMJA), as its members publish them on mahjongbritishrules.

A source is a page of that site; "Scores" is short for its page *Working out the scores*. docs/rules.md says what is
certain. rules.PLAIN explains the keys of TABLE.
"""

from mingg.core.rules.rows import ALL, LOSER, OURS, SHAPELESS, WINNER, Option, Row
from mingg.core.rules.sources import ONE_READING, SECOND_HAND, TWO_AGREE

ID = "bmja"
TITLE = "BMJA"
BOOK = "BMJA, British rules, mahjongbritishrules"
LIMIT = (1000, "Scores")

_SCORES = "Scores"
_DOUBLING = "Doubling"
_DOUBLING_SECOND = _DOUBLING + "; " + SECOND_HAND
_HANDS = "Special hands"
_HANDS_SECOND = _HANDS + "; " + SECOND_HAND

POINTS = (
    Row("mahjong", "won", 20, WINNER, _SCORES),
    # The page Scores names only the live wall. The note on Purity also names the kong box (the dead wall), and is more
    # exact.
    Row("drawn", "drawn", 2, WINNER, "Scores; Special hands, Purity"),
    Row("pung", "pungs", (2, 4, 4, 8), ALL, _SCORES),
    Row("kong", "kongs", (8, 16, 16, 32), ALL, _SCORES),
    Row("pair", "pairs", {"dragon": 2, "seat": 2, "round": 2, "both": 4}, ALL, _SCORES),
    Row("flower", "flowers", 4, ALL, _SCORES),
)

DOUBLINGS = (
    Row("dragon", "dragons", 1, ALL, _DOUBLING_SECOND),
    Row("seat-wind", "seat_wind", 1, ALL, _DOUBLING_SECOND),
    Row("round-wind", "round_wind", 1, ALL, _DOUBLING_SECOND),
    Row("own-flower", "own_flowers_outside_series", 1, ALL, _DOUBLING_SECOND),
    Row("flower-series", "flower_series", 2, ALL, _DOUBLING),
    Row("half-suit", "half_suit", 1, WINNER, _DOUBLING),
    Row("all-majors", "all_majors", 1, WINNER, _DOUBLING),
    Row("no-chows", "no_chows", 1, WINNER, _DOUBLING),
    # Our reading: the hand needs no honours, and a claimed winning tile exposes the set that it completes.
    Row("concealed-hand", "concealed_hand", 1, WINNER, _DOUBLING),
    Row("loose", "loose", 1, WINNER, _DOUBLING),
    Row("last", "last_drawn", 1, WINNER, _DOUBLING),
    Row("last-discard", "last_discard", 1, WINNER, _DOUBLING),
    Row("rob", "robbed", 1, WINNER, _DOUBLING),
    Row("call", "called", 1, WINNER, _DOUBLING),
    # It replaces all other doublings, except those of flowers: see scoring/score.py.
    Row("purity", "purity", 3, ALL, _HANDS),
)

SPECIAL = (
    Row("thirteen_orphans", "thirteen_orphans", 1, WINNER, _HANDS_SECOND),
    Row("gates_of_heaven", "gates_of_heaven", 1, WINNER, _HANDS_SECOND),
    Row("wriggling_snake", "wriggling_snake", 1, WINNER, _HANDS_SECOND),
    Row("imperial_jade", "imperial_jade", 1, WINNER, _HANDS_SECOND),
    Row("heads_and_tails", "heads_and_tails", 1, WINNER, _HANDS_SECOND),
    Row("winds_and_dragons", "winds_and_dragons", 1, WINNER, _HANDS_SECOND),
    Row("fourfold_plenty", "fourfold_plenty", 1, WINNER, _HANDS_SECOND),
    Row("three_scholars", "three_scholars", 1, WINNER, _HANDS_SECOND),
    Row("four_blessings", "four_blessings", 1, WINNER, _HANDS_SECOND),
    Row("buried_treasure", "buried_treasure", 1, WINNER, _HANDS_SECOND),
    Row("heaven", "original", 1, WINNER, _HANDS_SECOND),
    Row("earth", "earth", 1, WINNER, _HANDS_SECOND),
    Row("plum", "plum", 1, WINNER, _HANDS_SECOND),
    Row("moon", "moon", 1, WINNER, _HANDS_SECOND),
    Row("twofold", "twofold", 1, WINNER, _HANDS_SECOND),
    Row("all_pair_honours", "all_pair_honours", 2, WINNER, _HANDS),
    Row("knitting", "knitting", 2, WINNER, _HANDS_SECOND),
    Row("triple_knitting", "triple_knitting", 2, WINNER, _HANDS_SECOND),
)

_FIFTH, _TWO_FIFTHS = (1, 5), (2, 5)


def _waiting(hand: str, share: "tuple[int, int]" = _TWO_FIFTHS, source: str = _HANDS_SECOND) -> "Row":
    return Row(hand, hand, share, LOSER, source)


# Purity is not here: it is a doubling.
WAITING = (
    _waiting("thirteen_orphans", _TWO_FIFTHS, _HANDS),
    _waiting("gates_of_heaven"),
    _waiting("wriggling_snake"),
    _waiting("imperial_jade"),
    _waiting("heads_and_tails"),
    _waiting("winds_and_dragons"),
    _waiting("fourfold_plenty"),
    _waiting("three_scholars"),
    _waiting("four_blessings"),
    _waiting("buried_treasure"),
    _waiting("all_pair_honours", _FIFTH),
    _waiting("knitting", _FIFTH),
    _waiting("triple_knitting", _FIFTH),
)

ADDED = ()

TABLE = {
    "always": ("flowers", "undeclared_kong", "orphans_rob_concealed", "goulash"),
    "card_keys": ("winds", "fishing"),
    "win_keys": ("call", "twofold"),
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
    from mingg.core.rules.agreed import FALSE_WIN, LIMITS

    return (
        Option("limit", LIMITS, "Scores", ()),
        Option("false_win", FALSE_WIN, "Kajongg has half the limit; " + ONE_READING, ()),
    )
