"""The tile of what counts."""

from mingg.core.deal.deal import Doubling, Item
from mingg.core.deal.hand import Hand
from mingg.core.hand.hand import name


def tile_of(part: "Item | Doubling", hand: "Hand | None") -> "str | None":
    """The tile of what counts, if it is known. hand: the one that was counted."""
    place = part.place
    if place < 0 or hand is None:
        return None
    if part.id == "flower":
        return "%df" % place
    return name(hand.faces[place]) if hand.faces else None
