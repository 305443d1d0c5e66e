"""Finds special hands in tiles, those of the rule sets and those of house rules: one matcher for all their patterns. It
also says which tile a hand lacks. A kong counts as three tiles, in a hand and in a pattern.
"""

from collections.abc import Iterator
from typing import Any

from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import CHOW as CHOW_MELD
from mingg.core.hand.hand import CONCEALED, HONOURS, KINDS, Meld, TileHand
from mingg.core.hand.hand import KONG as KONG_MELD
from mingg.core.rules import Rules
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
    Assigned,
    Way,
    masks_of,
    tiles_of,
    ways_of,
)

COMPLETE = 14
# Special hands of four sets and a pair: with any chows, and those that the sets make.
WITH_SETS = ("gates_of_heaven", "nine_gates", "winding_snake", "jade")
OF_PUNGS = ("imperial_jade", "heads_and_tails", "buried_treasure")

# The special hands of all rule sets that their tiles tell, written like those of house rules: see rules/patterns.py.
# All others are facts of a hand of sets (score/seldom_facts.py, rare_facts.py). Keys that only these have:
# suits: the sets of suits that the hand may have, each the sum of 1 characters, 2 dots, 4 bamboo, 8 honours
# kongs, False: no kong, not even a concealed one
# claim, "19": only a 1 or a 9 may be claimed
# last: the tile beside the groups is the winning tile
_ONE, _ONE_AND_HONOURS = (1, 2, 4), (9, 10, 12)
_PUNGS = "pung pung pung pung pair"
_MAJORS = "19m 19p 19s 1234567z"
_GREEN = "23468s 6z"

HANDS = {
    "thirteen_orphans": {"tiles": _MAJORS + " tile", "of": _MAJORS},
    "seven_twins": {"tiles": "pair pair pair pair pair pair pair"},
    "all_pair_honours": {"tiles": "pair pair pair pair pair pair pair", "of": _MAJORS},
    "knitting": {"tiles": "knit knit knit knit knit knit knit", "suits": (3, 5, 6)},
    "triple_knitting": {"tiles": "triple triple triple triple knit", "suits": (7,)},
    "wriggling_snake": {"tiles": "11a 23456789a 1234z"},
    "gates_of_heaven": {
        "tiles": "1112345678999a tile",
        "of": "2345678m 2345678p 2345678s",
        "suits": _ONE,
        "claim": "19",
    },
    "nine_gates": {"tiles": "1112345678999a tile", "suits": _ONE, "last": True},
    "winding_snake": {"tiles": "111a 999a 22a 345a 678a | 111a 999a 234a 55a 678a | 111a 999a 234a 567a 88a"},
    "imperial_jade": {"tiles": _PUNGS, "of": _GREEN},
    "jade": {"tiles": "set set set set pair", "of": _GREEN},
    "heads_and_tails": {"tiles": _PUNGS, "of": "19m 19p 19s"},
    "winds_and_dragons": {"tiles": _PUNGS, "of": "1234567z"},
    "fourfold_plenty": {"tiles": "kong kong kong kong pair"},
    "three_scholars": {"tiles": "555z 666z 777z pung pair"},
    "four_blessings": {"tiles": "111z 222z 333z 444z pair"},
    "buried_treasure": {"tiles": _PUNGS, "suits": _ONE + _ONE_AND_HONOURS, "concealed": True, "kongs": False},
    "purity": {"tiles": _PUNGS, "suits": _ONE},
}


_KINDS_OF = {CHOW: 3, SET: 3, TRIPLE: 3, KNIT: 2, PUNG: 1, KONG: 1, PAIR: 1, TILE: 1}  # different tiles of a word


def _kinds(groups: "list[Any]") -> int:
    """The sum of the different tiles of each group."""
    return sum([len(set(ranks)) for _, _, ranks, _ in groups])


def _least(way: "Way") -> int:
    """How many different tiles a hand has at least: those that are written as digits, or those of a group."""
    own = {(suit, rank) for suit, letter, ranks, _ in way.groups for rank in ranks if suit in FIRST and not letter}
    return max([len(own)] + [_kinds([group]) for group in way.groups])


