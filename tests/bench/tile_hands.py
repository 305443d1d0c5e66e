"""Tile hands for measuring: random winning hands, the same for every engine, and four-handed deals of tiles."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

TILES = [rank + suit for suit in "mpsz" for rank in ("1234567" if suit == "z" else "123456789")]
SEATS = "ESWN"
# Of a hundred sets in a complete hand; and how many of the sets of a hand with some on the table lie there.
CHOWS, KONGS = 60, 5
ON_TABLE = 60

Hand = dict[str, Any]


def winning_hands(count: int, exposed: bool, seed: int = 1923) -> list[Hand]:
    """So many winning hands, all concealed or some of their sets on the table.

    "table": [tiles, "chow", "pung", "claimed" or "concealed" (a kong)] each; "hand": the other tiles, the winning one
    among them; "tile": that one; "by": "draw" or "discard".
    """
    chance = random.Random(seed)
    return [_winner(chance, exposed) for _ in range(count)]


def _winner(chance: random.Random, exposed: bool) -> Hand:
    while True:
        pair = [chance.choice(TILES)] * 2
        table, hand = [], [pair]
        for _ in range(4):
            tiles, kind = _set(chance)
            if exposed and chance.random() * 100 < KONGS and kind == "pung":
                table.append([tiles[:1] * 4, chance.choice(("claimed", "concealed"))])
            elif exposed and chance.random() * 100 < ON_TABLE:
                table.append([tiles, kind])
            else:
                hand.append(tiles)
        tiles = [tile for group in hand + [group for group, _ in table] for tile in group]
        if max(tiles.count(tile) for tile in tiles) <= 4 and bool(table) == exposed:
            in_hand = [tile for group in hand for tile in group]
            chance.shuffle(in_hand)
            by = chance.choice(("draw", "discard"))
            return {"table": table, "hand": in_hand, "tile": chance.choice(in_hand), "by": by}


def _set(chance: random.Random) -> tuple[list[str], str]:
    if chance.random() * 100 < CHOWS:
        rank, suit = chance.randint(1, 7), chance.choice("mps")
        return [f"{rank + i}{suit}" for i in range(3)], "chow"
    return [chance.choice(TILES)] * 3, "pung"


def text_of(hand: Hand) -> str:
    """A hand in the interchange format."""
    groups = []
    for tiles, kind in hand["table"]:
        digits = "".join(tile[0] for tile in tiles) + tiles[0][1]
        groups.append(f"[{digits}]" if kind == "concealed" else f"({digits})")
    for suit in "mpsz":
        digits = "".join(sorted(tile[0] for tile in hand["hand"] if tile[1] == suit))
        if digits:
            groups.append(digits + suit)
    return " ".join(groups)


# ---- deals ----


def tile_deals(count: int) -> list[dict[str, Any]]:
    """So many four-handed deals, all tiles out of one set."""
    chance = random.Random(1924)
    return [_deal(chance, _winner(chance, chance.random() < 0.7)) for _ in range(count)]


def _deal(chance: random.Random, winner: Hand) -> dict[str, Any]:
    used = winner["hand"] + [tile for tiles, _ in winner["table"] for tile in tiles]
    wall = [tile for tile in TILES for _ in range(4 - used.count(tile))]
    chance.shuffle(wall)
    seat = chance.choice(SEATS)
    hands = {}
    for loser in SEATS:
        hand = _loser(chance, wall) if loser != seat else winner
        hands[loser] = {"tiles": text_of(hand)}
    win = {"tile": winner["tile"], "by": winner["by"]}
    return {"winner": seat, "win": win, "hands": hands}


def _loser(chance: random.Random, wall: list[str]) -> Hand:
    """Thirteen tiles off the wall, of which pungs that come together lie on the table or are kept."""
    table = []
    for _ in range(chance.choice((0, 1, 1, 2))):
        alike = [tile for tile in set(wall) if wall.count(tile) >= 3]
        if alike:
            tile = chance.choice(sorted(alike))
            for _ in range(3):
                wall.remove(tile)
            table.append([[tile] * 3, "pung"])
    size = 13 - 3 * len(table)
    hand, wall[:] = wall[:size], wall[size:]
    return {"table": table, "hand": hand}


# ---- the slowest ----

# Losing hands with as much on them as there can be.
BUSY_LOSERS = ("(111z) (222z) 333z 55z 66z", "(444z) (999p) 111p 55z 77z", "(999s) 111s 888p 777p 6z")


def slowest_winner(cost: Callable[[str, str], int], tries: int) -> tuple[str, str]:
    """A winning hand, and its winning tile, that costs as much as any found in so many tries: from the costliest on,
    one set of it changed at a time. All is concealed and of one suit: there most arrangements overlap."""
    chance = random.Random(1925)
    best: tuple[int, str, str] = (0, "", "")
    sets: list[str] = []
    for i in range(tries):
        if i % 100 == 0 or not sets:
            trial = [_digits(chance) for _ in range(4)] + [chance.choice("123456789") * 2]
        else:
            trial = sets[:]
            at = chance.randrange(5)
            trial[at] = _digits(chance) if at < 4 else chance.choice("123456789") * 2
        digits = "".join(sorted("".join(trial)))
        if any(digits.count(digit) > 4 for digit in digits):
            continue
        tile = chance.choice(digits) + "m"
        found = cost(digits + "m", tile)
        if found >= best[0] or i % 100 == 0:
            sets = trial
        best = max(best, (found, digits + "m", tile))
    return best[1:]


def _digits(chance: random.Random) -> str:
    first = chance.randint(1, 7)
    return chance.choice((f"{first}{first + 1}{first + 2}", str(chance.randint(1, 9)) * 3))
