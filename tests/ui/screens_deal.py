"""Screens on record of a deal, from Table to Table; see test_screens.py."""

from __future__ import annotations

from intent import DRAGON, HAND, MAJOR, OWN_WIND, SIMPLE, TABLE, Script, won
from named_keys import MENU

# The deal of the manual: Cy claims Bo's tile, the only place.
PICTURED = won("Cy").only_place().from_("Bo").pung(DRAGON, HAND).pung(OWN_WIND, HAND).kong(SIMPLE, TABLE)
# Then Di's dragons, Ann's majors and pair, nothing of Bo's: to Result.
RESULT = PICTURED.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON).done(2)
FULL = PICTURED.pung(SIMPLE, TABLE)
FULL_RESULT = FULL.done().pung(DRAGON, TABLE).done().pung(MAJOR, TABLE).pair(DRAGON).done(2)
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
    "deal/how-rare-drawn-by-east": "down hold:down",
    "deal/how-rare-drawn": "up hold:up",
    "deal/how-rare-claimed": "up hold:left",
    "deal/how-rare-claimed-from-east": "up hold:down",
    "deal/how-rare-stands": "up hold:left left b",
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
    .done(4)
    + "up right",
    "result/chain-limit": LIMIT.done(4) + "up right down",
    "deal/saved": RESULT.done(),
    "deal/next-deal": RESULT.done(2),
    "result/payments": RESULT.done(3),
    "result/payments-large": HARR + EAST_KONGS + "hold:a left" + "x5 a",
    "result/payments-of-hundreds": won("Cy").from_("Bo").done().kong(DRAGON, HAND).kong(DRAGON, HAND).done(4),
    "result/result-largest": HARR + "down hold:down right" + "right right " * 3 + "down right hold:a right x4 a",
    "result/result-large": HARR + EAST_KONGS + "hold:a left" + "x4 a",
    "deal/table-large": HARR + EAST_KONGS + "hold:a left" + "x6 a",
    "deal/nobody-won": "b",
    "deal/nobody-won-drops-a-draft": won("Cy").from_("Bo").pung(SIMPLE, TABLE).back(3),
    "deal/draw-saved": "b a",
    "system/menu": MENU,
}
