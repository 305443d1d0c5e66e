"""The special hands of all rule sets, each as its words say it: plainly, by counting tiles. Uses nothing of the
firmware.

A hand is a Laid. `is_hand()` says whether fourteen tiles are a special hand, `waits()` what completes thirteen.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from help.brute_force import MAJORS, TILES, ways

GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
WINDS, DRAGONS = {"1z", "2z", "3z", "4z"}, {"5z", "6z", "7z"}
CHOW, PUNG, KONG = "chow", "pung", "kong"


@dataclass(frozen=True)
class Laid:
    """tiles: concealed; sets: (kind, lowest tile, whether it is concealed); last: the winning tile, or None: any."""

    tiles: tuple[str, ...]
    sets: tuple[tuple[str, str, bool], ...] = ()
    last: str | None = None
    drawn: bool = True
    every: tuple[str, ...] = field(init=False)  # a kong as three tiles
    suits: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        every = list(self.tiles)
        for kind, tile, _ in self.sets:
            every += [f"{int(tile[0]) + i}{tile[1]}" for i in range(3)] if kind == CHOW else [tile] * 3
        object.__setattr__(self, "every", tuple(every))
        object.__setattr__(self, "suits", frozenset(tile[1] for tile in every))

    def one_suit(self) -> bool:
        return len(self.suits) == 1 and "z" not in self.suits

    def digits(self) -> str:
        return "".join(sorted(tile[0] for tile in self.tiles))

    def count(self, tile: str) -> int:
        """Returns how many of a tile the hand really has."""
        return self.every.count(tile) + sum(kind == KONG and of == tile for kind, of, _ in self.sets)


def pungs(hand: Laid) -> set[str] | None:
    """Returns the tiles of the pungs and kongs of a hand that has nothing else but a pair; else None."""
    numbers = Counter(hand.tiles)
    if sorted(numbers.values())[:1] != [2] or list(numbers.values()).count(2) != 1 or max(numbers.values()) > 3:
        return None
    if any(kind == CHOW for kind, _, _ in hand.sets):
        return None
    return {tile for tile, number in numbers.items() if number == 3} | {tile for _, tile, _ in hand.sets}


def twins(hand: Laid) -> bool:
    return not hand.sets and all(number in (2, 4) for number in Counter(hand.tiles).values())


def thirteen_orphans(hand: Laid) -> bool:
    return not hand.sets and set(hand.tiles) == set(MAJORS)


def all_pair_honours(hand: Laid) -> bool:
    return twins(hand) and set(hand.tiles) <= set(MAJORS)


def by_suit(hand: Laid) -> list[Counter[str]]:
    return [Counter(tile[0] for tile in hand.tiles if tile[1] == suit) for suit in "mps"]


def knitting(hand: Laid) -> bool:
    """Seven pairs, each of one number in the same two suits."""
    if hand.sets or len(hand.suits) != 2 or "z" in hand.suits:
        return False
    one, other = (numbers for numbers in by_suit(hand) if numbers)
    return one == other


def triple_knitting(hand: Laid) -> bool:
    """Four numbers in all three suits, and a fifth in two of them."""
    if hand.sets or hand.suits != set("mps"):
        return False
    for number in "123456789":
        for left_out in range(3):
            rest = [numbers - Counter(number) if i != left_out else +numbers for i, numbers in enumerate(by_suit(hand))]
            if rest[0] == rest[1] == rest[2] and sum(rest[0].values()) == 4:
                return True
    return False


def wriggling_snake(hand: Laid) -> bool:
    """1 to 9 of a suit, the 1 twice, and each wind."""
    winds = [tile for tile in hand.tiles if tile[1] == "z"]
    rest = Laid(tuple(tile for tile in hand.tiles if tile[1] != "z"))
    return not hand.sets and sorted(winds) == sorted(WINDS) and rest.one_suit() and rest.digits() == "1123456789"


def gates_of_heaven(hand: Laid) -> bool:
    """Three 1 and three 9 of a suit, 2 to 8, one of these twice. Only a 1 or a 9 may be claimed."""
    if hand.sets or not hand.one_suit():
        return False
    claimed = "1" if hand.drawn or hand.last is None else hand.last[0]
    return claimed in "19" and any(hand.digits() == "".join(sorted("1112345678999" + rank)) for rank in "2345678")


def nine_gates(hand: Laid) -> bool:
    """1112345678999 of a suit, and the winning tile any other of it."""
    if hand.sets or not hand.one_suit():
        return False
    last = "123456789" if hand.last is None else hand.last[0]
    return any(hand.digits() == "".join(sorted("1112345678999" + rank)) for rank in last)


def winding_snake(hand: Laid) -> bool:
    """Pungs of 1 and 9 of a suit, a pair of 2, 5 or 8, and two chows of the others."""
    if not hand.one_suit():
        return False
    for pair, sets in ways(list(hand.tiles)):
        kinds = sorted(group[0][0] for group in sets if group[0] == group[1])
        kinds = sorted(kinds + [tile[0] for kind, tile, _ in hand.sets if kind != CHOW])
        chows = [group[0][0] for group in sets if group[0] != group[1]]
        chows = sorted(chows + [tile[0] for kind, tile, _ in hand.sets if kind == CHOW])
        if kinds == ["1", "9"] and (pair[0], *chows) in (("2", "3", "6"), ("5", "2", "6"), ("8", "2", "5")):
            return True
    return False


def jade(hand: Laid) -> bool:
    return set(hand.every) <= GREEN and any(len(sets) + len(hand.sets) == 4 for _, sets in ways(list(hand.tiles)))


def of_pungs(allowed: Callable[[Laid, set[str]], bool]) -> Callable[[Laid], bool]:
    @functools.wraps(allowed)
    def is_it(hand: Laid) -> bool:
        found = pungs(hand)
        return found is not None and allowed(hand, found)

    return is_it


def buried_treasure(hand: Laid, _: set[str]) -> bool:
    """Of one suit, with or without honours; nothing is declared."""
    return not hand.sets and len(hand.suits - {"z"}) == 1


IS: dict[str, Callable[[Laid], bool]] = {
    "thirteen_orphans": thirteen_orphans,
    "seven_twins": twins,
    "all_pair_honours": all_pair_honours,
    "knitting": knitting,
    "triple_knitting": triple_knitting,
    "wriggling_snake": wriggling_snake,
    "gates_of_heaven": gates_of_heaven,
    "nine_gates": nine_gates,
    "winding_snake": winding_snake,
    "jade": jade,
    "imperial_jade": of_pungs(lambda hand, _: set(hand.every) <= GREEN),
    "heads_and_tails": of_pungs(lambda hand, _: all(tile[0] in "19" and tile[1] != "z" for tile in hand.every)),
    "winds_and_dragons": of_pungs(lambda hand, _: hand.suits == {"z"}),
    "fourfold_plenty": of_pungs(lambda hand, _: [kind for kind, _, _ in hand.sets] == [KONG] * 4),
    "three_scholars": of_pungs(lambda _, found: found >= DRAGONS),
    "four_blessings": of_pungs(lambda _, found: found >= WINDS),
    "buried_treasure": of_pungs(buried_treasure),
    "purity": of_pungs(lambda hand, _: hand.one_suit()),
}

# Hands to begin with; a set in brackets is declared, "[" a concealed kong.
EXAMPLES = {
    "thirteen_orphans": ("19m 19p 19s 12345677z", "119m 19p 19s 1234567z"),
    "seven_twins": ("22m 55m 33p 88p 11s 77s 44z", "2222m 33p 88p 11s 4477z"),
    "all_pair_honours": ("11m 99m 11p 99s 22z 44z 77z", "1111m 9999p 1122z 55z"),
    "knitting": ("234578m9m 234578p9p", "1122334m 1122334p"),
    "triple_knitting": ("24679m 24679p 2467s", "1122m7m 1122p 1122s7s"),
    "wriggling_snake": ("11s 23456789s 1234z",),
    "gates_of_heaven": ("11123455678999s", "11122345678999m"),
    "nine_gates": ("11123455678999s", "11112345678999m", "11123456789999p"),
    "winding_snake": ("(111p) 999p 234p 678p 55p", "111m (345m) (678m) 999m 22m", "[1111s] (999s) 234567s 88s"),
    "jade": ("(234s) 234s 666s 888s 66z", "22233344466s 888s", "(666z) (2222s) 234s 33388s"),
    "imperial_jade": ("222s 333s (888s) 666z 44s", "(2222s) [6666z] 333s 444s 88s"),
    "heads_and_tails": ("(111m) 999m 111p 999p 99s", "(9999s) [1111s] 111m 999m 11p"),
    "winds_and_dragons": ("111z 222z 555z 777z 33z", "(3333z) [4444z] 666z 777z 11z"),
    "fourfold_plenty": ("[5555m] (8888p) [1111z] (4444z) 22s", "(1111m) (2222m) (3333m) [9999s] 44m"),
    "three_scholars": ("555z 666z 777z 222p 88s", "(555z) [6666z] 777z 222s 11z"),
    "four_blessings": ("111z 222z 333z 444z 55m", "(1111z) (222z) [3333z] 444z 77z"),
    "buried_treasure": ("222p 555p 888p 666z 33z", "222s 444s 777s 999s 11s"),
    "purity": ("(222s) 333s 555s 777s 99s", "[1111m] (2222m) 444m 666m 88m"),
}


def is_hand(name: str, hand: Laid) -> bool:
    """Returns True if fourteen tiles are a special hand."""
    return IS[name](hand)


def waits(name: str, hand: Laid) -> list[str]:
    """Returns the tiles that complete thirteen as a special hand, except those of which the hand has all four."""
    return [tile for tile in TILES if hand.count(tile) < 4 and IS[name](Laid((*hand.tiles, tile), hand.sets))]
