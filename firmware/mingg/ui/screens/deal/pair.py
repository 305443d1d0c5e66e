"""The pair of a hand in tiles that scores nothing: no set of the card names it."""

from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.hand import parse
from mingg.entry.entry import PAIR, set_of

MYPY = False
if MYPY:
    from mingg.entry.card_entry import CardEntry


def plain_pair(groups: "list[str]", hand: "CardEntry") -> "list[int]":
    """Returns the pair among the concealed tiles of these groups, as a set of a card, if all the others make chows;
    else nothing."""
    ways = Concealed(parse(" ".join(groups)).counts).arrangements()
    pairs = sorted([pair for pair, pungs, _ in ways if not pungs])
    return [set_of(hand.kind_of(pair), PAIR) for pair in pairs[:1]]
