"""Tile hands for measuring: random hands of every kind, the same for every engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

TILES = [rank + suit for suit in "mpsz" for rank in ("1234567" if suit == "z" else "123456789")]
CHOWS, KONGS = 60, 5  # percent of the sets of a complete hand
ON_TABLE = 60  # percent of the sets are exposed, in a hand that has exposed sets

Hand = dict[str, Any]


def hands_of(kind: str, count: int, seed: int = 1923) -> list[Hand]:
    """Returns so many hands of a kind of HANDS.

    "table": a list of [tiles, "chow", "pung", "claimed" or "concealed" (a kong)]; "hand": the other tiles. A winner
    also has "tile", the winning tile, which is among these, and "by": "draw" or "discard".
    """
    chance = random.Random(seed)
    return [HANDS[kind](chance) for _ in range(count)]


def _won(chance: random.Random, table: list[Any], hand: list[str]) -> Hand:
    chance.shuffle(hand)
    return {"table": table, "hand": hand, "tile": chance.choice(hand), "by": chance.choice(("draw", "discard"))}


def _can_be(tiles: list[str]) -> bool:
    return all(tiles.count(tile) <= 4 for tile in tiles)


def _lying(table: list[Any]) -> list[str]:
    return [tile for group, _ in table for tile in group]


def _winner(chance: random.Random, exposed: bool) -> Hand:
    """Returns a hand that is concealed, or has some of its sets on the table."""
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
        tiles = [tile for group in hand for tile in group]
        if bool(table) == exposed and _can_be(tiles + _lying(table)):
            return _won(chance, table, tiles)


def _one_suit(chance: random.Random) -> Hand:
    suit = chance.choice("mps")
    while True:
        hand = [tile for _ in range(4) for tile in _set(chance, suit)[0]] + [chance.choice("123456789") + suit] * 2
        if _can_be(hand):
            return _won(chance, [], hand)


def _many_ways(chance: random.Random) -> Hand:
    """Returns a hand with three neighbouring pungs, which are also three chows, and with a set and a pair of the same
    suit."""
    suit = chance.choice("mps")
    while True:
        low = chance.randint(1, 7)
        hand = [f"{low + i}{suit}" for i in range(3)] * 3 + _set(chance, suit)[0]
        hand += [chance.choice("123456789") + suit] * 2
        if _can_be(hand):
            return _won(chance, [], hand)


def _with_kongs(chance: random.Random) -> Hand:
    """Returns a hand with one to four kongs."""
    kongs = chance.randint(1, 4)
    while True:
        table = [[[chance.choice(TILES)] * 4, chance.choice(("claimed", "concealed"))] for _ in range(kongs)]
        hand = [tile for _ in range(4 - kongs) for tile in _set(chance)[0]] + [chance.choice(TILES)] * 2
        if _can_be(hand + _lying(table)):
            return _won(chance, table, hand)


def _special(chance: random.Random) -> Hand:
    """Returns a special hand that all three engines know: thirteen orphans, nine gates, four winds, all honours or
    terminals."""
    honours = [f"{rank}z" for rank in range(1, 8)]
    terminals = [rank + suit for suit in "mps" for rank in "19"]
    shape = chance.randrange(5)
    if shape == 0:
        hand = [*honours, *terminals, chance.choice(honours + terminals)]
    elif shape == 1:
        suit = chance.choice("mps")
        hand = [rank + suit for rank in "1112345678999"] + [chance.choice("123456789") + suit]
    elif shape == 2:
        hand = honours[:4] * 3 + [chance.choice(TILES[:27] + honours[4:])] * 2
    else:
        *sets, pair = chance.sample(honours if shape == 3 else terminals, 5)
        hand = sets * 3 + [pair] * 2
    return _won(chance, [], hand)


def _thirteen(chance: random.Random) -> Hand:
    """Returns a losing hand, with some pungs on the table or none."""
    wall = TILES * 4
    chance.shuffle(wall)
    return _loser(chance, wall)


HANDS: dict[str, Callable[[random.Random], Hand]] = {
    "all concealed": lambda chance: _winner(chance, False),
    "some sets on the table": lambda chance: _winner(chance, True),
    "one suit": _one_suit,
    "many arrangements": _many_ways,
    "kongs": _with_kongs,
    "special hands": _special,
    "losers": _thirteen,
}


def _set(chance: random.Random, suits: str = "") -> tuple[list[str], str]:
    """Returns a chow or a pung of some suits; of all suits and honours if none is named."""
    if chance.random() * 100 < CHOWS:
        rank, suit = chance.randint(1, 7), chance.choice(suits or "mps")
        return [f"{rank + i}{suit}" for i in range(3)], "chow"
    return [chance.choice("123456789") + suits if suits else chance.choice(TILES)] * 3, "pung"


def text_of(hand: Hand) -> str:
    """Returns a hand in the interchange format."""
    groups = []
    for tiles, kind in hand["table"]:
        digits = "".join(tile[0] for tile in tiles) + tiles[0][1]
        groups.append(f"[{digits}]" if kind == "concealed" else f"({digits})")
    for suit in "mpsz":
        digits = "".join(sorted(tile[0] for tile in hand["hand"] if tile[1] == suit))
        if digits:
            groups.append(digits + suit)
    return " ".join(groups)


def _loser(chance: random.Random, wall: list[str]) -> Hand:
    """Returns thirteen tiles from the wall. Pungs among them are on the table or concealed."""
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
