"""Screens on record of the board of tiles; see test_screens.py."""

from __future__ import annotations

from screens_cards import game
from tiling import typed, whole

BOARD = "up right hold:a a "  # Cy claimed Bo's tile
LOSER = "up right a hold:a a "  # Di
WHOLE = "(345m) (222p) 567s 777z 99p", "5s"
THREE = game("babcock", three_concealed=True)

SCREENS = {
    "tiles": BOARD,
    "tiles-some": BOARD + typed("(345m) (222+2p) 777z"),
    "tiles-a-pair-lacks": BOARD + typed("(345m) (222p) 567s 777z"),
    "tiles-a-tile-lacks": BOARD + typed("(345m) (222p) 567s 777z 9p"),
    "tiles-tiles-lack": BOARD + typed("(345m) 1s 4s"),
    "tiles-no-hand": BOARD + typed("(345m) (222p) 567s 777z 9p 8s"),
    "tiles-full": BOARD + typed("(345m) (222p) 567s 777z 9p 8s") + " a",
    "tiles-four-in": BOARD + typed("[7777z]") + " a",
    "tiles-what": BOARD + "a",
    "tiles-what-nine": BOARD + "right right right right a",
    "tiles-what-honour": BOARD + "down down a",
    "tiles-what-one-is-left": BOARD + typed("(555p)") + " a",
    "tiles-what-one-is-left-refused": BOARD + typed("(555p)") + " a left",
    "tiles-what-a-pair-lacks": BOARD + typed("(345m) (222p) 567s 777z") + " a",
    "tiles-what-a-pair-lacks-refused": BOARD + typed("(345m) (222p) 567s 777z") + " a left",
    "tiles-kong": THREE + BOARD + "a hold:left",
    "tiles-last": BOARD + typed(WHOLE[0]),
    "tiles-of-card": BOARD + whole(*WHOLE),
    "tiles-whole": BOARD + whole(*WHOLE) + " hold:a a",
    "tiles-tell": BOARD + whole(*WHOLE) + " hold:a up",
    "tiles-by-card": BOARD + whole(*WHOLE) + " left",
    "tiles-by-card-many": LOSER + typed("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 66z") + " b left",
    "tiles-unnamed": "up right left left left right hold:a a",
    "tiles-unnamed-one": "up right left left hold:a a",
    "tiles-loser": LOSER,
    "tiles-loser-some": BOARD + whole(*WHOLE) + " a hold:a a " + typed("66z (111m) 22p 5s"),
    "tiles-large": game("harr") + BOARD + typed("[5555z] [6666z] [7777z] [4444z]"),
}
