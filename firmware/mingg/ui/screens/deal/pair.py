"""The pair of a hand in tiles that scores nothing: no set of the card names it."""

from mingg.core.deal.winds import WINDS
from mingg.core.tiles.hand import parse
from mingg.core.tiles.tiles import HONOURS, KINDS, WHITE, is_major
from mingg.ui.entry.entry import DRAGON, MAJOR, PAIR, SIMPLE, set_of

MYPY = False
if MYPY:
    from mingg.ui.entry.choices import Choices


def plain_pair(groups: "list[str]", choices: "Choices") -> "int | None":
    """Returns the pair among the concealed tiles of these groups, as a set of a card, if all the others make chows;
    else None."""
    counts = parse(" ".join(groups)).counts
    for tile in range(KINDS):
        if counts[tile] > 1:
            rest = bytearray(counts)
            rest[tile] -= 2
            if _are_chows(rest):
                return set_of(_kind_of(tile, choices), PAIR)
    return None


def _are_chows(counts: bytearray) -> bool:
    """True if these tiles make chows with nothing left over."""
    for tile in range(KINDS):
        number = counts[tile]
        if number:
            if tile >= HONOURS or tile % 9 > 6 or counts[tile + 1] < number or counts[tile + 2] < number:
                return False
            counts[tile + 1] -= number
            counts[tile + 2] -= number
    return True


def _kind_of(tile: int, choices: "Choices") -> int:
    if tile >= WHITE:
        return DRAGON
    if tile >= HONOURS:
        return choices.kind_of_wind(WINDS[tile - HONOURS])
    return MAJOR if is_major(tile) else SIMPLE
