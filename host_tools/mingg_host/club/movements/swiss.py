"""Swiss: players with equal standing meet, and nobody meets the same opponents again if it can be avoided."""

from __future__ import annotations

from random import Random

from mingg_host.club.movements.search import apart
from mingg_host.club.movements.seating import Given, Seating, drawn, in_turn, meetings, split, who_plays


def next_seating(given: Given, dice: Random) -> Seating:
    """Returns the seats of the next sitting: the best at table 1. The first ones are drawn."""
    if not given.past:
        return drawn(given, dice)
    playing, out = who_plays(given, dice)
    place = {name: number for number, name in enumerate(given.standing)}
    playing.sort(key=lambda name: place.get(name, len(place)))
    rank = {name: number for number, name in enumerate(playing)}
    tables = apart(split(playing, given.sizes(len(playing))), meetings(given.past), rank, dice)
    tables.sort(key=lambda table: min(rank[name] for name in table))
    # Those of three or five last, as everywhere.
    tables.sort(key=lambda table: len(table) != 4)
    return Seating(in_turn(tables, given.past, dice), out)
