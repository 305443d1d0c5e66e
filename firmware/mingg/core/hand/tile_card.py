"""Makes cards from sets of tiles. Seat wind and round wind decide which winds double and which pairs score."""

from typing import Any

from mingg.core.deal.card import Card
from mingg.core.hand.hand import CHOW, CLAIMED, CONCEALED, KONG, TileHand
from mingg.core.hand.tiles import HONOURS, WHITE, is_major, name, wind
from mingg.core.rules import Rules

_WINDS = ("1z", "2z", "3z", "4z")


class CardMaker:
    """Makes the cards of one hand for different arrangements of its concealed tiles.

    own                    the winds whose sets double as seat wind, as tiles
    seat_tile, round_tile  the two winds as tiles
    declared               a number for each declared set: tile << 3 | index in Card.faces
    """

    def __init__(self, hand: "TileHand", seat: str, round_wind: str, own: str) -> None:
        self.hand = hand
        self.seat_tile = wind(seat)
        self.round_tile = wind(round_wind)
        self.own = [self.seat_tile] if own == seat else [wind(letter) for letter in own]
        self.claimed = 0
        self.declared = []
        for meld in hand.melds:
            if meld.kind != CHOW:
                slot = (2 if is_major(meld.tile) else 0) + (4 if meld.kind == KONG else 0)
                self.declared.append(meld.tile << 3 | (slot + 1 if meld.lie == CONCEALED else slot))
                if meld.lie == CLAIMED:
                    self.claimed += 1
        self.suit = self._suit()

    def _suit(self) -> str:
        counts = self.hand.counts
        suits = 0  # a bit for each suit that the hand has, honours last
        for meld in self.hand.melds:
            suits |= 1 << meld.tile // 9
        for suit in range(4):
            if any(counts[9 * suit : 9 * suit + 9]):
                suits |= 1 << suit
        if suits == 8:
            return "honours"
        if suits in (1, 2, 4):
            return "full"
        return "half" if suits in (9, 10, 12) else "mixed"

    def _pair(self, tile: int) -> "str | None":
        """The word of PAIRS for a pair that may score, else None."""
        if tile < HONOURS:
            return None
        if tile >= WHITE:
            return "dragon"
        if tile == self.seat_tile:
            return "both" if tile == self.round_tile else "seat"
        return "round" if tile == self.round_tile else None

    def card(self, pungs: "list[int]", exposed: int, pairs: "list[int]") -> Card:
        """The card of the declared sets with these pungs and pairs of concealed tiles. exposed: the tile of a pung that
        a claimed tile completed, or -1."""
        card = Card()
        card.suit = self.suit
        card.claimed = self.claimed
        card.flowers = sorted(self.hand.flowers)
        faces: "list[list[str]]" = [[], [], [], [], [], [], [], [], []]
        card.faces = faces
        codes = self.declared[:]
        for tile in pungs:
            code = tile << 3 | (2 if tile >= HONOURS or tile % 9 in (0, 8) else 0)
            codes.append(code if tile == exposed else code | 1)
        # By tile: the order in which they were declared does not matter.
        codes.sort()
        for code in codes:
            tile = code >> 3
            slot = code & 7
            if slot < 4:
                card.pungs[slot] += 1
            else:
                card.kongs[slot - 4] += 1
            faces[slot].append(name(tile))
            if tile >= WHITE:
                card.dragons += 1
            elif tile >= HONOURS:
                if tile in self.own:
                    card.seat_wind += 1
                if tile == self.round_tile:
                    card.round_wind += 1
        for tile in pairs:
            word = self._pair(tile)
            if word is not None:
                card.pairs.append(word)
                faces[8].append(name(tile))
        return card


def name_more(card: "Card", maker: CardMaker, rules: "Rules") -> None:
    """Adds to a card that was made of tiles what only some rules ask for: `winds` and the pair "wind", `honour_kongs`.
    The card must have faces."""
    keys, hand = rules.table["card_keys"], maker.hand
    if "honour_kongs" in keys:
        own = [name(tile) for tile in maker.own]
        kongs = [card.kongs_of(faces) for faces in (("5z", "6z", "7z"), own, (name(maker.round_tile),))]
        card.honour_kongs = kongs
    if "winds" not in keys:
        return
    card.winds = sum([1 for faces in card.faces[:8] for face in faces if face in _WINDS])
    if card.winds == 3 and rules.knows("little-winds"):
        for tile in range(HONOURS, WHITE):
            if hand.counts[tile] == 2 and name(tile) not in card.faces[8]:
                card.pairs.append("wind")
                faces: "list[Any]" = card.faces[8]
                faces.append(name(tile))
