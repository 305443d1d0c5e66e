"""Screens on record of a deal, from Table to Table; see test_screens.py."""

from __future__ import annotations

from intent import DRAGON, HAND, MAJOR, OWN_WIND, SIMPLE, TABLE, Script, won
from named_keys import DRAW, KEYS, LAST_DEAL, MENU, NEXT, OTHER, rare, to_result, to_saved, to_table

# The deal of the manual: Cy claims Bo's tile, the only place.
PICTURED = won("Cy").only_place().from_("Bo").pung(DRAGON, HAND).pung(OWN_WIND, HAND).kong(SIMPLE, TABLE)
# Then Di's dragons, Ann's majors and pair, nothing of Bo's.
LAST_HANDS = PICTURED.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON)
RESULT = LAST_HANDS.to_result(2)
FULL = PICTURED.pung(SIMPLE, TABLE)
FULL_RESULT = FULL.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON).to_result(2)
HARR = Script(f"{MENU} a down a left up a")  # a session without a limit
THREE_DRAGONS = won("Cy").from_("Bo").pung(DRAGON, TABLE).pung(DRAGON, TABLE).pung(DRAGON, TABLE)
FOUR_KONGS = won("Cy").from_("Bo").kong(SIMPLE, TABLE).kong(SIMPLE, TABLE).kong(SIMPLE, HAND).kong(SIMPLE, HAND)
LIMIT = won("Cy").from_("Bo").kong(OWN_WIND, HAND).kong(DRAGON, HAND).kong(DRAGON, HAND).kong(DRAGON, HAND)
EAST_KONGS = won("Ann").drew().kong(SIMPLE, TABLE).kong(DRAGON, HAND).kong(DRAGON, HAND).kong(DRAGON, HAND)

# name: the keys that lead there from a device just out of the box
SCREENS = {
    "deal/table": "",
    "deal/how": won("Cy"),
    "deal/how-only-place": won("Cy").only_place(),
    "deal/how-stands": won("Cy").from_("Bo").back(),
    "deal/how-winner-below": won("Ann"),
    "deal/how-rare-drawn-by-east": f"down {rare('down')}",
    "deal/how-rare-drawn": f"up {rare('up')}",
    "deal/how-rare-claimed": f"up {rare('left')}",
    "deal/how-rare-claimed-from-east": f"up {rare('down')}",
    "deal/how-rare-stands": f"up {rare('left', 'robbed')} b",
    "hand/card-winner": won("Cy").only_place().from_("Bo"),
    "hand/kind-dragon": won("Cy").only_place().from_("Bo") + DRAGON,
    "hand/kind-simple": won("Cy").only_place().from_("Bo") + SIMPLE,
    "hand/kind-pair-only": PICTURED + "left left right",
    "hand/card-winner-count": PICTURED,
    "hand/card-loser": PICTURED.done(),
    "hand/card-loser-sets": PICTURED.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON),
    "hand/card-four-kongs": FOUR_KONGS,
    "hand/card-refused": FULL + "left",
    "hand/card-limit": LIMIT,
    "hand/more": won("Cy").from_("Bo") + "hold:a",
    "hand/more-with-dragons": PICTURED + "hold:a",
    "hand/card-one-suit": won("Cy").from_("Bo") + "hold:a up",
    "result/result": RESULT,
    "result/items": RESULT + "up",
    "result/items-scrolled": FULL_RESULT + "up x9 down",
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
    + f"down {rare('down', 'opening')}"
    + "right right " * 3
    + to_result("down right hold:a right"),
    "result/result-large": HARR + EAST_KONGS + to_result("hold:a left"),
    "deal/table-large": HARR + EAST_KONGS + to_table("hold:a left"),
    "deal/other": OTHER,
    "deal/other-after-a-deal": DRAW + OTHER,
    "deal/table-half-entered": won("Cy").from_("Bo").pung(SIMPLE, TABLE).back(3),
    "deal/other-half-entered": won("Cy").from_("Bo").pung(SIMPLE, TABLE).back(2) + f"{MENU} x7 up a",
    "deal/draw-saved-drops-a-half-entered-deal": won("Cy").from_("Bo").back(2) + f"{MENU} x7 up a up",
    "deal/draw-saved": DRAW.removesuffix(f"{NEXT} "),
    "system/menu": MENU,
    "system/keys-of-table": KEYS,
    "system/keys-of-a-card": won("Cy").from_("Bo").pung(SIMPLE, TABLE) + KEYS,
    "system/keys-of-the-menu": f"{MENU} {KEYS}",
}
