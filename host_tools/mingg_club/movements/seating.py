"""Who sits where: the seats of a sitting, and what a movement knows when it decides the next ones.

Tables are lists of names: the first East first, then to East's right. The first list is table 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from mingg_club.night import OUT, THREE
from mingg_club.view import ActionError

Tables = list[list[str]]
# The winds of the seats at the start, by the number of players.
WINDS = {3: ("E", "S", "N"), 4: ("E", "S", "W", "N")}


@dataclass(frozen=True)
class Seating:
    """The seats of a sitting. out: players who sit out."""

    tables: Tables
    out: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Sitting:
    """A sitting that was played. won: for each table, points won or lost by name. throws: for each table, the throws
    of those who were equal, by name; a second one if some were still equal."""

    seating: Seating
    won: list[dict[str, int]]
    throws: list[list[dict[str, int]]] = field(default_factory=list)


@dataclass(frozen=True)
class Given:
    """What a movement knows. players: who plays the next sitting, in the order of the night's file. past: the sittings
    so far. odd: see sizes()."""

    players: list[str]
    past: list[Sitting]
    odd: str = THREE

    def sizes(self, players: int) -> list[int]:
        """Returns the sizes of the tables for so many players, see sizes()."""
        return sizes(players, self.odd)

    @property
    def last(self) -> Sitting:
        return self.past[-1]


def sizes(players: int, odd: str = THREE) -> list[int]:
    """Returns the sizes of the tables for so many players: tables of four, then those of three.

    odd: see night.ODD; with OUT, up to three players sit out. Of five players one sits out. Three are a table: a fourth
    one may come later. Raises ActionError for fewer.
    """
    fours, rest = divmod(players, 4)
    if players < 3:
        raise ActionError(f"{players} players are too few: a sitting needs three.")
    if players == 3:
        return [3]
    if not rest or odd == OUT or players == 5:
        return [4] * fours
    threes = 4 - rest
    return [4] * (fours + 1 - threes) + [3] * threes


def who_plays(given: Given, dice: Random) -> tuple[list[str], list[str]]:
    """Returns who plays and who sits out. Those sit out who did so least often; the dice decide between equals."""
    seats = sum(given.sizes(len(given.players)))
    spare = len(given.players) - seats
    if not spare:
        return list(given.players), []
    times = Counter(name for sitting in given.past for name in sitting.seating.out)
    drawn = sorted(given.players, key=lambda name: (times[name], dice.random()))
    out = set(drawn[:spare])
    return [name for name in given.players if name not in out], [name for name in given.players if name in out]


def split(names: Sequence[str], into: Iterable[int]) -> Tables:
    """Splits names into tables of these sizes."""
    tables, first = [], 0
    for size in into:
        tables.append(list(names[first : first + size]))
        first += size
    return tables


def drawn(given: Given, dice: Random) -> Seating:
    """Draws all seats by lot."""
    playing, out = who_plays(given, dice)
    dice.shuffle(playing)
    return Seating(split(playing, given.sizes(len(playing))), out)


def fitted(tables: Tables, given: Given, dice: Random) -> Seating:
    """Takes players from tables who do not play, gives free seats to others, and makes the tables whole. As few players
    as possible change their table."""
    playing, out = who_plays(given, dice)
    wanted = set(playing)
    seated = [[name if name in wanted else "" for name in table] for table in tables]
    waiting = [name for name in playing if not any(name in table for table in seated)]
    dice.shuffle(waiting)
    into = given.sizes(len(playing))
    seated += [[] for _ in into[len(seated) :]]
    # The tables that kept most players become the largest ones: then the fewest have to leave.
    most = sorted(range(len(seated)), key=lambda number: seated[number].count("") - len(seated[number]))
    sizes = dict(zip(most, sorted(into, reverse=True), strict=False))
    for number, table in enumerate(seated):
        while len(table) - table.count("") > sizes.get(number, 0):
            last = max(seat for seat, name in enumerate(table) if name)
            waiting.insert(0, table.pop(last))
    for number, size in sorted(sizes.items()):
        table = seated[number]
        for seat, name in enumerate(table):
            if not name and len(table) - table.count("") < size:
                table[seat] = waiting.pop()
        table[:] = [name for name in table if name]
        while len(table) < size:
            table.append(waiting.pop())
    return Seating([table for number, table in enumerate(seated) if number in sizes], out)


def meetings(past: Iterable[Sitting]) -> Counter[frozenset[str]]:
    """Returns how often each two players sat at one table."""
    return Counter(
        frozenset(pair) for sitting in past for table in sitting.seating.tables for pair in combinations(table, 2)
    )


def in_turn(tables: Tables, past: Iterable[Sitting], dice: Random) -> Tables:
    """Orders the players of each table: each seat goes to a player who had it least often; the dice decide between
    equals. So everyone begins as East equally often."""
    had = Counter(
        (name, seat) for sitting in past for table in sitting.seating.tables for seat, name in enumerate(table)
    )
    ordered = []
    for table in tables:
        left, order = list(table), []
        for seat in range(len(table)):
            name = min(left, key=lambda name: (had[name, seat], dice.random()))
            left.remove(name)
            order.append(name)
        ordered.append(order)
    return ordered
