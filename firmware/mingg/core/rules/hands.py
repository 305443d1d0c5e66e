"""The special hands of all rule sets that their tiles tell, as patterns: written like those of house rules, see
patterns.py. All other special hands are facts of a hand of sets (score/seldom_facts.py, rare_facts.py).

Keys that only these have:

    suits   the sets of suits that the hand may have: each the sum of 1 characters, 2 dots, 4 bamboo, 8 honours
    kongs   False: no kong, not even a concealed one
    claim   "19": only a 1 or a 9 may be claimed
    last    the tile beside the groups is the winning tile
"""

_ONE, _ONE_AND_HONOURS = (1, 2, 4), (9, 10, 12)
_PUNGS = "pung pung pung pung pair"
_MAJORS = "19m 19p 19s 1234567z"
_GREEN = "23468s 6z"

HANDS = {
    "thirteen_orphans": {"tiles": _MAJORS + " tile", "of": _MAJORS},
    "seven_twins": {"tiles": "pair pair pair pair pair pair pair"},
    "all_pair_honours": {"tiles": "pair pair pair pair pair pair pair", "of": _MAJORS},
    "knitting": {"tiles": "knit knit knit knit knit knit knit", "suits": (3, 5, 6)},
    "triple_knitting": {"tiles": "triple triple triple triple knit", "suits": (7,)},
    "wriggling_snake": {"tiles": "11a 23456789a 1234z"},
    "gates_of_heaven": {
        "tiles": "1112345678999a tile",
        "of": "2345678m 2345678p 2345678s",
        "suits": _ONE,
        "claim": "19",
    },
    "nine_gates": {"tiles": "1112345678999a tile", "suits": _ONE, "last": True},
    "winding_snake": {"tiles": "111a 999a 22a 345a 678a | 111a 999a 234a 55a 678a | 111a 999a 234a 567a 88a"},
    "imperial_jade": {"tiles": _PUNGS, "of": _GREEN},
    "jade": {"tiles": "set set set set pair", "of": _GREEN},
    "heads_and_tails": {"tiles": _PUNGS, "of": "19m 19p 19s"},
    "winds_and_dragons": {"tiles": _PUNGS, "of": "1234567z"},
    "fourfold_plenty": {"tiles": "kong kong kong kong pair"},
    "three_scholars": {"tiles": "555z 666z 777z pung pair"},
    "four_blessings": {"tiles": "111z 222z 333z 444z pair"},
    "buried_treasure": {"tiles": _PUNGS, "suits": _ONE + _ONE_AND_HONOURS, "concealed": True, "kongs": False},
    "purity": {"tiles": _PUNGS, "suits": _ONE},
}
