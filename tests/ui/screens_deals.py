"""Screens on record of the menu, the deals of an evening, payments by hand, endings, the end of a game, old evenings;
see test_screens.py."""

import runpy
from pathlib import Path

_wall = runpy.run_path(str(Path(__file__).with_name("screens_wall.py")))
SETUP: str = _wall["SETUP"]
HARR_OF_TWO: str = _wall["session"](_wall["HARR"], _wall["TWO"])
HARR_OF_THREE: str = _wall["session"](_wall["HARR"], _wall["THREE"])
FIVE: str = _wall["session"](players=_wall["FIVE"])

# From Table to Table: a draw; Cy claims Bo's tile, a pung in his hand and one on the table, Di has one of dragons.
DRAW = "b a "
CY_FROM_BO = "up right left left left right a right left x5 a "
# The menu, once something is played.
LAST_DEALS = "hold:b x7 up a "  # where the menu proposes a new session: before the first deal, and after the last
DEALS, PAY, EVENINGS, NEW = "hold:b a ", "hold:b down a ", "hold:b x6 down a ", "hold:b x7 down a "
FIRST_PAY, FIRST_EVENINGS = "hold:b x6 up a ", "hold:b up a "
# The same deal entered again, Di's pung in his hand now; from the list, the deal's row current.
CORRECTED = "a a right a left right x4 a "
# What may be agreed of endings, the last of the list first: four kongs, not touching, mummies with a bonus, washing,
# a dead hand that pays.
ENDINGS = "x28 down up right up right up x2 right up right x3 up right b "
CHINESE = SETUP + "down a down down a " + ENDINGS + "x2 up a "
CHINESE_UNLIMITED = SETUP + "down a down x2 down a up a x3 up a "
HARR_LIMIT = SETUP + "down a up up a "
# Three rounds of three: who sits to the right of East draws and wins, in the last deal from a discard.
THREE_ROUNDS = "".join(f"{side} {side} x5 a " for side in ("right", "left", "down") * 3)
GAME = HARR_OF_THREE + THREE_ROUNDS.rsplit("down down", 1)[0] + "down left left up x4 a "

SCREENS = {
    "system/menu-after-a-deal": DRAW + "hold:b",
    "system/menu-of-a-correction": DRAW + CY_FROM_BO + DEALS + "a a hold:b",
    "history/deals-none": LAST_DEALS,
    "history/deals": DRAW + CY_FROM_BO + DEALS,
    "history/deals-older": DRAW + CY_FROM_BO + DEALS + "down",
    "history/deals-opened": DRAW + CY_FROM_BO + DEALS + "a",
    "history/deals-many": DRAW + CY_FROM_BO + DRAW + DRAW + DEALS + "x3 down",
    "history/deals-every-kind": DRAW + CY_FROM_BO + DEALS + CORRECTED + "a b " + PAY + "up right up a " + DEALS,
    "history/deals-undo": DRAW + CY_FROM_BO + DEALS + "hold:a",
    "history/deals-undone": DRAW + CY_FROM_BO + DEALS + "hold:a a",
    "history/deals-counts-as-a-draw": CY_FROM_BO + DRAW + DEALS + "down hold:a",
    "history/deals-corrected": DRAW + CY_FROM_BO + DEALS + CORRECTED,
    "history/deals-correction-saved": DRAW + CY_FROM_BO + DEALS + CORRECTED + "a",
    "history/deals-who-won": DRAW + DEALS + "a a",
    "history/deals-cannot-follow": HARR_OF_TWO + DRAW + "up up x4 a down down x4 a up up x4 a down down x4 a "
    "a b " + LAST_DEALS + "x4 down a a up up x3 a",
    "history/pay": FIRST_PAY,
    "history/pay-whom": FIRST_PAY + "up",
    "history/pay-points": FIRST_PAY + "up right up x2 up left up",
    "history/pay-five": FIVE + FIRST_PAY,
    "deal/nobody-won-chinese": CHINESE + "b",
    "deal/nobody-won-below": CHINESE + "b x7 down",
    "deal/nobody-won-washing": HARR_LIMIT + "b x2 down a left",
    "deal/ended-false-win": CHINESE + "b x2 down a right",
    "deal/ended-mummies": CHINESE + "b x5 down a up x2 down a",
    "deal/ended-not-touching": CHINESE + "b x6 down a down",
    "deal/ended-saved": CHINESE + "b x2 down a right a",
    "deal/ended-unpayable": CHINESE_UNLIMITED + "b x2 down a right",
    "history/over-saved": GAME,
    "history/over": GAME + "a",
    "history/over-pool": GAME + "a up",
    "history/over-pool-taken": GAME + "a up left",
    "history/over-next-game": GAME + "a a",
    "history/evenings": DRAW + NEW + "a " + FIRST_EVENINGS,
    "history/evenings-older": DRAW + NEW + "a " + FIRST_EVENINGS + "down",
    "history/evenings-opened": CY_FROM_BO + NEW + "a " + FIRST_EVENINGS + "down a",
    "history/evenings-delete": CY_FROM_BO + NEW + "a " + FIRST_EVENINGS + "down hold:a",
}
