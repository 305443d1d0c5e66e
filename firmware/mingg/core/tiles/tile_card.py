"""Cards from named sets: whose hand it is, and in which round, tells which winds double and which pairs score."""

from mingg.core.deal.card import Card
from mingg.core.tiles.hand import CHOW, CLAIMED, CONCEALED, KONG
from mingg.core.tiles.tiles import HONOURS, WHITE, is_major, name, wind

MYPY = False
if MYPY:
    from mingg.core.tiles.hand import TileHand


class CardMaker:
    """Makes the cards of one hand, which differ in what its concealed tiles are taken for.

    own: the winds whose sets double as the seat's; seat_tile, round_tile: the two winds as tiles; declared: the sets on
    the table, a number each: the tile, and in the last three bits the slot of its class among a card's faces.
    """

    def __init__(self, hand: "TileHand", seat: str, round_wind: str, own: str) -> None:
        self.hand = hand
        self.seat_tile = wind(seat)
        self.round_tile = wind(round_wind)
        self.own = [self.seat_tile] if own == seat else [wind(each) for each in own]
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
        on_table = [meld.tile // 9 for meld in self.hand.melds]
        counts = self.hand.counts
        suited = 0
        for suit in range(3):
            if suit in on_table or any(counts[9 * suit : 9 * suit + 9]):
                suited += 1
        if suited > 1:
            return "mixed"
        honours = 3 in on_table or any(counts[HONOURS:])
        if suited:
            return "half" if honours else "full"
        return "honours" if honours else "mixed"

    def _pair(self, tile: int) -> "str | None":
        """The word for a pair, if it is one that may score."""
        if tile < HONOURS:
            return None
        if tile >= WHITE:
            return "dragon"
        if tile == self.seat_tile:
            return "both" if tile == self.round_tile else "seat"
        return "round" if tile == self.round_tile else None

    def card(self, pungs: "list[int]", exposed: int, pairs: "list[int]") -> Card:
        """The card of what is declared and, out of the hand, these pungs and pairs; the pung of the tile `exposed`
        lies open."""
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
        # In the order of the tiles: that in which they were laid out is no matter.
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
