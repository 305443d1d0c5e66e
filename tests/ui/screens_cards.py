"""Screens on record of what only some rules ask of a hand, and of what few hands have; see test_screens.py."""

from __future__ import annotations

from typing import Any

from mingg.core.rules import load
from mingg.core.rules.books import module_of
from mingg.core.rules.options import choices, offered

RULES = {"harr": "left", "harr-limit": "up", "babcock": "right", "chinese": "down"}
PLAYERS = {2: "left", 3: "up", 4: "right", 5: "down"}


def game(rules: str, players: int = 4, **options: Any) -> str:
    """The keys from a device just out of the box to a new session by these rules."""
    keys = ["hold:b", "a", "down", "a", RULES[rules]]
    rows = [row for row in offered(load(rules)) if row[0] != "limit"]
    at = 0
    keys += ["down", "a"]
    for i, row in enumerate(rows):
        if row[0] in options:
            values = choices(row[1])
            now = module_of(rules).TABLE.get("always", ())
            before = values.index(row[0] in now) if True in values else 0
            keys += ["down"] * (i - at) + ["right"] * ((values.index(options[row[0]]) - before) % len(values))
            at = i
    return " ".join([*keys, "b", "down", "down", "a", PLAYERS[players], "up", "up", "up", "up", "a", ""])


HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins", "three_concealed")
LIMIT = game("harr-limit")
CHINESE = game("chinese", flowers="seasons", round_wind=True)
INSURED = game("babcock", insurance=True, feeding=True)
SPECIAL = game("babcock", **dict.fromkeys(HANDS, True))
ONE_SUIT = " hold:a up a "  # others may be liable for it

SCREENS = {
    "how-rare-limit-game": LIMIT + "down hold:down",
    "how-rare-list": "up hold:up down",
    "how-rare-list-of-east": "down hold:down down a down a",
    "how-rare-list-stands": "up hold:up down a down a down a down a b",
    "how-rare-beside": "right hold:right down a down a b",
    "how-rare-robbed-lucky": "up hold:left down b",
    "liable": INSURED + "up right" + ONE_SUIT,
    "liable-full": INSURED + "up right" + ONE_SUIT + "right",
    "liable-two-halves": INSURED + "up right" + ONE_SUIT + "right left",
    "liable-fed": INSURED + "up right" + ONE_SUIT + "right right right",
    "liable-refused": INSURED + "up right" + ONE_SUIT + "up",
    "liable-discarder": LIMIT + "up right" + ONE_SUIT + "a right",
    "card-winds": LIMIT + "up right down",
    "card-kind-round": LIMIT + "up right down up",
    "card-round-pair": LIMIT + "up right down up a",
    "card-winds-both": LIMIT + "up right down up up down down left",
    "card-own-is-round": CHINESE + "down right",
    "card-two-players": game("babcock", 2) + "down up down left down down",
    "last-set": LIMIT + "up right a",
    "last-set-stands": LIMIT + "up right a left b",
    "last-set-pair": LIMIT + "up right a down",
    "last-set-pair-of-east": LIMIT + "down right a down",
    "last-set-no-chow": LIMIT + "up right" + " left left" * 4 + " a left",
    "flowers": CHINESE + "up right a a",
    "flowers-held": CHINESE + "up right a a up up left down down down right right right right",
    "flowers-taken": CHINESE + "up right a a up a a up",
    "flowers-gone": CHINESE + "up right a a up up up a a",
    "special-hands": SPECIAL + "up right hold:a down",
    "special-hands-refused": SPECIAL + "up right hold:a down a",
    "special-hands-said": SPECIAL + "up right left up hold:a down down down down down down a",
    "card-nine-gates": SPECIAL + "up right hold:a down down down a b",
    "more-of-a-loser": "up right a hold:a",
    "more-where-no-suit-counts": CHINESE + "up right a a a hold:a",
    "dead-hand": CHINESE + "up right a a a hold:a down",
    "card-dead": "up right a left left hold:a down a",
    "card-too-few": CHINESE + "up right a a a left left hold:a down a",
}
