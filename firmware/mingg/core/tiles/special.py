"""Finds special hands in tiles, those of the rule sets and those of house rules: one matcher for all their patterns. It
also says which tile a hand lacks. A kong counts as three tiles, in a hand and in a pattern.
"""

from mingg.core.rules.hands import HANDS
from mingg.core.rules.patterns import (
    CHOW,
    FIRST,
    KNIT,
    KONG,
    LOOSE,
    PAIR,
    PUNG,
    SET,
    TILE,
    TRIPLE,
    Way,
    groups_of,
    suits_of,
    tiles_of,
    words_of,
)
from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.hand import CHOW as CHOW_MELD
from mingg.core.tiles.hand import CONCEALED
from mingg.core.tiles.hand import KONG as KONG_MELD
from mingg.core.tiles.tiles import DIGITS, HONOURS, KINDS, SUITS

MYPY = False
if MYPY:
    from collections.abc import Iterator
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.core.rules.patterns import Assigned, Group
    from mingg.core.tiles.hand import Meld, TileHand

COMPLETE = 14
# Special hands of four sets and a pair: with any chows, and those that the sets of a card make.
WITH_SETS = ("gates_of_heaven", "nine_gates", "winding_snake", "jade")
OF_PUNGS = ("imperial_jade", "heads_and_tails", "buried_treasure")


