"""Screens on record of a deal, from Table to Table; see test_screens.py."""

# Cy claims Bo's tile, the only place: a pung of dragons and one of his own wind in the hand, a kong of simples.
PICTURED = "up a right right right down right left up"
LOSERS = "right left a up left right a a a"
HARR = "hold:b a down a left up a "  # a session without a limit

# name: the keys that lead there from a device just out of the box
SCREENS = {
    "deal/table": "",
    "deal/how": "up",
    "deal/how-only-place": "up a",
    "deal/how-stands": "up right b",
    "deal/how-winner-below": "down",
    "deal/how-rare-drawn-by-east": "down hold:down",
    "deal/how-rare-drawn": "up hold:up",
    "deal/how-rare-claimed": "up hold:left",
    "deal/how-rare-claimed-from-east": "up hold:down",
    "deal/how-rare-stands": "up hold:left left b",
    "hand/card-winner": "up a right",
    "hand/kind-dragon": "up a right right",
    "hand/kind-simple": "up a right left",
    "hand/kind-pair-only": PICTURED + " left left right",
    "hand/card-winner-count": PICTURED,
    "hand/card-loser": PICTURED + " a",
    "hand/card-loser-sets": PICTURED + " a right left a up left right a",
    "hand/card-four-kongs": "up right left up left up left down left down",
    "hand/card-refused": PICTURED + " left left left",
    "hand/card-limit": "up right down down right down right down right down",
    "hand/more": "up right hold:a",
    "hand/more-with-dragons": PICTURED + " hold:a",
    "hand/card-one-suit": "up right hold:a up",
    "result/result": PICTURED + " a " + LOSERS,
    "result/items": PICTURED + " a " + LOSERS + " up",
    "result/items-scrolled": PICTURED + " left left a " + LOSERS + " up x9 down",
    "result/items-nothing": PICTURED + " a " + LOSERS + " right",
    "result/chain": PICTURED + " a " + LOSERS + " up right",
    "result/chain-not-doubled": PICTURED + " a " + LOSERS + " down right",
    "result/chain-three-steps": "up right right left right left right left a a a a up right",
    "result/chain-limit": "up right down down right down right down right down a a a a up right down",
    "deal/saved": PICTURED + " a " + LOSERS + " a",
    "deal/next-deal": PICTURED + " a " + LOSERS + " a a",
    "result/payments": PICTURED + " a " + LOSERS + " a a a",
    "result/payments-large": HARR + "down down left up right down right down right down hold:a left a a a a a",
    "result/payments-of-hundreds": "up right a right down right down a a a a",
    "result/result-largest": HARR + "down hold:down right " + "right right " * 3 + "down right hold:a right a a a a",
    "result/result-large": HARR + "down down left up right down right down right down hold:a left a a a a",
    "deal/table-large": HARR + "down down left up right down right down right down hold:a left a a a a a a",
    "deal/nobody-won": "b",
    "deal/nobody-won-drops-a-draft": "up right left left b b b",
    "deal/draw-saved": "b a",
    "system/menu": "hold:b",
}
