"""The box on How by rules that count both the only place and the pair that the winning tile filled. A ticks the first,
then both, then the second, then none."""

from mingg.lang import say
from mingg.ui.entry.entry import FILLED

MYPY = False
if MYPY:
    from mingg.ui.entry.entry import Entry


def _is_filled(entry: "Entry") -> bool:
    return entry.last_set is not None and entry.last_set[:4] == FILLED


def tick(entry: "Entry") -> None:
    """Goes on to the next of the four."""
    if entry.only_place == _is_filled(entry):
        entry.only_place = not entry.only_place
    else:
        entry.last_set = None if _is_filled(entry) else FILLED


def ticked(entry: "Entry") -> "tuple[bool, list[str], str]":
    """Returns whether the box has a tick, the lines beside it, and the hint below it."""
    only, filled = entry.only_place, _is_filled(entry)
    if filled:
        lines = [say("only"), "+ " + say("pair")] if only else [say("pair")]
    else:
        lines = [say("only"), say("place")]
    hint = "hold rare" if filled else "A again: pair" if only else "pair, hold rare"
    return only or filled, lines, say(hint)
