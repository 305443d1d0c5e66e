"""Makes tiles of a special hand that house rules define: an example for the display, and hands to try on a PC."""

from collections.abc import Callable, Iterator
from typing import Any

from mingg.core.hand.hand import DIGITS, HONOURS, KINDS, SUITS
from mingg.core.rules.patterns import CHOW, KNIT, KONG, PAIR, SET, TILE, TRIPLE, Way, masks_of, tiles_of, ways_of

Sets = list[tuple[int, ...]]

_MOST_TRIED = 3000  # tiles for a word: a hand of which no example is found so soon is taken for one that cannot be


def example(hand: "Any") -> str:
    """An example of a hand in groups of the interchange format: each letter stands for the first that it can. A kong is
    concealed: "123m 456m [1111z] 22p". "" if no tiles are the hand."""
    for sets in made(hand):
        return " ".join([_text(tiles) for tiles in sets])
    return ""


def _text(tiles: "tuple[int, ...]") -> str:
    text = ""
    for i, tile in enumerate(tiles):
        text += DIGITS[tile % 9]
        if i + 1 == len(tiles) or tiles[i + 1] // 9 != tile // 9:
            text += SUITS[tile // 9]
    return "[" + text + "]" if len(tiles) == 4 and tiles[0] == tiles[3] else text


def made(hand: "Any", mixed: "Callable[[list[Any]], list[Any]]" = list) -> "Iterator[Sets]":
    """Yields tiles that are a hand, once for each reading of its letters and for each choice of suits: the tiles of its
    groups and of its words, four of a kong. mixed: gives things that can be chosen another order."""
    ways = ways_of(hand["tiles"], hand.get("same", False))
    of = tiles_of(hand["of"]) if "of" in hand else tuple(range(KINDS))
    tried = [0]
    for way in mixed(ways):
        masks = mixed(masks_of(hand, [way]))
        for at in way.possible():
            left = bytearray(b"\4" * KINDS)
            sets: "Sets" = []
            suits = 0
            for suit, letter, ranks, kind in way.groups:
                first = at[suit] + at[letter]
                sets.append(tuple([first + rank for rank in (ranks + ranks[:1] if kind == KONG else ranks)]))
                suits |= 1 << first // 9
                for tile in sets[-1]:
                    left[tile] -= 1
            for mask in masks:
                if mask & suits == suits and (way.words or mask == suits):
                    words = _filled(way, left, of, mask, mask & ~suits, tried, mixed)
                    if words is not None:
                        yield sets + words
            if tried[0] > _MOST_TRIED:
                return


def _filled(
    way: "Way",
    left: bytearray,
    of: "tuple[int, ...]",
    mask: int,
    missing: int,
    tried: "list[int]",
    mixed: "Callable[[list[Any]], list[Any]]",
) -> "Sets | None":
    """Tiles for the words of a way: of these suits, and at least one of each suit in `missing`. None: there are none,
    or none were found."""
    words = way.words
    sets: "Sets" = []
    # For each word that has tiles, and for the next one: what it can be.
    choices = [mixed(_choices(words[0], of, mask, -1))] if words else []
    while len(sets) < len(words):
        if not choices or tried[0] > _MOST_TRIED:
            return None
        if not choices[-1]:
            choices.pop()
            if sets:
                for tile in sets.pop():
                    left[tile] += 1
            continue
        tiles = choices[-1].pop(0)
        tried[0] += 1
        if KNIT in words and TRIPLE not in words and sets and [t // 9 for t in tiles] != [t // 9 for t in sets[0]]:
            continue  # all are in the same two suits
        if all(left[tile] >= tiles.count(tile) for tile in tiles):
            lacks = missing
            for chosen in sets + [tiles]:
                for tile in chosen:
                    lacks &= ~(1 << tile // 9)
            uncovered = (lacks & 1) + (lacks >> 1 & 1) + (lacks >> 2 & 1) + (lacks >> 3)
            # One more word covers one suit more. Knits and triples cover all they can with the first two.
            if uncovered < len(words) - len(sets):
                sets.append(tiles)
                for tile in tiles:
                    left[tile] -= 1
                choices.append(mixed(_choices(words[len(sets) % len(words)], of, mask, tiles[-1])))
    return sets


def _choices(word: int, of: "tuple[int, ...]", mask: int, last: int) -> "list[tuple[int, ...]]":
    """The tiles that a word can stand for, those after the tile `last` first."""
    found: "Sets" = []
    for step in range(KINDS):
        tile = (last + 1 + step) % KINDS
        ways: "Sets" = []
        if tile < HONOURS and tile % 9 < 7 and word in (CHOW, SET):
            ways.append((tile, tile + 1, tile + 2))
        if word in (KNIT, TRIPLE):
            if tile < 9:
                ways = [(tile, tile + 9, tile + 18)]
                if word == KNIT:
                    ways = [(tile, tile + 9), (tile + 9, tile + 18), (tile, tile + 18)]
        elif word != CHOW:
            ways.append((tile,) * {PAIR: 2, TILE: 1, KONG: 4}.get(word, 3))
        for tiles in ways:
            if all(tile in of and mask >> tile // 9 & 1 for tile in tiles):
                found.append(tiles)
    return found
