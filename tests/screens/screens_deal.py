"""Golden screens of a deal, from Table to Table; see test_screens.py."""

from __future__ import annotations

from help.intent import DRAGON, HAND, MAJOR, OWN_WIND, SIMPLE, TABLE, Script, won
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
PICTURED = won("Cy").only_place().from_("Bo").pung(DRAGON, HAND).pung(OWN_WIND, HAND).kong(SIMPLE, TABLE)
# then Di's dragons, Ann's majors and pair, nothing for Bo
LAST_HANDS = PICTURED.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON)
RESULT = LAST_HANDS.to_result(2)
FULL = PICTURED.pung(SIMPLE, TABLE)
FULL_RESULT = FULL.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON).to_result(2)
HARR = Script(f"{NEW}down a left up a")  # a session without a limit
FOUR_KONGS = won("Cy").from_("Bo").kong(SIMPLE, TABLE).kong(SIMPLE, TABLE).kong(SIMPLE, HAND).kong(SIMPLE, HAND)
LIMIT = won("Cy").from_("Bo").kong(OWN_WIND, HAND).kong(DRAGON, HAND).kong(DRAGON, HAND).kong(DRAGON, HAND)
EAST_KONGS = won("Ann").drew().kong(SIMPLE, TABLE).kong(DRAGON, HAND).kong(DRAGON, HAND).kong(DRAGON, HAND)

# name: the keys that lead there from a new device
SCREENS = {
    "deal/table": "",
    "deal/how": won("Cy"),
    "deal/how-only-place": won("Cy").only_place(),
    "deal/how-stands": won("Cy").from_("Bo").back(),
    "deal/how-winner-below": won("Ann"),
    "deal/how-rare": f"up {rare()}",
    "deal/how-rare-of-east": f"down {rare()}",
    "deal/how-rare-whose-kong": f"up {rare()} right",
    "deal/how-rare-lucky": f"up {rare()} a",
    "deal/how-rare-said": f"up {rare('robbed', 'left')} b {rare()}",
    "deal/how-rare-stands": f"up {rare('robbed', 'left')} b",
    "hand/card-winner": won("Cy").only_place().from_("Bo"),
    "hand/card-undone": won("Cy").only_place().from_("Bo").pung(DRAGON, TABLE).undo(),
    "hand/kind-dragon": won("Cy").only_place().from_("Bo") + DRAGON,
    "hand/kind-simple": won("Cy").only_place().from_("Bo") + SIMPLE,
    "hand/card-pair-at-once": PICTURED + "left left right",
    "hand/card-winner-count": PICTURED,
    "hand/card-loser": PICTURED.done(),
    "hand/card-loser-sets": PICTURED.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON),
    "hand/card-taken-back": LAST_HANDS.to_saved(2) + UNDO,
    "hand/card-loose-tile": f"up {rare('loose')}",
    "hand/card-loose-tile-doubled": f"up {rare('loose')} right right up up",
    "hand/card-last-tile": f"up {rare('last')}",
    "hand/card-robbed-kong": f"up {rare('robbed', 'left')}",
    "hand/card-pair-to-come": won("Cy").from_("Bo").pung(DRAGON, HAND).pung(SIMPLE, TABLE),
    "hand/card-pair-beside": won("Cy").from_("Bo").kong(DRAGON, TABLE).pung(MAJOR, TABLE),
    "hand/card-robbed": f"up {rare('robbed', 'left')} a",
    "hand/card-four-kongs": FOUR_KONGS,
    "hand/card-refused": FULL + "left",
    "hand/card-limit": LIMIT,
    "hand/more": won("Cy").from_("Bo") + "hold:a",
    "hand/more-with-dragons": PICTURED + "hold:a",
    "hand/card-one-suit": won("Cy").from_("Bo") + "hold:a up",
    "result/result": RESULT,
    "result/items": RESULT + "up",
    "result/items-scrolled": FULL_RESULT + "up x2 up",
    "result/items-nothing": RESULT + "right",
    "result/chain": RESULT + "up right",
    "result/chain-not-doubled": RESULT + "down right",
    "result/chain-three-steps": won("Cy")
    .from_("Bo")
    .pung(DRAGON, TABLE)
    .pung(DRAGON, TABLE)
    .pung(DRAGON, TABLE)
    .to_result()
    + "up right",
    "result/chain-limit": LIMIT.to_result() + "up right down",
    "deal/saved": LAST_HANDS.to_saved(2),
    "deal/next-deal": LAST_HANDS.to_table(2),
    "result/payments": LAST_HANDS.to_table(2) + LAST_DEAL,
    "result/payments-large": HARR + EAST_KONGS + to_saved("hold:a left"),
    "result/payments-of-hundreds": won("Cy").from_("Bo").done().kong(DRAGON, HAND).kong(DRAGON, HAND).to_saved(3),
    "result/result-largest": HARR
    + f"down {rare('opening')}"
    + "right right " * 3
    + to_result("down right hold:a right"),
    "result/result-large": HARR + EAST_KONGS + to_result("hold:a left"),
    "deal/table-large": HARR + EAST_KONGS + to_table("hold:a left"),
    "deal/other": OTHER,
    "deal/other-after-a-deal": DRAW + OTHER,
    "deal/table-half-entered": won("Cy").from_("Bo").pung(SIMPLE, TABLE).back(3),
    "deal/other-half-entered": won("Cy").from_("Bo").pung(SIMPLE, TABLE).back(2) + HALF_NOBODY,
    "deal/draw-saved-drops-a-half-entered-deal": won("Cy").from_("Bo").back(2) + f"{HALF_NOBODY} up a",
    "system/menu-half-entered": PICTURED.done() + MENU,
    "deal/drop": PICTURED.done() + HALF_DROP,
    "deal/hands": LAST_HANDS + HANDS,
    "deal/hands-to-come": PICTURED.done() + HANDS,
    "deal/draw-saved": DRAW.removesuffix(f"{NEXT} "),
    "system/menu": MENU,
    "system/part-scores": f"{MENU} up",
    "system/part-table": f"{MENU} left",
    "system/part-evening": f"{MENU} right",
    "system/part-device": f"{MENU} down",
    "system/part-deal": PICTURED.done() + f"{MENU} a",
    "system/keys-of-table": KEYS,
    "system/keys-of-a-card": won("Cy").from_("Bo").pung(SIMPLE, TABLE) + KEYS,
    "system/keys-of-the-menu": f"{MENU} {KEYS}",
}
