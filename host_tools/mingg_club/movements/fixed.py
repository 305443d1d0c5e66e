"""Nobody moves: the same players at the same table all night. The first seats are those of the night's file."""

from __future__ import annotations

from random import Random

from mingg_club.movements.seating import Given, Seating, fitted, split, who_plays


def next_seating(given: Given, dice: Random) -> Seating:
    """Returns the seats of the next sitting."""
    if given.past:
        return fitted(given.last.seating.tables, given, dice)
    playing, out = who_plays(given, dice)
    return Seating(split(playing, given.sizes(len(playing))), out)
