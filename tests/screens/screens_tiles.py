"""Golden screens of the board of tiles; see test_screens.py."""

from __future__ import annotations

from help.tiling import DONE, loser_script, path, typed, whole_hand
from screens.screens_cards import game

BOARD = "up right hold:up "  # Cy claimed Bo's tile
LOSER = "up right a hold:up "  # Di
WHOLE = "(345m) (222p) 567s 777z 99p", "5s"
THREE = game("babcock", three_concealed=True)

SCREENS = {
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
    "tiles/tiles-unnamed-one": "up right left left hold:up",
    "tiles/tiles-loser": LOSER,
    "tiles/tiles-loser-some": BOARD + whole_hand(*WHOLE) + " a hold:up " + typed("66z (111m) 22p 5s"),
    "tiles/tiles-large": game("harr") + BOARD + typed("[5555z] [6666z] [7777z] [4444z]"),
}
