"""Adds to a card what only modern rule sets ask for: the number of its wind sets, and a pair of another wind."""

from mingg.core.tiles.tiles import HONOURS, WHITE, name

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.card import Card
    from mingg.core.rules import Rules
    from mingg.core.tiles.hand import TileHand

_WINDS = ("1z", "2z", "3z", "4z")


def name_winds(card: "Card", hand: "TileHand", rules: "Rules") -> None:
    """Adds `winds` and the pair "wind" to a card that was made of the tiles of `hand`. Does nothing if the rules do not
    ask for them. The card must have faces."""
    if "winds" not in rules.table.get("card_keys", ()):
        return
    winds = sum([1 for faces in card.faces[:8] for face in faces if face in _WINDS])
    setattr(card, "winds", winds)  # noqa: B010 - an attribute that other cards lack
    if winds == 3 and rules.knows("little-winds"):
        for tile in range(HONOURS, WHITE):
            if hand.counts[tile] == 2 and name(tile) not in card.faces[8]:
                card.pairs.append("wind")
                faces: "list[Any]" = card.faces[8]
                faces.append(name(tile))
