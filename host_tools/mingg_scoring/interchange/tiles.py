"""The tile of what counts, and the arrangement of tiles, as text."""

from mingg.core.deal.deal import Doubling, Item
from mingg.core.deal.hand import Hand
from mingg.core.hand.hand import chow_text, counts_text, meld_text, name, set_text


def tile_of(part: "Item | Doubling", hand: "Hand | None") -> "str | None":
    """The tile of what counts, if it is known. hand: the one that was counted."""
    place = part.place
    if place < 0 or hand is None:
        return None
    if part.id == "flower":
        return "%df" % place
    return name(hand.faces[place]) if hand.faces else None


def arrangement(hand: "Hand") -> "str | None":
    """The arrangement of a winner's tiles as text: the sets on the table as they were written, the set that a claimed
    tile completed, in brackets, the other sets in the order of their tiles, and the pair. None for any other hand."""
    if hand.arranged is None:
        return None
    melds, of = hand.arranged
    if not isinstance(of, tuple):
        groups = [set_text(tile, 2) for tile in of] if isinstance(of, list) else counts_text(of)
        return " ".join([meld_text(meld) for meld in melds] + groups)
    pungs, chows, pair, exposed, claimed = of
    # A code sorts sets by their lowest tile: twice that tile, and 1 more for a chow.
    opened = 2 * exposed if exposed >= 0 else 2 * claimed + 1
    groups = []
    for code in sorted([2 * tile for tile in pungs] + [2 * low + 1 for low in chows]):
        text = chow_text(code >> 1) if code & 1 else set_text(code >> 1, 3)
        if code == opened:
            opened = -1
            groups.insert(0, "(" + text + ")")
        else:
            groups.append(text)
    return " ".join([meld_text(meld) for meld in melds] + groups + [set_text(pair, 2)])
