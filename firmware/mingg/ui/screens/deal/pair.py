"""The pair of a hand in tiles that scores nothing: no set of the card names it."""

from mingg.core.deal.winds import WINDS
from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.hand import parse
from mingg.core.tiles.tiles import HONOURS, WHITE, is_major
from mingg.ui.entry.entry import DRAGON, MAJOR, PAIR, SIMPLE, set_of

MYPY = False
if MYPY:
    from mingg.ui.entry.card_entry import CardEntry


def kind_of(tile: int, hand: "CardEntry") -> int:
    """Returns the class of a set of a tile, as on the card."""
    if tile >= WHITE:
        return DRAGON
    if tile >= HONOURS:
        return hand.kind_of_wind(WINDS[tile - HONOURS])
    return MAJOR if is_major(tile) else SIMPLE


def plain_pair(groups: "list[str]", hand: "CardEntry") -> "int | None":
    """Returns the pair among the concealed tiles of these groups, as a set of a card, if all the others make chows;
    else None."""
    ways = Concealed(parse(" ".join(groups)).counts).arrangements()
    pairs = [pair for pair, pungs, _ in ways if not pungs]
    return set_of(kind_of(min(pairs), hand), PAIR) if pairs else None
