"""A hand that was read tile by tile names its sets by tiles; here they are called as the cards of the device do it."""

from mingg.core.deal.winds import WINDS
from mingg.core.scoring.score import Item
from mingg.ui.entry.entry import DRAGON, MAJOR, OWN, ROUND, SIMPLE

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules
    from mingg.core.scoring.score import Count


def lay_kinds(deal: "Deal", seat: str, count: "Count", rules: "Rules") -> None:
    """Calls the sets of a hand by their classes, on its card and in its count."""
    card = deal.cards[seat]
    winds = rules.own_winds(seat)
    around = [doubling.face for doubling in count.doubled if doubling.id == "round-wind"]

    def kind(face: "Any") -> "Any":
        if not isinstance(face, str):
            return face
        if face[1] != "z":
            return MAJOR if face[0] in ("1", "9") else SIMPLE
        if face > "4z":
            return DRAGON
        if WINDS[int(face[0]) - 1] in winds:
            return OWN
        return ROUND if face in around else MAJOR

    card.faces = [[kind(face) for face in faces] for faces in card.faces or ()]
    count.items = [Item(item.id, item.points, item.slot, item.word, kind(item.face)) for item in count.items]
