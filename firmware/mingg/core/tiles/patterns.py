"""Finds the special hands of house rules in tiles. rules/patterns.py says how they are written.

A kong counts as three tiles here, in a hand and in a pattern.
"""

from mingg.core.rules.patterns import KONG, LOOSE, PUNG, assignments, groups_of, possible
from mingg.core.tiles.hand import CONCEALED
from mingg.core.tiles.hand import KONG as KONG_MELD
from mingg.core.tiles.tiles import DIGITS, SUITS

MYPY = False
if MYPY:
    from collections.abc import Iterator
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.core.rules.patterns import Assigned, Group
    from mingg.core.tiles.hand import TileHand
    from mingg.core.tiles.special_tiles import Tiles


class _Pattern:
    """A pattern, compared with one hand.

    groups  of the pattern
    held    how many of each tile the hand has
    short   how many tiles the hand may lack: 0, or 1 for a hand that waits
    """

    def __init__(self, groups: "list[Group]", hand: "TileHand | Tiles", short: int) -> None:
        self.groups = groups
        self.melds = hand.melds
        self.short = short
        self.held = bytearray(hand.counts)
        for meld in hand.melds:
            for tile in (meld.tile,) * 3 if meld.kind else range(meld.tile, meld.tile + 3):
                self.held[tile] += 1

    def lacking(self) -> "Iterator[int]":
        """Yields the tile that the hand lacks, once for each way to read the pattern; -1 if it lacks none."""
        if sum(self.held) == 14 - self.short:
            for at, missing in assignments(self.groups, self.held, self.short):
                if self._laid(at):
                    yield missing

    def _laid(self, at: "Assigned") -> bool:
        """Whether each declared set is a set of the pattern, and each kong of the pattern is declared."""
        melds = list(self.melds)
        for suit, letter, ranks, kind in self.groups:
            if kind == LOOSE:
                continue
            tile = at[suit] + at[letter] + ranks[0]
            for meld in melds:
                if meld.tile == tile and (meld.kind == kind or (meld.kind == KONG_MELD and kind == PUNG)):
                    melds.remove(meld)
                    break
            else:
                if kind == KONG:
                    return False
        return not melds


def _may_lie(hand: "Any", tiles: "TileHand | Tiles") -> bool:
    """Whether the pattern of a hand allows the exposed sets."""
    return not hand.get("concealed", False) or all(meld.lie == CONCEALED for meld in tiles.melds)


def matched(tiles: "TileHand | Tiles", rules: "Rules", drawn: bool) -> "list[str]":
    """The special hands of house rules that complete tiles are, in the order of the rows, flowers aside. drawn: the
    winning tile was drawn."""
    names = []
    hands: "dict[str, Any]" = rules.table["patterns"]
    for name in sorted(hands):
        hand = hands[name]
        if (drawn or hand.get("claim", True)) and _may_lie(hand, tiles):
            for _ in _Pattern(groups_of(hand["tiles"]), tiles, 0).lacking():
                names.append(name)
                break
    return names


def waits(tiles: "TileHand", rules: "Rules") -> "Iterator[tuple[str, int]]":
    """Yields the special hands of house rules that one more tile would complete, each with the tile. The same may
    come again."""
    held = tiles.held()
    hands: "dict[str, Any]" = rules.table["patterns"]
    for name in sorted(hands):
        if _may_lie(hands[name], tiles):
            for tile in _Pattern(groups_of(hands[name]["tiles"]), tiles, 1).lacking():
                if held[tile] < 4:
                    yield name, tile


def example(pattern: str) -> str:
    """An example of a pattern as a hand of the interchange format: each letter stands for the first that it can. A kong
    is concealed: "123m 456m [1111z] 22p"."""
    groups = groups_of(pattern)
    at, _ = next(possible(groups))
    texts = []
    for suit, letter, ranks, kind in groups:
        first = at[suit] + at[letter]
        text = "".join([DIGITS[(first + rank) % 9] for rank in ranks])
        if kind == KONG:
            texts.append("[" + text + text[0] + SUITS[first // 9] + "]")
        else:
            texts.append(text + SUITS[first // 9])
    return " ".join(texts)
