"""Deals of sets like those of real play, for measurements. Each run gets the same deals."""

from __future__ import annotations

import random
from typing import Any

from mingg.core.interchange.json_in import BadInput
from mingg_scoring.interchange.answers import read_standalone

SEATS = "ESWN"
# From simulated play, per hundred hands of a winner and of a loser: how many sets, of which class and kind.
SETS = {"winner": (23, 43, 26, 5, 2), "loser": (32, 43, 20, 5)}
KINDS = ("(pung {})", "pung {}", "(kong {})", "kong {}")
CLASSES = {
    "simple": {"winner": (35, 17, 3.5, 0.7), "loser": (26, 14, 3.3, 0.8)},
    "major": {"winner": (33, 6, 3.4, 0.3), "loser": (26, 5, 3.2, 0.4)},
    "seat": {"winner": (4, 0.7, 0.4, 0), "loser": (3.5, 0.5, 0.4, 0.1)},
    "dragon": {"winner": (14, 2, 1.4, 0.2), "loser": (11, 1.7, 1.2, 0.2)},
}
PAIRS = {"winner": {"dragon": 9, "seat": 1.7}, "loser": {"dragon": 13, "seat": 3.3}}
SUITS = {"winner": {"half": 2.6, "full": 0.2}, "loser": {"half": 5.8, "full": 0.1}}
ONLY_PLACE, DRAWN, LOOSE = 33, 25, 1


def deals(count: int) -> list[dict[str, Any]]:
    """Returns so many legal deals in the interchange format, half of them by each rule set."""
    chance = random.Random(1924)
    result: list[dict[str, Any]] = []
    while len(result) < count:
        deal = _deal(chance, ("harr", "babcock")[len(result) % 2])
        try:
            read_standalone(deal)
        except BadInput:
            continue  # impossible, for example five dragon sets in four hands
        result.append(deal)
    return result


def _deal(chance: random.Random, rules: str) -> dict[str, Any]:
    winner = chance.choice(SEATS)
    hands = {seat: _hand(chance, "winner" if seat == winner else "loser") for seat in SEATS}
    if chance.random() * 100 < ONLY_PLACE:
        hands[winner]["only_place"] = True
    by = chance.choices(("draw", "loose", "discard"), (DRAWN, LOOSE, 100 - DRAWN - LOOSE))[0]
    return {"rules": rules, "winner": winner, "win": {"by": by}, "hands": hands}


def _hand(chance: random.Random, role: str) -> dict[str, Any]:
    choices = [(name, kind) for name in CLASSES for kind in range(len(KINDS))]
    weights = [CLASSES[name][role][kind] for name, kind in choices]
    number = chance.choices(range(len(SETS[role])), SETS[role])[0]
    sets = [KINDS[kind].format(name) for name, kind in chance.choices(choices, weights, k=number)]
    sets += [f"pair {pair}" for pair, share in PAIRS[role].items() if chance.random() * 100 < share]
    hand: dict[str, Any] = {"sets": sets}
    for suit, share in SUITS[role].items():
        if chance.random() * 100 < share:
            hand["suit"] = suit
    return hand
