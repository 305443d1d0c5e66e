"""Golden screens of what only some rules ask about a hand, of what few hands have, and of the board
of tiles; see test_screens.py."""

from __future__ import annotations

from typing import Any

from help.named_keys import NEW, rare
from help.tiling import DONE, loser_script, path, typed, whole_hand
from mingg.core.rules import load
from mingg.core.rules.options import in_force, offered
from screens import screens_setup

RULES = {
    "harr": "left",
    "harr-limit": "up",
    "babcock": "right",
    "chinese": "down",
    "bmja": "a a",
    "dmjl": "a down a",
}
PLAYERS = {2: "left", 3: "up", 4: "right", 5: "down"}


def game(rules: str, players: int = 4, **options: Any) -> str:
    """Returns the keys from a new device to a new session with these rules."""
    keys = [*NEW.split(), "down", "a", RULES[rules]]
    keys += ["down"] * (screens_setup.OPTIONS - screens_setup.RULES) + ["a"]
    names: list[str] = []
    for row in offered(load(rules)):
        if row.name in options:
            before = row.choices.index(in_force(load(rules), row))
            names += [row.name] * ((row.choices.index(options[row.name]) - before) % len(row.choices))
    keys.append(screens_setup.agree(*names, rules=rules))
    back = ["up"] * (screens_setup.OPTIONS - screens_setup.PLAYERS)
    return " ".join([*keys, "b", *back, "a", PLAYERS[players], screens_setup.BEGIN])


HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins", "three_concealed")
LIMIT = game("harr-limit")
CHINESE = game("chinese", flowers="seasons", round_wind=True)
INSURED = game("babcock", insurance=True, feeding=True)
SPECIAL = game("babcock", **dict.fromkeys(HANDS, True))
BMJA, DMJL = game("bmja"), game("dmjl")
THREE_SETS = BMJA + "up right left left left right up right "
ONE_SUIT = " hold:a up a "  # others may be liable for such a hand

BOARD = "up right hold:up "  # Cy claimed Bo's tile
LOSER = "up right a hold:up "  # Di
WHOLE = "(345m) (222p) 567s 777z 99p", "5s"
THREE = game("babcock", three_concealed=True)