class Pattern:
    """A special hand to compare with tiles.

    ways       a list of Way
    masks      the suits that it may have, a bit for each sum of suits (Tiles.suits); near: if it lacks a tile
    of         the tiles of the words, or None: all tiles
    no_melds   it has no sets, so that none can be declared
    concealed  no set may be exposed; kongs: nor a kong declared, if False
    claim      how its last tile may be claimed: True, False, or "19"
    last       the tile beside the groups is the winning tile
    least, most   how many different tiles it has
    """

    def __init__(self, hand: "Any") -> None:
        self.ways = ways = ways_of(hand["tiles"], hand.get("same", False))
        groups = [group for way in ways for group in way.groups]
        self.of: "tuple[int, ...] | None" = tuple(set(tiles_of(hand["of"]))) if "of" in hand else None
        kinds = [group[3] for group in groups] + [word for way in ways for word in way.words]
        self.no_melds = not any(kind in (CHOW, PUNG, KONG, SET) for kind in kinds)
        self.concealed = hand.get("concealed", False)
        self.kongs = hand.get("kongs", True)
        self.claim = hand.get("claim", True)
        self.last = hand.get("last", False)
        self.least = min([_least(way) for way in ways])
        self.most = max([sum([_KINDS_OF[word] for word in way.words]) + _kinds(way.groups) for way in ways])
        self.masks = self.near = 0
        for mask in masks_of(hand, ways):
            self.masks |= 1 << mask
            for suit in (0, 1, 2, 4, 8):
                self.near |= 1 << (mask & ~suit)

    def matches(self, tiles: "Tiles") -> bool:
        """Whether fourteen tiles which may_be() the pattern are it, flowers aside."""
        if tiles.size != COMPLETE:
            return False
        claimed = not tiles.drawn and tiles.last >= 0
        if claimed and not (tiles.last % 9 in (0, 8) if self.claim == "19" else self.claim):
            return False
        for _ in self.lacking(tiles):
            return True
        return False

    def may_be(self, hand: "TileHand | Tiles", suits: int, short: int) -> bool:
        """Whether suits, number of different tiles and declared sets are those of the pattern. short: how many tiles
        the hand lacks. Few hands pass, and all else takes longer."""
        if not (self.near if short else self.masks) >> suits & 1:
            return False
        if not hand.melds:
            return self.least - short <= KINDS - bytes(hand.counts).count(b"\0") <= self.most
        if self.no_melds:
            return False
        return not self.concealed or all(meld.lie == CONCEALED and self.kongs for meld in hand.melds)

    def lacking(self, tiles: "Tiles") -> "Iterator[int]":
        """Yields each tile that completes a hand of thirteen which may_be() the pattern; the same may come again. For a
        hand of fourteen, yields -1 for each way in which it is the pattern."""
        short = COMPLETE - tiles.size
        for way in self.ways:
            if not way.groups:
                if self._of_words(tiles.counts, tiles.melds):
                    yield from self._ends(way.words, tiles.counts, tiles.melds, short, tiles.last)
                continue
            seen: "set[Any]" = set()  # what is left for the words: many readings leave the same
            for at in way.assignments(tiles.held, short):
                rest = _without(way, at, tiles, short)
                if rest is None or not self._of_words(rest[0], rest[1]):
                    continue
                if way.words:
                    left = bytes(rest[0]), tuple(rest[1]), rest[2]
                    if left in seen:
                        continue
                    seen.add(left)
                lacked = rest[2]
                for tile in self._ends(way.words, rest[0], rest[1], short if lacked < 0 else 0, tiles.last):
                    yield tile if lacked < 0 else lacked

    def _of_words(self, counts: bytearray, melds: "list[Meld]") -> bool:
        """Whether the tiles beside the groups are those that the words may have."""
        of = self.of
        if of is None:
            return True
        for meld in melds:
            if meld.tile not in of or (meld.kind == CHOW_MELD and (meld.tile + 1 not in of or meld.tile + 2 not in of)):
                return False
        return sum([counts[tile] for tile in of]) == sum(counts)

    def _ends(
        self, words: "list[int]", counts: bytearray, melds: "list[Meld]", short: int, last: int
    ) -> "Iterator[int]":
        """Compares what the groups leave with the words, as lacking()."""
        if not short:
            if self._are_words(words, counts, melds, last):
                yield -1
            return
        for tile in _candidates(words, counts):
            if self.of is None or tile in self.of:
                counts[tile] += 1
                found = self._are_words(words, counts, melds, last)
                counts[tile] -= 1
                if found:
                    yield tile

    def _are_words(self, words: "list[int]", counts: bytearray, melds: "list[Meld]", last: int) -> bool:
        found = bytes(counts)
        if KNIT in words or TRIPLE in words:
            return _is_knit(counts, words.count(KNIT), words.count(TRIPLE))
        pairs, singles = words.count(PAIR), words.count(TILE)
        if pairs > 1 or singles:
            if melds or (self.last and last >= 0 and not found[last]):
                return False
            return sum([count // 2 for count in found]) >= pairs
        kinds = [meld.kind for meld in melds]
        if kinds.count(KONG_MELD) < words.count(KONG):
            return False
        chows, sets, exposed = words.count(CHOW), words.count(SET), kinds.count(CHOW_MELD)
        if not chows and not sets:
            pungs = found.count(b"\2") == pairs and not found.count(b"\1") and not found.count(b"\4")
            return pungs and not exposed
        ways = Concealed(counts if pairs else _with_pair(counts)).arrangements()
        return any(chows <= len(way[2]) + exposed <= chows + sets for way in ways)


def _with_pair(counts: bytearray) -> bytearray:
    """Tiles with a pair of an honour that they do not have: it is the pair of each arrangement."""
    counts = bytearray(counts)
    counts[HONOURS + bytes(counts[HONOURS:]).find(b"\0")] = 2
    return counts


def _candidates(words: "list[int]", counts: bytearray) -> "list[int] | range":
    """The tiles that may complete the words of a hand that lacks one."""
    if TILE in words or KNIT in words or TRIPLE in words:
        return range(KINDS)
    if CHOW in words or SET in words:
        return Concealed(counts if PAIR in words else _with_pair(counts)).waits()
    found = bytes(counts)
    if words.count(PAIR) > 1:
        return [tile for tile in range(KINDS) if found[tile] & 1]
    if found.count(b"\1") + found.count(b"\2") > 2:  # a pair or a pung lacks one
        return []
    return [tile for tile in range(KINDS) if found[tile] in (1, 2)]


class Tiles:
    """A hand to compare with patterns.

    counts   how many of each tile are concealed
    held     how many of each tile the whole hand has, three of a kong
    size     how many tiles
    `melds`  the declared sets
    last     the winning tile, or -1: none, or any
    drawn    whether it was drawn
    suits    see TileHand; may be given, if they are known
    """

    def __init__(self, hand: "TileHand", last: int = -1, drawn: bool = True, suits: int = 0) -> None:
        self.counts = hand.counts
        self.melds: "list[Meld]" = hand.melds
        self.last = last
        self.drawn = drawn
        self.held = held = bytearray(hand.counts)
        for kind, first, _ in hand.melds:
            for tile in range(first, first + 3) if kind == CHOW_MELD else (first,) * 3:
                held[tile] += 1
        self.size = sum(held)
        self.suits = suits or hand.suits()


def _without(way: "Way", at: "Assigned", tiles: Tiles, short: int) -> "tuple[bytearray, list[Meld], int] | None":
    """The concealed tiles and declared sets without those of the groups, and the tile that the groups lack, or -1. None
    if a declared set contradicts them, or if more than `short` tiles are missing. Each kong of the groups must be
    declared."""
    melds, counts, lacked = list(tiles.melds), bytearray(tiles.counts), -1
    for suit, letter, ranks, kind in way.groups:
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
            elif short and lacked < 0:
                lacked = first + rank
            else:
                return None
    return counts, melds, lacked


def _is_knit(counts: bytearray, pairs: int, triples: int) -> bool:
    """Whether tiles are so many pairs, each of a number in two suits, and triples, each of a number in all three.
    Without triples the pairs are of the same two suits."""
    over = 0
    suits = [suit for suit in (counts[0:9], counts[9:18], counts[18:27]) if any(suit)]
    if sum(counts[:HONOURS]) != 2 * pairs + 3 * triples or len(suits) != (3 if triples else 2):
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
    return pattern.may_be(tiles, tiles.suits, 0) and pattern.matches(tiles)


def waits(pattern: Pattern, tiles: Tiles) -> "list[int]":
    """The tiles, in order, that would complete thirteen as a special hand, flowers aside."""
    if tiles.size != COMPLETE - 1 or not pattern.may_be(tiles, tiles.suits, 1):
        return []
    gone = [meld.tile for meld in tiles.melds if meld.kind == KONG_MELD]
    return sorted(
        {
            tile
            for tile in pattern.lacking(tiles)
            if tiles.held[tile] < 4 and tile not in gone and pattern.masks >> (tiles.suits | 1 << tile // 9) & 1
        }
    )
