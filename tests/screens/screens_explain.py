"""Golden screens of explanations, of the rules in force, and of what the menu changes; see test_screens.py."""

from help.intent import A_PUNG
from help.named_keys import NAMES, TURN, rare, to_result
from help.named_keys import THE_RULES as RULES
from screens.screens_cards import game
from screens.screens_deal import RESULT

LIMIT, CHINESE, HARR = game("harr-limit"), game("chinese", flowers="seasons", round_wind=True), game("harr")
AGREED = game("babcock", flowers="shanghai", seven_twins=True, insurance=True, false_win=100)
FIVE = game("babcock", 5)
DIAL = "hold:a down "
IN_THE_LIMIT_GAME = LIMIT + f"up {rare('opening')} a {A_PUNG} {to_result(number=3)} "

SCREENS = {
    "result/items-further": RESULT + "up x4 down",
    "result/explain-mahjong": RESULT + "up a",
    "result/explain-set": RESULT + "up x2 down a",
    "result/explain-set-below": RESULT + "up x2 down a down",
    "result/explain-simple-set": LIMIT + f"up right left right a {A_PUNG} {to_result(number=3)} up down a",
    "result/explain-doubling": RESULT + "up right down a",
    "result/chain-added": IN_THE_LIMIT_GAME + "up right",
    "result/explain-added": IN_THE_LIMIT_GAME + "up right a",
    "result/items-special": to_result(f"down {rare('opening')}") + " down",
    "result/chain-special": to_result(f"down {rare('opening')}") + " down right",
    "result/explain-special": to_result(f"down {rare('opening')}") + " down right a",
    "result/explain-limit": to_result("up right down down right down right down right down") + " up right x4 down a",
    "result/explain-dead": to_result("up right a left left hold:a down right a", 3) + " left a",
    "result/paid": RESULT + "left right right",
    "result/paid-by-east": RESULT + "down right right a",
    "result/paid-five": FIVE + to_result("up right right left") + " up right right x2 down",
    "result/explain-paid-fifth": FIVE + to_result("up right right left") + " right right right x3 down a",
    "rules/sheet": RULES,
    "rules/sheet-won": RULES + "right",
    "rules/sheet-won-below": RULES + "right x7 down",
    "rules/sheet-sets": RULES + "right right",
    "rules/sheet-doubled": RULES + "x3 right",
    "rules/sheet-doubled-won": RULES + "x4 right",
    "rules/sheet-hands": RULES + "x5 right",
    "rules/sheet-settled": RULES + "left",
    "rules/sheet-explained": RULES + "left down a",
    "rules/sheet-book-explained": RULES + "a",
    "rules/sheet-set-explained": RULES + "right right x3 down a",
    "rules/sheet-agreed": AGREED + RULES,
    "rules/sheet-option-explained": AGREED + RULES + "x2 down a",
    "rules/sheet-limit-won": LIMIT + RULES + "x2 right",
    "rules/sheet-limit-lost": LIMIT + RULES + "x3 right",
    "rules/sheet-limit-last-claimed": LIMIT + RULES + "x4 right",
    "rules/sheet-limit-last-drawn": LIMIT + RULES + "x5 right",
    "rules/sheet-chinese-last": CHINESE + RULES + "x3 right",
    "rules/sheet-limit-settled": LIMIT + RULES + "left",
    "rules/sheet-chinese-settled": CHINESE + RULES + "left x9 down",
    "rules/sheet-two-settled": game("babcock", 2) + RULES + "left x6 down",
    "rules/sheet-ours-explained": HARR + RULES + "left x3 down a",
    "rules/sheet-reading-explained": game("babcock", 2) + RULES + "left x6 down a",
    "rules/sheet-thirteen-explained": RULES + "x5 right down down a",
    "rules/sheet-loose-explained": RULES + "right x3 down a",
    "rules/sheet-harr-limit": HARR + RULES + "down",
    "rules/sheet-chinese-doubled": CHINESE + RULES + "x4 right",
    "rules/sheet-five-settled": FIVE + RULES + "left x5 down",
    "setup/turn": TURN,
    "setup/turned": TURN + "right",
    "setup/turn-of-three": game("babcock", 3) + TURN,
    "setup/turned-of-three": game("babcock", 3) + TURN + "up",
    "setup/table-turned": TURN + "right a",
    "setup/names-at-table": NAMES,
    "setup/name-at-table": NAMES + "right type:A right",
    "hand/count-known": "up right " + DIAL,
    "hand/count-known-refused": "up right " + DIAL + "left left",
    "hand/count-known-limit": "up right " + DIAL + "x30 right",
    "result/items-known": "up right " + DIAL + to_result("right a", 3) + " up",
    "result/explain-known": "up right " + DIAL + to_result("right a", 3) + " up a",
    "hand/liable-said": game("babcock", insurance=True) + "up right hold:a down",
}
