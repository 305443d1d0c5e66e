"""Golden screens of a deal, from Table to Table; see test_screens.py."""

from __future__ import annotations

from help.intent import said
from help.named_keys import (
    DRAW,
    HALF_DROP,
    HALF_NOBODY,
    HANDS,
    KEYS,
    LAST_DEAL,
    MENU,
    NEW,
    NEXT,
    OTHER,
    UNDO,
    rare,
    to_result,
    to_saved,
    to_table,
)

# the deal of the manual: Cy claims Bo's tile, the only place
PICTURED = said("Cy<Bo! pung dragon pung wind (kong simple)")
# then Di's dragons, Ann's majors and pair, nothing for Bo
LAST_HANDS = PICTURED + said("a (pung dragon) a (pung major) pair dragon")
RESULT = LAST_HANDS + said("x2 a WHY")
FULL = PICTURED + said("(pung simple)")
FULL_RESULT = FULL + said("a (pung dragon) a (pung major) pair dragon x2 a WHY")
HARR = f"{NEW}down a left up a "  # a session without a limit
FOUR_KONGS = said("Cy<Bo x2 (kong simple) x2 kong simple")
LIMIT = said("Cy<Bo kong wind x3 kong dragon")
EAST_KONGS = said("Ann< (kong simple) x3 kong dragon")

# name: the keys that lead there from a new device
SCREENS = {
    "deal/table": "",
    "deal/how": "up",
    "deal/how-only-place": "up a",
    "deal/how-stands": said("Cy<Bo b"),
    "deal/how-winner-below": "down",
    "deal/how-rare": f"up {rare()}",
    "deal/how-rare-of-east": f"down {rare()}",
    "deal/how-rare-whose-kong": f"up {rare()} right",
    "deal/how-rare-lucky": f"up {rare()} a",
    "deal/how-rare-said": f"up {rare('robbed', 'left')} b {rare()}",
    "deal/how-rare-stands": f"up {rare('robbed', 'left')} b",
    "hand/card-winner": said("Cy<Bo!"),
    "hand/card-undone": said("Cy<Bo! (pung dragon) b"),
    "hand/kind-dragon": said("Cy<Bo! right"),
    "hand/kind-simple": said("Cy<Bo! left"),
    "hand/card-pair-at-once": PICTURED + "left left right",
    "hand/card-winner-count": PICTURED,
    "hand/card-loser": PICTURED + "a ",
    "hand/card-loser-sets": PICTURED + said("a (pung dragon) a (pung major) pair dragon"),
    "hand/card-taken-back": LAST_HANDS + "a a " + UNDO,
    "hand/card-loose-tile": f"up {rare('loose')}",
    "hand/card-loose-tile-doubled": f"up {rare('loose')} right right up up",
    "hand/card-last-tile": f"up {rare('last')}",
    "hand/card-robbed-kong": f"up {rare('robbed', 'left')}",
    "hand/card-pair-to-come": said("Cy<Bo pung dragon (pung simple)"),
    "hand/card-pair-beside": said("Cy<Bo (kong dragon) (pung major)"),
    "hand/card-robbed": f"up {rare('robbed', 'left')} a",
    "hand/card-four-kongs": FOUR_KONGS,
    "hand/card-refused": FULL + "left",
    "hand/card-limit": LIMIT,
    "hand/more": said("Cy<Bo hold:a"),
    "hand/more-with-dragons": PICTURED + "hold:a",
    "hand/card-one-suit": said("Cy<Bo hold:a up"),
    "result/result": RESULT,
    "result/items": RESULT + "up",
    "result/items-scrolled": FULL_RESULT + "up x2 up",
    "result/items-nothing": RESULT + "right",
    "result/chain": RESULT + "up right",
    "result/chain-not-doubled": RESULT + "down right",
    "result/chain-three-steps": said("Cy<Bo x3 (pung dragon) x4 a WHY") + "up right",
    "result/chain-limit": LIMIT + said("x4 a WHY") + "up right down",
    "deal/saved": LAST_HANDS + "a a ",
    "deal/next-deal": LAST_HANDS + said("x2 a NEXT"),
    "result/payments": LAST_HANDS + said("x2 a NEXT") + LAST_DEAL,
    "result/payments-large": HARR + EAST_KONGS + to_saved("hold:a left"),
    "result/payments-of-hundreds": said("Cy<Bo a x2 kong dragon x3 a"),
    "result/result-largest": HARR
    + f"down {rare('opening')} "
    + "right right " * 3
    + to_result("down right hold:a right"),
    "result/result-large": HARR + EAST_KONGS + to_result("hold:a left"),
    "deal/table-large": HARR + EAST_KONGS + to_table("hold:a left"),
    "deal/other": OTHER,
    "deal/other-after-a-deal": DRAW + OTHER,
    "deal/table-half-entered": said("Cy<Bo (pung simple) x3 b"),
    "deal/other-half-entered": said("Cy<Bo (pung simple) x2 b") + HALF_NOBODY,
    "deal/draw-saved-drops-a-half-entered-deal": said("Cy<Bo x2 b") + f"{HALF_NOBODY} up a",
    "system/menu-half-entered": PICTURED + "a " + MENU,
    "deal/drop": PICTURED + "a " + HALF_DROP,
    "deal/hands": LAST_HANDS + HANDS,
    "deal/hands-to-come": PICTURED + "a " + HANDS,
    "deal/draw-saved": DRAW.removesuffix(f"{NEXT} "),
    "system/menu": MENU,
    "system/part-scores": f"{MENU} up",
    "system/part-table": f"{MENU} left",
    "system/part-evening": f"{MENU} right",
    "system/part-device": f"{MENU} down",
    "system/part-deal": PICTURED + "a " + f"{MENU} a",
    "system/keys-of-table": KEYS,
    "system/keys-of-a-card": said("Cy<Bo (pung simple)") + KEYS,
    "system/keys-of-the-menu": f"{MENU} {KEYS}",
}
