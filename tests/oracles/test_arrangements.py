"""The fast arranger and the search for the best sets against brute force, on many random hands."""

from __future__ import annotations

import functools
import random

import pytest
from help.brute_force import MAJORS, PLACES, TILES, BruteForce, Declared, arrangements, places
from help.seeds import SEED, TIMES
from mingg.core.deal.deal import Win
from mingg.core.hand import analysis
from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import TileHand, parse
from mingg.core.rules import load
from mingg.core.score.score import may_win
from mingg_scoring.interchange.tiles import arrangement

ARRANGED = 10_000 * TIMES
WAITING = ARRANGED // 25
CARDS = ARRANGED // 40  # with each rule set

SETS = [(tile,) * 3 for tile in TILES] + [
    tuple(f"{rank + i}{suit}" for i in range(3)) for suit in "mps" for rank in range(1, 8)
]
OPTIONAL_SCORES = [
    *("nine_gates", "four_kongs", "three_concealed", "thirteen_orphans", "seven_twins", "double_no_score"),
    *("double_loose", "double_no_chows", "double_rob", "double_last", "double_drawn_only"),
]
EVERYTHING_AGREED: dict[str, dict[str, object]] = {
    "babcock": dict.fromkeys(["four_winds", "all_majors", "four_concealed", *OPTIONAL_SCORES], True),
    "chinese": dict.fromkeys(["round_wind", *OPTIONAL_SCORES], True),
    "harr": {"limit": 500},
    "harr-limit": {"limit": None},
}
RULES: list[tuple[str, dict[str, object], int]] = [
    *((name, {}, 4) for name in EVERYTHING_AGREED),
    *((name, options, 4) for name, options in EVERYTHING_AGREED.items()),
    *((name, {**EVERYTHING_AGREED[name], "limit": None}, 4) for name in ("babcock", "chinese")),
    ("babcock", {"four_concealed_drawn": True, "limit": 2000}, 4),
    ("babcock", {**EVERYTHING_AGREED["babcock"], "limit": 2000}, 2),
]
IDS = [f"{name}-{len(options)}-options-{players}" for name, options, players in RULES]


def some_kinds(chance: random.Random) -> list[str]:
    """Returns the kinds for a hand: a few neighbours, a suit, a suit and honours, majors, honours, or all."""
    suit = chance.choice((TILES[:9], TILES[9:18], TILES[18:27]))
    first = chance.randrange(4)
    return chance.choice((suit[first : first + 6], suit[first : first + 6], suit, suit + TILES[27:], MAJORS, TILES))


def some_tiles(chance: random.Random, size: int, kinds: list[str]) -> list[str]:
    return chance.sample([tile for tile in kinds for _ in range(4)], size)


@functools.cache
def sets_among(kinds: frozenset[str]) -> list[tuple[str, ...]]:
    return [group for group in SETS if kinds.issuperset(group)]


def some_complete(chance: random.Random, sets: int, kinds: list[str]) -> list[str]:
    """Returns so many sets and a pair of some kinds of tile, which mostly overlap."""
    groups = sets_among(frozenset(kinds))
    while True:
        tiles = [tile for _ in range(sets) for tile in chance.choice(groups)] + [chance.choice(kinds)] * 2
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return tiles


def some_hand(chance: random.Random) -> list[str]:
    """Returns tiles that are complete, lack one tile, or are random."""
    kinds = some_kinds(chance)
    sets = chance.choice((1, 2, 3, 4, 4, 4))
    shape = chance.random()
    if shape < 0.1:
        return some_tiles(chance, 3 * sets + 2, kinds)
    tiles = some_complete(chance, sets, kinds)
    if shape < 0.3:
        tiles[chance.randrange(len(tiles))] = chance.choice([tile for tile in kinds if tiles.count(tile) < 4])
    return tiles


def as_names(way: tuple[int, list[int], list[int]]) -> tuple[str, tuple[tuple[str, ...], ...]]:
    pair, pungs, chows = way
    sets = [(TILES[tile],) * 3 for tile in pungs] + [tuple(TILES[tile : tile + 3]) for tile in chows]
    return TILES[pair], tuple(sorted(sets))


def counts_of(tiles: list[str]) -> bytearray:
    counts = bytearray(len(TILES))
    for tile in tiles:
        counts[PLACES[tile]] += 1
    return counts


def test_every_arrangement_of_many_hands() -> None:
    chance = random.Random(SEED)
    complete = several = 0
    for _ in range(ARRANGED):
        tiles = some_hand(chance)
        matches = [as_names(way) for way in Concealed(counts_of(tiles)).arrangements()]
        expected = arrangements(tiles)
        assert set(matches) == expected, (SEED, tiles)
        assert len(matches) == len(expected), (SEED, tiles)
        complete += bool(expected)
        several += len(expected) > 1
    assert complete > ARRANGED // 2
    assert several > ARRANGED // 20


