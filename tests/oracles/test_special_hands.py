"""The special hands of all rule sets, on random hands near them: one matcher for their patterns against plain code."""

from __future__ import annotations

import random
import re

import pytest
from help import plain_hands as plain
from help.brute_force import PLACES, TILES
from help.plain_hands import CHOW, KONG, PUNG, Laid
from help.seeds import SEED, TIMES
from mingg.core.hand import hand as laid
from mingg.core.hand.hand import Meld, TileHand
from mingg.core.hand.special import HANDS, Tiles, is_special, pattern_of, waits
from mingg.core.rules import load

NEAR = 400 * TIMES  # hands near each special hand
WAITING = 8  # one of so many is also asked what it waits for
KINDS = {CHOW: laid.CHOW, PUNG: laid.PUNG, KONG: laid.KONG}


def read(text: str) -> Laid:
    """Returns an example as concealed tiles and declared sets."""
    sets = []
    for bracket, digits, suit in re.findall(r"([(\[])(\d+)([mpsz])", text):
        kind = KONG if len(digits) == 4 else PUNG if digits[0] == digits[1] else CHOW
        sets.append((kind, digits[0] + suit, bracket == "["))
    rest = re.sub(r"[(\[][^)\]]*[)\]]", "", text)
    return Laid(
        tuple(digit + suit for digits, suit in re.findall(r"(\d+)([mpsz])", rest) for digit in digits), tuple(sets)
    )


def in_other_suits(chance: random.Random, example: Laid) -> Laid:
    suits = dict(zip("mps", chance.sample("mps", 3), strict=True)) if chance.random() < 0.3 else {}
    tiles = tuple(tile[0] + suits.get(tile[1], tile[1]) for tile in example.tiles)
    return Laid(
        tiles, tuple((kind, tile[0] + suits.get(tile[1], tile[1]), hides) for kind, tile, hides in example.sets)
    )


def near(chance: random.Random, example: Laid) -> Laid:
    """Returns a hand that differs from an example in none, one or two tiles, or in a set that is declared."""
    tiles, sets = list(example.tiles), list(example.sets)
    pungs = [tile for tile in set(tiles) if tiles.count(tile) == 3]
    if pungs and chance.random() < 0.3:
        tile = chance.choice(sorted(pungs))
        tiles = [other for other in tiles if other != tile]
        sets.append(chance.choice([(PUNG, tile, False), (KONG, tile, False), (KONG, tile, True)]))
    elif sets and chance.random() < 0.2:
        kind, tile, hides = sets.pop(chance.randrange(len(sets)))
        if kind != CHOW:
            sets.append((PUNG, tile, False) if kind == KONG else (KONG, tile, hides))
        else:
            tiles += [f"{int(tile[0]) + i}{tile[1]}" for i in range(3)]
    for _ in range(chance.choice((0, 1, 1, 2, 2))):
        index = chance.randrange(len(tiles))
        of_suit = [tile for tile in TILES if tile[1] == tiles[index][1]]
        tiles[index] = chance.choice([chance.choice(TILES), chance.choice(of_suit), chance.choice(tiles)])
    return Laid(tuple(tiles), tuple(sets), chance.choice((None, *tiles)), chance.random() < 0.5)


def as_tiles(hand: Laid) -> Tiles:
    made = TileHand()
    for tile in hand.tiles:
        made.counts[PLACES[tile]] += 1
    for kind, tile, hides in hand.sets:
        lie = laid.CONCEALED if hides else laid.CLAIMED if kind == KONG else laid.EXPOSED
        made.melds.append(Meld(KINDS[kind], PLACES[tile], lie))
    return Tiles(made, PLACES[hand.last] if hand.last else -1, hand.drawn)


def test_each_pattern_of_a_rule_set_is_also_told_plainly() -> None:
    assert set(plain.IS) == set(plain.EXAMPLES) == set(HANDS)
    for name, examples in plain.EXAMPLES.items():
        for text in examples:
            assert plain.is_hand(name, read(text)), text


@pytest.mark.parametrize("name", HANDS)
def test_a_pattern_matches_what_plain_code_finds(name: str) -> None:
    chance = random.Random(f"{SEED} {name}")
    pattern = pattern_of(name, load("bmja"))
    examples = [read(text) for text in plain.EXAMPLES[name]]
    found = ready = 0
    for number in range(NEAR):
        hand = near(chance, in_other_suits(chance, chance.choice(examples)))
        if max(map(hand.count, hand.every)) > 4:
            continue
        expected = plain.is_hand(name, hand)
        assert is_special(pattern, as_tiles(hand)) == expected, hand
        found += expected
        if number % WAITING == 0:
            left_out = chance.randrange(len(hand.tiles))
            hand = Laid(hand.tiles[:left_out] + hand.tiles[left_out + 1 :], hand.sets)
            wanted = plain.waits(name, hand)
            assert [TILES[tile] for tile in waits(pattern, as_tiles(hand))] == wanted, hand
            ready += bool(wanted)
    assert NEAR // 60 < found < NEAR * 3 // 4
    assert ready