class Pattern:
    """A special hand to compare with tiles.

    ways       a Way for each way to make it; has_groups: they have groups
    words      the kinds of its words
    masks      a bit for each set of suits that it may have; near: that it may have while it lacks a tile
    of         the tiles of the words, or None: all tiles; only: those of the whole hand
    of_tiles   it has no sets, so that none can be declared
    concealed  no set may be exposed; kongs: nor a kong declared, if False
    claim      how its last tile may be claimed: True, False, or "19"
    last       the tile beside the groups is the winning tile
    """

    def __init__(self, hand: "Any") -> None:
        ways = hand["tiles"].split("|")
        self.ways = [Way(groups_of(way), hand.get("same", False)) for way in ways]
        groups = [group for way in self.ways for group in way.groups]
        self.has_groups = bool(groups)
        self.words = words = words_of(ways[0])
        self.of: "tuple[int, ...] | None" = tiles_of(hand["of"]) if "of" in hand else None
        self.only: "tuple[int, ...] | None" = None
        if self.of is not None and not any(group[1] or group[0] in "abc" for group in groups):
            self.only = tuple(set(self.of + tuple([FIRST[of] + at for of, _, ranks, _ in groups for at in ranks])))
        kinds = [group[3] for group in groups] + words
        self.of_tiles = kinds.count(PAIR) != 1 and not any(kind in (CHOW, PUNG, KONG, SET) for kind in kinds)
        self.concealed = hand.get("concealed", False)
        self.kongs = hand.get("kongs", True)
        self.claim = hand.get("claim", True)
        self.last = hand.get("last", False)
        self.masks = self.near = 0
        suits = hand.get("suits", range(16))
        of = 15 if self.of is None else 0
        for tile in self.of or ():
            of |= 1 << tile // 9
        for least in [mask for way in self.ways for mask in suits_of(way.groups)]:
            for mask in range(1, 16):
                number = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1)
                fits = mask & least == least and not mask & ~(least | (of if words else 0))
                if fits and (number == suits if isinstance(suits, int) else mask in suits):
                    self.masks |= 1 << mask
                    for suit in (0, 1, 2, 4, 8):
                        self.near |= 1 << (mask & ~suit)

    def may_claim(self, tile: int) -> bool:
        return tile < HONOURS and tile % 9 in (0, 8) if self.claim == "19" else bool(self.claim)

    def may_be(self, tiles: "Tiles", short: int) -> bool:
        """Whether suits, tiles and declared sets are those of the pattern. short: how many tiles the hand lacks."""
        if not (self.near if short else self.masks) >> tiles.suits & 1:
            return False
        if tiles.melds and self.of_tiles:
            return False
        if self.concealed and any(meld.lie != CONCEALED or not self.kongs for meld in tiles.melds):
            return False
        return self.only is None or sum([tiles.held[tile] for tile in self.only]) == COMPLETE - short

    def lacking(self, tiles: "Tiles") -> "Iterator[int]":
        """Yields each tile that completes a hand of thirteen; the same may come again. For a hand of fourteen, yields
        -1 for each way in which it is the pattern."""
        short = COMPLETE - tiles.size
        if short not in (0, 1) or not self.may_be(tiles, short):
            return
        if not self.has_groups:
            yield from self._ends(tiles.counts, tiles.melds, short, tiles.last)
            return
        for way in self.ways:
            for at, missing in way.assignments(tiles.held, short):
                rest = _without(way.groups, at, tiles)
                if rest is None:
                    continue
                if missing < 0 and short:
                    yield from self._ends(rest[0], rest[1], 1, -1)
                else:
                    for _ in self._ends(rest[0], rest[1], 0, tiles.last):
                        yield missing

    def _ends(self, counts: bytearray, melds: "list[Meld]", short: int, last: int) -> "Iterator[int]":
        """Compares what the groups leave with the words, as lacking()."""
        words = self.words
        if not words:
            if not melds and not short:
                yield -1
        elif (
            self.of is not None
            and self.has_groups
            and any(counts[tile] and tile not in self.of for tile in range(KINDS))
        ):
            return
        elif short:
            held = counts if not melds else None
            for tile in self._filling(counts, melds):
                if held is None or held[tile] < 4:
                    yield tile
        elif self._are_words(counts, melds, last):
            yield -1

    def _are_words(self, counts: bytearray, melds: "list[Meld]", last: int) -> bool:
        words, found = self.words, bytes(counts)
        if TILE in words:
            tile = found.find(b"\1")
            as_last = not self.last or last in (tile, -1)
            return not melds and sum(counts) == 1 and as_last and (self.of is None or tile in self.of)
        if KNIT in words:
            return _is_knit(counts, words.count(KNIT), words.count(TRIPLE))
        pairs, chows, sets = words.count(PAIR), words.count(CHOW), words.count(SET)
        if pairs > 1:
            return not melds and not any(count & 1 for count in found)
        kinds = [meld.kind for meld in melds]
        if kinds.count(KONG_MELD) < words.count(KONG):
            return False
        if not chows and not sets:
            pungs = found.count(b"\2") == pairs and not found.count(b"\1") and not found.count(b"\4")
            return pungs and CHOW_MELD not in kinds
        exposed = kinds.count(CHOW_MELD)
        if not pairs:
            return False
        return any(chows <= len(way[2]) + exposed <= chows + sets for way in Concealed(counts).arrangements())

    def _filling(self, counts: bytearray, melds: "list[Meld]") -> "list[int]":
        """The tiles that complete the words of a hand that lacks one."""
        words, found, of = self.words, bytes(counts), self.of
        candidates: "list[int]" = []
        if TILE in words:
            candidates = list(of or range(KINDS))
            return [] if melds or any(found) else candidates
        if words.count(PAIR) > 1:
            odd = [tile for tile in range(KINDS) if counts[tile] & 1]
            candidates = odd if len(odd) == 1 else []
        elif KNIT in words:
            candidates = list(range(HONOURS))
        elif CHOW in words or SET in words:
            candidates = Concealed(counts).waits()
        elif not found.count(b"\4"):  # a pair lacks one, or a pung
            ones, twos = found.count(b"\1"), found.count(b"\2")
            if (ones, twos) in ((1, 0), (0, 2)):
                candidates = [tile for tile in range(KINDS) if counts[tile] in (1, 2)]
        filling = []
        for tile in candidates:
            if of is None or tile in of:
                counts[tile] += 1
                if self._are_words(counts, melds, -1) and (self.only or self._has_suits(counts, melds)):
                    filling.append(tile)
                counts[tile] -= 1
        return filling

    def _has_suits(self, counts: bytearray, melds: "list[Meld]") -> bool:
        """Whether a complete hand without groups has suits of the pattern."""
        if self.has_groups:
            return True
        suits = 0
        for meld in melds:
            suits |= 1 << meld.tile // 9
        for suit in range(4):
            if any(counts[9 * suit : 9 * suit + 9]):
                suits |= 1 << suit
        return self.masks >> suits & 1 > 0