def test_the_places_of_waiting_hands() -> None:
    chance = random.Random(SEED)
    rules = load("babcock")
    none = single = 0
    for _ in range(WAITING):
        tiles = some_hand(chance)
        tiles.pop(chance.randrange(len(tiles)))
        hand = TileHand()
        hand.counts = counts_of(tiles)
        matches = [TILES[tile] for tile in analysis.places(hand, rules)]
        assert matches == places(tiles, []), (SEED, tiles)
        none += not matches
        single += len(matches) == 1
    assert none > WAITING // 20
    assert single > WAITING // 20


def test_the_places_of_special_shapes() -> None:
    chance = random.Random(SEED)
    hands = ("thirteen_orphans", "seven_twins")
    for _ in range(300):
        if chance.random() < 0.5:
            tiles = [*MAJORS, chance.choice(MAJORS)]
        else:
            tiles = [tile for tile in chance.sample(TILES[:18] * 2, 7) for _ in range(2)]
        tiles.pop(chance.randrange(len(tiles)))
        hand = TileHand()
        hand.counts = counts_of(tiles)
        for special in (hands, hands[:1], hands[1:], ()):
            assert [
                TILES[tile] for tile in analysis.places(hand, load("babcock", dict.fromkeys(special, True)))
            ] == places(tiles, [], special), (SEED, tiles)


def some_winner(chance: random.Random) -> tuple[list[str], list[Declared], Win]:
    """The tiles in the hand, what lies on the table, and the win."""
    shape = chance.random()
    declared: list[Declared] = []
    if shape < 0.04:
        tiles = [*MAJORS, chance.choice(MAJORS)]
    elif shape < 0.08:
        kinds = chance.choice((MAJORS, TILES[27:], TILES[:9], TILES))
        tiles = [tile for tile in chance.sample(kinds * 2, 7) for _ in range(2)]
    elif shape < 0.1:
        tiles = [tile for chow in chance.sample(SETS[34:], 2) for tile in chow * 2] + [chance.choice(TILES[27:])] * 2
    elif shape < 0.12:
        tiles = [f"{rank}s" for rank in f"1112345678999{chance.randint(1, 9)}"]
    else:
        tiles, declared = some_sets_won(chance)
    opening = chance.choice((None,) * 9 + ("original",)) if not declared else None
    win = Win("draw" if opening else chance.choice(("discard", "discard", "draw", "loose")))
    win.last = win.drawn() and chance.random() < 0.1
    win.opening, win.tile = opening, chance.choice(tiles)
    return tiles, declared, win


def some_sets_won(chance: random.Random) -> tuple[list[str], list[Declared]]:
    kinds = chance.choice((some_kinds(chance), TILES[27:]))
    groups = sets_among(frozenset(kinds))
    while True:
        tiles = [chance.choice(kinds)] * 2
        declared: list[Declared] = []
        for _ in range(4):
            group = chance.choice(groups)
            if chance.random() < 0.6:
                tiles += group
            elif group[0] != group[1]:
                declared.append((group, "chow"))
            elif chance.random() < 0.5:
                declared.append((group, "pung"))
            else:
                declared.append(((group[0],) * 4, chance.choice(("claimed", "added", "concealed"))))
        held = tiles + [tile for group, _ in declared for tile in group]
        if all(held.count(tile) <= 4 for tile in held):
            return tiles, declared


def text_of(tiles: list[str], declared: list[Declared]) -> str:
    groups = []
    for group, lie in declared:
        text = "".join(group)
        if lie == "added":
            text = text[:6] + "+" + text[6:]
        groups.append(f"[{text}]" if lie == "concealed" else f"({text})")
    return " ".join(groups + tiles)


@pytest.mark.parametrize(("name", "options", "players"), RULES, ids=IDS)
def test_the_best_sets(name: str, options: dict[str, object], players: int) -> None:
    chance = random.Random(SEED)
    rules = load(name, options, players)
    won = 0
    for _ in range(CARDS):
        tiles, declared, win = some_winner(chance)
        seat, round_wind = chance.choice("EW" if players == 2 else "ESWN"), chance.choice("ESWN")
        brute = BruteForce(tiles, declared, win, seat, round_wind, rules)
        text = text_of(tiles, declared)
        case = (SEED, name, options, text, win.tile, win.by, win.opening, seat, round_wind)
        expected = brute.ranks()
        try:
            hand, count = analysis.winning(parse(text), win, seat, round_wind, rules)
        except analysis.NotComplete:
            assert not expected, case
            continue
        assert expected, case
        wins = may_win(count, hand, seat, win, rules)
        assert (wins, count.score, count.points) == max(expected), case
        assert frozenset(hand.special) in expected[max(expected)], case
        assert hand.only_place in (brute.only_place, False), case
        arranged = arrangement(hand) or ""
        assert parse(arranged).held() == parse(text).held(), (case, arranged)
        won += 1
    assert won > CARDS // 2
