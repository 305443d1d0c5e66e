"""Screens on record of why a line counts, of the rules in force, and of what the menu changes; see test_screens.py."""

import runpy
from pathlib import Path

_HERE = Path(__file__).parent
game = runpy.run_path(str(_HERE / "screens_cards.py"))["game"]
# The deal of the pictures, to its Result.
RESULT = "up a right right right down right left up a right left a up left right a a a "
# From a device just out of the box, where the menu proposes a new session.
RULES, NAMES, TURN = "hold:b x4 up a ", "hold:b x3 up a ", "hold:b x2 up a "
LIMIT, CHINESE, HARR = game("harr-limit"), game("chinese", flowers="seasons", round_wind=True), game("harr")
AGREED = game("babcock", flowers="shanghai", seven_twins=True, insurance=True, false_win=100)
FIVE = game("babcock", 5)
DIAL = "hold:a down a "
IN_THE_LIMIT_GAME = LIMIT + "up hold:down right a a a a a "

SCREENS = {
    "items-further": RESULT + "up x5 down",
    "explain-mahjong": RESULT + "up a",
    "explain-set": RESULT + "up x2 down a",
    "explain-set-below": RESULT + "up x2 down a x3 down",
    "explain-simple-set": LIMIT + "up right left right a a a a a up down a",
    "explain-doubling": RESULT + "up right down a",
    "chain-added": IN_THE_LIMIT_GAME + "up right",
    "explain-added": IN_THE_LIMIT_GAME + "up right a",
    "chain-special": "down hold:down right a a a a down right",
    "explain-special": "down hold:down right a a a a down right a",
    "explain-limit": "up right down down right down right down right down a a a a up right x4 down a",
    "explain-dead": "up right a left left hold:a down a a a a left a",
    "paid": RESULT + "left right right",
    "paid-by-east": RESULT + "down right right a",
    "paid-five": FIVE + "up right right left a a a a up right right x3 down",
    "explain-paid-fifth": FIVE + "up right right left a a a a right right right x3 down a",
    "sheet": RULES,
    "sheet-won": RULES + "right",
    "sheet-won-below": RULES + "right x8 down",
    "sheet-sets": RULES + "right right",
    "sheet-doubled": RULES + "x3 right",
    "sheet-doubled-won": RULES + "x4 right",
    "sheet-hands": RULES + "x5 right",
    "sheet-settled": RULES + "left",
    "sheet-explained": RULES + "left down a",
    "sheet-book-explained": RULES + "a",
    "sheet-set-explained": RULES + "right right x3 down a",
    "sheet-agreed": AGREED + RULES,
    "sheet-option-explained": AGREED + RULES + "x2 down a",
    "sheet-limit-won": LIMIT + RULES + "x2 right",
    "sheet-limit-lost": LIMIT + RULES + "x3 right",
    "sheet-limit-last-claimed": LIMIT + RULES + "x4 right",
    "sheet-limit-last-drawn": LIMIT + RULES + "x5 right",
    "sheet-chinese-last": CHINESE + RULES + "x3 right",
    "sheet-limit-settled": LIMIT + RULES + "left",
    "sheet-chinese-settled": CHINESE + RULES + "left x6 down",
    "sheet-two-settled": game("babcock", 2) + RULES + "left x6 down",
    "sheet-ours-explained": HARR + RULES + "left x3 down a",
    "sheet-reading-explained": game("babcock", 2) + RULES + "left x5 down a",
    "sheet-thirteen-explained": RULES + "x5 right down down a",
    "sheet-loose-explained": RULES + "right x3 down a",
    "sheet-harr-limit": HARR + RULES + "down",
    "sheet-chinese-doubled": CHINESE + RULES + "x4 right",
    "sheet-five-settled": FIVE + RULES + "left x5 down",
    "turn": TURN,
    "turned": TURN + "right",
    "table-turned": TURN + "right a b",
    "names-at-table": NAMES,
    "name-at-table": NAMES + "right left left right",
    "table-renamed": NAMES + "right left left a a b",
    "count-known": "up right " + DIAL,
    "count-known-dialled": "up right " + DIAL + "right right up right right right",
    "count-known-of-a-loser": "up right a " + "hold:a down down a right right",
    "count-known-refused": "up right " + DIAL + "left",
    "count-known-limit": "up right " + DIAL + "x30 right",
    "items-known": "up right " + DIAL + "right a a a a up",
    "explain-known": "up right " + DIAL + "right a a a a up a",
    "liable-said": game("babcock", insurance=True) + "up right hold:a down",
}