class Tiles:
    """A hand to compare with patterns.

    counts   how many of each tile are concealed
    held     how many of each tile the whole hand has, three of a kong
    size     how many tiles
    `melds`  the declared sets
    last     the winning tile, or -1: none, or any
    drawn    whether it was drawn
    suits    the suits that the hand has: the sum of 1 characters, 2 dots, 4 bamboo, 8 honours
    """

    def __init__(self, hand: "TileHand", last: int = -1, drawn: bool = True) -> None:
        self.counts = hand.counts
        self.melds: "list[Meld]" = hand.melds
        self.last = last
        self.drawn = drawn
        self.held = held = bytearray(hand.counts)
        for meld in hand.melds:
            for tile in range(meld.tile, meld.tile + 3) if meld.kind == CHOW_MELD else (meld.tile,) * 3:
                held[tile] += 1
        self.size = sum(held)
        self.suits = 0
        for suit in range(4):
            if any(held[9 * suit : 9 * suit + 9]):
                self.suits |= 1 << suit


def _without(groups: "list[Group]", at: "Assigned", tiles: Tiles) -> "tuple[bytearray, list[Meld]] | None":
    """The concealed tiles and declared sets without those of the groups; None if a declared set contradicts them. Each
    kong of the groups must be declared."""
    melds, counts = list(tiles.melds), bytearray(tiles.counts)
    for suit, letter, ranks, kind in groups:
        first = at[suit] + at[letter]
        if kind != LOOSE:
            for meld in melds:
                if meld.tile == first + ranks[0] and (meld.kind == kind or (meld.kind == KONG_MELD and kind == PUNG)):
                    melds.remove(meld)
                    ranks = []
                    break
            else:
                if kind == KONG:
                    return None
        for rank in ranks:
            if counts[first + rank]:
                counts[first + rank] -= 1
    return counts, melds


def _is_knit(counts: bytearray, pairs: int, triples: int) -> bool:
    """Whether tiles are so many pairs, each of a number in two suits, and triples, each of a number in all three.
    Without triples the pairs are of the same two suits."""
    over = 0
    suits = [suit for suit in (counts[0:9], counts[9:18], counts[18:27]) if any(suit)]
    if sum(counts) != 2 * pairs + 3 * triples or len(suits) != (3 if triples else 2):
        return False
    if not triples:
        return suits[0] == suits[1]
    for numbers in zip(*suits):
        least = min(numbers)
        more = sum(numbers) - 3 * least
        if more not in (0, 2) or max(numbers) > least + 1:
            return False
        over += more
    return over == 2 * pairs


# The patterns that were used before: of the rule sets by name, of house rules with the object that defines them.
_known: "dict[str, tuple[object, Pattern]]" = {}


def pattern_of(name: str, rules: "Rules") -> Pattern:
    """The pattern of a special hand. Raises KeyError if it has none."""
    hand = rules.table["patterns"].get(name) or HANDS[name]
    known = _known.get(name)
    if known is None or known[0] is not hand:
        _known[name] = known = hand, Pattern(hand)  # one assignment: a PC may score in several threads
    return known[1]


def is_special(pattern: Pattern, tiles: Tiles) -> bool:
    """Whether fourteen tiles are a special hand, flowers aside."""
    if not pattern.may_be(tiles, 0):  # most hands are none
        return False
    if not tiles.drawn and tiles.last >= 0 and not pattern.may_claim(tiles.last):
        return False
    for _ in pattern.lacking(tiles):
        return True
    return False


def waits(pattern: Pattern, tiles: Tiles) -> "list[int]":
    """The tiles, in order, that would complete thirteen as a special hand, flowers aside."""
    if not pattern.may_be(tiles, 1):
        return []
    held = tiles.held
    whole = [meld.tile for meld in tiles.melds if meld.kind == KONG_MELD]
    return sorted({tile for tile in pattern.lacking(tiles) if held[tile] < 4 and tile not in whole})


def example(text: str) -> str:
    """An example of a pattern as a hand of the interchange format: each letter stands for the first that it can. A kong
    is concealed: "123m 456m [1111z] 22p"."""
    groups = groups_of(text)
    at, _ = next(Way(groups).possible())
    texts = []
    for suit, letter, ranks, kind in groups:
        first = at[suit] + at[letter]
        digits = "".join([DIGITS[(first + rank) % 9] for rank in ranks])
        if kind == KONG:
            texts.append("[" + digits + digits[0] + SUITS[first // 9] + "]")
        else:
            texts.append(digits + SUITS[first // 9])
    return " ".join(texts)
