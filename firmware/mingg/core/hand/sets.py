"""Makes a hand of sets from sets of tiles. Seat wind and round wind decide the classes of the winds."""

from typing import TYPE_CHECKING, Any, Mapping, Sequence

from mingg.core.deal.hand import (
    BOTH,
    DRAGON,
    KONG,
    KONG_SHOWN,
    MAJOR,
    MAJORS,
    OF_ROUND,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    PUNGS,
    ROUND,
    SEAT,
    SETS,
    SIMPLE,
    SUIT_OF,
    WAYS,
    WIND,
    Hand,
)
from mingg.core.deal.hand import CLAIMED as CLAIMED_KONG
from mingg.core.hand.hand import CHOW, CLAIMED, CONCEALED, HONOURS, WHITE, TileHand, is_major, wind
from mingg.core.hand.hand import KONG as KONG_MELD
from mingg.core.hand.hand import PUNG as PUNG_MELD
from mingg.core.rules import Rules

if TYPE_CHECKING:
    from mingg.core.score.check import Reason


class SetMaker:
    """Makes the hands of sets of one hand of tiles, for different arrangements of its concealed tiles.

    own                    the winds that are the player's own, as tiles
    seat_tile, round_tile  the two winds as tiles
    round_class, other     the class of the round wind, and of a wind that is neither: MAJOR if the rules need no more
    declared               a number for each declared set: tile << 13 | class | way
    suits, suit            those of the hand: the sum of 1 characters, 2 dots, 4 bamboo, 8 honours; and their word
    """

    def __init__(self, hand: "TileHand", seat: str, round_wind: str, rules: "Rules") -> None:
        self.hand = hand
        self.other = WIND if rules.table["winds"] else MAJOR
        self.round_class = ROUND if rules.counts_round else self.other
        self.seat_tile = wind(seat)
        self.round_tile = wind(round_wind)
        own = rules.own_winds(seat)
        self.own = [self.seat_tile] if own == seat else [wind(letter) for letter in own]
        self.declared = []
        for kind, tile, lie in hand.melds:
            if kind != CHOW:
                if kind != KONG_MELD:
                    way = PUNG_SHOWN
                elif lie == CONCEALED:
                    way = KONG
                else:
                    known = lie == CLAIMED and rules.knows("three-concealed")
                    way = CLAIMED_KONG if known else KONG_SHOWN
                self.declared.append(tile << 13 | self.class_of(tile) | way)
        self.suits = hand.suits()
        self.suit = SUIT_OF.get(self.suits, "mixed")
        self.flowers = sorted(hand.flowers)

    def class_of(self, tile: int) -> int:
        """The class of a pung or kong of a tile."""
        if tile < HONOURS:
            return MAJOR if tile % 9 in (0, 8) else SIMPLE
        if tile >= WHITE:
            return DRAGON
        if tile in self.own:
            return BOTH if tile == self.round_tile else SEAT
        return self.round_class if tile == self.round_tile else self.other

    def _pair(self, tile: int) -> int:
        """The class of a pair that may score, else 0. Of a player's two winds only the seat wind does (B p.84)."""
        if tile < HONOURS:
            return 0
        found = self.class_of(tile)
        if found == SEAT and tile != self.seat_tile:
            found = self.other
        return 0 if found == MAJOR else found

    def sets(self, pungs: "Sequence[int]", exposed: int, pairs: "list[int]") -> Hand:
        """The hand of the declared sets with these pungs and pairs of concealed tiles. exposed: the tile of a pung that
        a claimed tile completed, or -1."""
        codes = self.declared[:]
        for tile in pungs:
            codes.append(tile << 13 | self.class_of(tile) | (PUNG_SHOWN if tile == exposed else PUNG))
        # By tile: the order in which they were declared does not matter.
        codes.sort()
        for tile in pairs:
            of = self._pair(tile)
            if of:
                codes.append(tile << 13 | of | PAIR)
        made = Hand([code & 8191 for code in codes])
        made.faces = [code >> 13 for code in codes]
        made.suit, made.flowers = self.suit, self.flowers
        return made


def show_round(made: Hand, tiles: "TileHand", round_wind: str) -> None:
    """Puts the set or the pair of the round wind that tiles show into their hand, where the rules do not ask for it."""
    tile = wind(round_wind)
    if made.number(OF_ROUND, WAYS):
        return
    if tiles.held()[tile] > 2:
        for place, item in enumerate(made.sets):
            if item & MAJOR and item & SETS:  # which one it is does not matter for the tiles of the table
                made.sets[place] = item - MAJOR + ROUND
                return
    elif tiles.counts[tile] == 2:
        made.sets.append(ROUND | PAIR)


def why_not_robbed(
    tile: int, hands: "Mapping[Any, TileHand]", source: "Any", robbed: "Hand | None", concealed: bool
) -> "Reason | None":
    """Why the kong of a tile cannot have been robbed: other hands have the tile, or the robbed player lacks its pung.

    hands: those in tiles, by seat or by player. source, robbed: who was robbed, and their hand; None: it may lack the
    pung. concealed: that pung may be concealed.
    """
    if sum([hand.held()[tile] for other, hand in hands.items() if other != source]) > 1:
        return "rob-three"
    if robbed is None or robbed.dead or robbed.score is not None:
        return None
    tiles = hands.get(source)
    if tiles is None:
        has: "int | bool" = robbed.number(MAJORS if is_major(tile) else SIMPLE, PUNGS if concealed else PUNG_SHOWN)
    else:
        has = any(meld.kind == PUNG_MELD and meld.tile == tile for meld in tiles.melds)
        has = has or (concealed and tiles.counts[tile] == 3)
    return None if has else "rob-no-pung"
