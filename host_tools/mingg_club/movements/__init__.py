"""The movements of a club night: each decides who sits where next. One module has one movement."""

from __future__ import annotations

import hashlib
import json
from random import Random

from mingg_club import night
from mingg_club.movements import fixed, meet, progressive
from mingg_club.movements.seating import Given, Seating, Sitting

_MOVEMENTS = {
    night.PROGRESSIVE: progressive.next_seating,
    night.MEET: meet.next_seating,
    night.FIXED: fixed.next_seating,
}


def next_seating(movement: str, given: Given, dice: Random) -> Seating:
    """Returns the seats of the next sitting. movement: one of night.MOVEMENTS. Raises ActionError."""
    return _MOVEMENTS[movement](given, dice)


def basis(movement: str, given: Given) -> str:
    """Returns a digest of the results that the next seats rest on; "" if they rest on none. Other results may give
    other seats."""
    if not given.past or movement != night.PROGRESSIVE:
        return ""
    rests_on = [given.last.won, given.last.throws]
    return hashlib.sha256(json.dumps(rests_on, sort_keys=True).encode()).hexdigest()[:16]


def tied(movement: str, sitting: Sitting, table: int) -> list[str]:
    """Returns the players of a table (from 0) who must throw dice before players move."""
    return progressive.tied(sitting, table) if movement == night.PROGRESSIVE else []