SCREENS = {
    "deal/how-rare-limit-game": LIMIT + f"down {rare()}",
    "deal/how-limit-game": LIMIT + "down",
    "deal/how-rare-list": f"up {rare('list')}",
    "deal/how-rare-list-of-east": f"down {rare('list')} right down right",
    "deal/how-rare-list-stands": f"up {rare('list')} right down right down right down right a",
    "deal/how-rare-beside": f"right {rare('list')} right down right a",
    "deal/how-rare-robbed-lucky": f"up {rare('robbed lucky', 'left')} b",
    "hand/liable": INSURED + "up right" + ONE_SUIT,
    "hand/liable-full": INSURED + "up right" + ONE_SUIT + "right",
    "hand/liable-two-halves": INSURED + "up right" + ONE_SUIT + "right left",
    "hand/liable-fed": INSURED + "up right" + ONE_SUIT + "right right right",
    "hand/liable-refused": INSURED + "up right" + ONE_SUIT + "up",
    "hand/liable-discarder": LIMIT + "up right" + ONE_SUIT + "a down up right",
    "hand/card-winds": LIMIT + "up right down",
    "hand/card-kind-round": LIMIT + "up right down up",
    "hand/card-round-pair": LIMIT + "up right down up a",
    "hand/card-winds-both": LIMIT + "up right down up up down left",
    "hand/card-own-is-round": CHINESE + "down right",
    "hand/card-two-players": game("babcock", 2) + "down up down left down down",
    "hand/last-set": LIMIT + "up right a",
    "hand/last-set-stands": LIMIT + "up right a left b",
    "hand/last-set-pair": LIMIT + "up right a down",
    "hand/last-set-pair-of-east": LIMIT + "down right a down",
    "hand/last-set-no-chow": LIMIT + "up right" + " left left" * 4 + " a",
    "hand/last-set-refused": LIMIT + "up right left left a a",
    "hand/last-set-pair-on-the-card": LIMIT + "up right hold:right a down",
    "deal/flowers": CHINESE + "up right hold:left",
    "deal/flowers-held": CHINESE + "up right hold:left up up left down down down right right right right",
    "deal/flowers-taken": CHINESE + "up right hold:left up a down up hold:left up",
    "deal/flowers-gone": CHINESE + "up right hold:left up up up a down up hold:left",
    "hand/card-flowers": BMJA + "up right",
    "hand/card-flowers-held": THREE_SETS + "hold:left up up left b",
    "hand/modern-more": BMJA + "up right hold:a",
    "hand/modern-hands": BMJA + "up right hold:a down x2 down",
    "hand/modern-hands-named": BMJA + "up right hold:a down x5 down right",
    "hand/modern-hands-kongs": BMJA + "up up right up right up right up left up hold:a down x2 down",
    "hand/modern-hands-refused": BMJA + "up right hold:a down x15 down right",
    "hand/modern-hands-named-on-card": BMJA + "up right hold:a down x5 down right a",
    "hand/waiting-hands": THREE_SETS + "a hold:a x3 down",
    "hand/card-waits": THREE_SETS + "a hold:a right a",
    "hand/waiting-for-winds": DMJL + "up right a left left up left up left up left hold:a",
    "hand/card-little-winds": DMJL + "up right a up left up left up left hold:a right a",
    "deal/how-pair": DMJL + "up a",
    "deal/how-pair-filled": DMJL + "up a a",
    "deal/how-pair-not-only": DMJL + "up a a a",
    "deal/how-last-discard": BMJA + "up right hold:a down right a b",
    "deal/table-goulash": BMJA + "a up a a",
    "deal/draw-goulash": BMJA + "a up a",
    "deal/other-goulash": BMJA + "a up a a a",
    "hand/special-hands": SPECIAL + "up right hold:a down",
    "hand/special-hands-refused": SPECIAL + "up right hold:a down right",
    "hand/special-hands-said": SPECIAL + "up right left up hold:a down down down down down down right",
    "hand/card-nine-gates": SPECIAL + "up right hold:a down down down right a",
    "hand/more-of-a-loser": "up right a hold:a",
    "hand/more-where-no-suit-counts": CHINESE + "up right a down up hold:a",
    "hand/dead-hand": CHINESE + "up right a down up hold:a down",
    "hand/card-dead": "up right a left left hold:a down right a",
    "hand/card-too-few": CHINESE + "up right a down up left left hold:a down right a",
    "tiles/tiles": BOARD,
    "tiles/tiles-some": BOARD + typed("(345m) (222+2p) 777z"),
    "tiles/tiles-a-pair-lacks": BOARD + typed("(345m) (222p) 567s 777z"),
    "tiles/tiles-a-tile-lacks": BOARD + typed("(345m) (222p) 567s 777z 9p"),
    "tiles/tiles-tiles-lack": BOARD + typed("(345m) 1s 4s"),
    "tiles/tiles-no-hand": BOARD + typed("(345m) (222p) 567s 777z 9p 8s"),
    "tiles/tiles-full": BOARD + typed("(345m) (222p) 567s 777z 9p 8s") + " a",
    "tiles/tiles-four-in": BOARD + typed("[7777z]") + " a",
    "tiles/tiles-what": BOARD + "a",
    "tiles/tiles-what-nine": BOARD + "x6 right a",
    "tiles/tiles-what-honour": BOARD + "down down right right a",
    "tiles/tiles-what-one-is-left": BOARD + typed("(555p)") + " a",
    "tiles/tiles-what-one-is-left-refused": BOARD + typed("(555p)") + " a left",
    "tiles/tiles-what-a-pair-lacks": BOARD + typed("(345m) (222p) 567s 777z") + " a",
    "tiles/tiles-what-a-pair-lacks-refused": BOARD + typed("(345m) (222p) 567s 777z") + " a left",
    "tiles/tiles-kong": THREE + BOARD + "a hold:left",
    "tiles/tiles-last": BOARD + typed(WHOLE[0]),
    "tiles/tiles-last-claimed": BOARD + typed(WHOLE[0]) + " right right right right right right",
    "tiles/tiles-named": BOARD + typed("(345m)") + " down right wait:1000",
    "tiles/tiles-to-the-card": BOARD + typed("(345m)") + " " + " ".join(path(5, DONE)),
    "tiles/tiles-of-card": BOARD + whole_hand(*WHOLE),
    "tiles/tiles-whole": BOARD + whole_hand(*WHOLE) + " hold:up",
    "tiles/tiles-tell": BOARD + whole_hand(*WHOLE) + " hold:a up",
    "tiles/tiles-by-card": BOARD + whole_hand(*WHOLE) + " left",
    "tiles/tiles-by-card-many": LOSER + loser_script("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 66z") + " left",
    "tiles/tiles-unnamed": "up right left left left right hold:up",
    "tiles/tiles-loser": LOSER,
    "tiles/tiles-loser-some": BOARD + whole_hand(*WHOLE) + " a hold:up " + typed("66z (111m) 22p 5s"),
    "tiles/tiles-large": game("harr") + BOARD + typed("[5555z] [6666z] [7777z] [4444z]"),
}
