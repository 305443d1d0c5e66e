"""Finds all ways to arrange concealed tiles as sets and a pair, and the tiles that a hand waits for.

A suit is one number with an octal digit for each rank; 1 (or East) is the lowest: 22333p is 0o320. Pungs are a mask
with a 1 in the digit of each. Chows are a number whose digits count the chows that begin at each rank. So shifts and
masks take a suit apart without recursion, in the small integers of MicroPython, and almost without memory.
"""

from mingg.core.hand.hand import HONOURS
from mingg.core.rules.rows import ON_A_BOARD, keep

# The pair's tile, or NO_PAIR; the pungs; the chows, by their lowest tile.
Way = tuple[int, "tuple[int, ...]", "tuple[int, ...]"]

NO_PAIR = -1
_ONES = 0x1249249  # 0o111111111
_CHOW = 0x49  # 0o111

_MOST_KEPT = 0 if ON_A_BOARD else 1 << 15  # suits
_known: "tuple[dict[bytes, _Suit], ...]" = ({}, {}, {}, {})


class Concealed:
    """The concealed tiles of a hand by suit. counts: 34 numbers, one for each tile."""

    def __init__(self, counts: "bytes | bytearray") -> None:
        suit_of = _kept if _MOST_KEPT else _Suit
        held = bytes(counts)
        self.suits = (
            suit_of(0, held[:9]),
            suit_of(9, held[9:18]),
            suit_of(18, held[18:HONOURS]),
            suit_of(HONOURS, held[HONOURS:]),
        )

    def arrangements(self) -> "list[Way]":
        """All ways to arrange the tiles as sets and one pair, always in the same order."""
        pairs = 0
        for suit in self.suits:
            if suit.over == 1:
                return []
            pairs += suit.over
        if pairs != 2:
            return []
        pair = NO_PAIR
        pungs: "tuple[int, ...]" = ()
        chows: "tuple[int, ...]" = ()
        several = []
        for suit in self.suits:
            if not suit.number:
                continue
            own = suit.ways()
            if len(own) == 1:
                way = own[0]
                if way[0] >= 0:
                    pair = way[0]
                pungs += way[1]
                chows += way[2]
            elif own:
                several.append(own)
            else:
                return []
        ways = [(pair, pungs, chows)]
        for own in several:
            ways = [
                (max(way[0], suit_way[0]), way[1] + suit_way[1], way[2] + suit_way[2])
                for way in ways
                for suit_way in own
            ]
        return ways

    def waits(self) -> "list[int]":
        """The tiles that would complete sets and one pair, in order; never a fifth concealed tile of a kind."""
        ones = []
        twos = []
        for suit in self.suits:
            if suit.over == 1:
                ones.append(suit)
            elif suit.over == 2:
                twos.append(suit)
            elif not suit.ways():
                return []
        if len(ones) == 1 and not twos:
            return ones[0].fills()
        if len(twos) != 2 or ones:
            return []
        # One suit has the pair, and the other one lacks a tile of a set.
        first, second = twos
        return (first.fills() if second.ways() else []) + (second.fills() if first.ways() else [])


def _kept(first: int, counts: bytes) -> "_Suit":
    known = _known[first // 9]
    return known.get(counts) or keep(known, _MOST_KEPT, counts, _Suit(first, counts))


class _Suit:
    """The concealed tiles of one suit. first: its lowest tile; over: the number of tiles modulo 3."""

    def __init__(self, first: int, counts: bytes) -> None:
        number = shift = size = ranks = 0
        for count in counts:
            if count:
                number |= count << shift
                size += count
                ranks += count * shift
            shift += 3
        self.first = first
        self.number = number
        self.over = size % 3
        # The sum of the ranks modulo 3. It is 0 for a chow or a pung, so it depends only on the other tiles.
        self.ranks = ranks // 3 % 3
        self._ways: "list[Way] | None" = None
        self._fills: "list[int] | None" = None

    def ways(self) -> "list[Way]":
        """All ways to arrange the tiles as sets, and as a pair if `over` is 2."""
        if self._ways is None:
            self._ways = []
            if self.over == 0:
                self._sets(self.number, NO_PAIR, self._ways)
            elif self.over == 2:
                self._sets_and_pair(self.number, self.ranks, self._ways)
        return self._ways

    def fills(self) -> "list[int]":
        """The tiles that complete sets (`over` is 2), or sets and a pair (`over` is 1)."""
        if self._fills is None:
            self._fills = []
            honours = self.first == HONOURS
            if self.over == 1:
                ranks = range(9)
            else:
                ranks = range(-self.ranks % 3, 9, 3)  # other ranks cannot complete sets
            for rank in ranks:
                shift = 3 * rank
                count = self.number >> shift & 7
                # A tile completes something only if there are others within two ranks.
                near = count if honours else self.number >> (shift - 6 if rank > 2 else 0) & 0o77777
                if near and count < 4 and self._completes(self.number + (1 << shift), rank):
                    self._fills.append(self.first + rank)
        return self._fills

    def _completes(self, number: int, rank: int) -> bool:
        if self.over == 2:
            return self._sets(number, NO_PAIR, None)
        return self._sets_and_pair(number, self.ranks + rank, None)

    def _sets_and_pair(self, number: int, ranks: int, added: "list[Way] | None") -> bool:
        """As _sets(), with one pair. ranks: the sum of all ranks modulo 3, which limits the ranks of the pair."""
        for rank in range(2 * ranks % 3, 9, 3):
            shift = 3 * rank
            if number >> shift & 6 and self._sets(number - (2 << shift), self.first + rank, added) and added is None:
                return True
        return bool(added)

    def _sets(self, number: int, pair: int, added: "list[Way] | None") -> bool:
        """Whether the tiles make sets. added: if not None, all ways are added to it, with this pair."""
        threes = (number >> 2 | number >> 1 & number) & _ONES
        pungs = threes
        while True:
            rest = number - 3 * pungs
            if not rest:
                chows = 0
            else:
                chows = -1 if self.first == HONOURS else _chows(rest)
            if chows >= 0:
                if added is None:
                    return True
                added.append((pair, self._tiles(pungs), self._tiles(chows)))
            if not pungs:
                return bool(added)
            pungs = (pungs - 1) & threes

    def _tiles(self, digits: int) -> "tuple[int, ...]":
        """The tiles that the digits of a number count, in order."""
        tile = self.first
        tiles: "tuple[int, ...]" = ()  # no list: a PC keeps many, and never looks through tuples of numbers again
        while digits:
            tiles += (tile,) * (digits & 7)
            digits >>= 3
            tile += 1
        return tiles


def _chows(number: int) -> int:
    """The chows that the tiles of a suit make, as a number; -1 if they do not make chows only."""
    chows = 0
    shift = 0
    while number:
        first = number & 7
        if first:
            number -= first * _CHOW
            if number & 0o440:  # a digit fell below zero: that borrowed, and set its 4
                return -1
            chows |= first << shift
        number >>= 3
        shift += 3
    return chows
