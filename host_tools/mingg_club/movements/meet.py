"""Meet: everyone plays with as many others as possible, and with nobody twice if it can be avoided.

Many numbers of tables have a fixed schedule without any second meeting. Imagine the players of the first sitting in a
grid: a row for each table, and four columns. The players of a column stay apart, and each column moves through the
tables with its own step. If the steps are elements of a field with as many elements as there are tables, no two players
meet twice. Such schedules are known as transversal designs.

Some numbers of tables have longer schedules, in which everyone meets almost everyone: resolvable designs. They are
cyclic: three rings of players turn by one place from sitting to sitting, and one, two or three players stay.
"""

from __future__ import annotations

from random import Random

from mingg_club.movements.search import apart
from mingg_club.movements.seating import (
    Given,
    Seating,
    Tables,
    drawn,
    in_turn,
    meetings,
    split,
    who_plays,
)

# Numbers of tables with a field: primes, and for powers of 2 the polynomial that reduces products.
_PRIMES = (5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
_BINARY = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
# By the number of tables: the first sitting of a cyclic schedule, found by a search. With n sittings, the numbers 0 to
# n - 1 are the first ring, n to 2n - 1 the second, 2n to 3n - 1 the third; greater numbers stay.
_CYCLIC = {
    6: "23 17 11 4, 22 18 3 13, 21 19 0 9, 20 12 16 14, 15 5 1 6, 10 7 8 2",
    7: "27 21 12 2, 26 1 10 25, 24 20 18 16, 23 11 13 6, 22 17 0 4, 19 8 5 7, 15 14 9 3",
    9: "35 29 4 14, 34 7 24 13, 33 25 10 19, 32 1 5 12, 31 27 8 26, 30 17 22 9, 28 21 6 18, 23 15 11 20, 16 0 3 2",
}


def next_seating(given: Given, dice: Random) -> Seating:
    """Returns the seats of the next sitting; the first ones are drawn."""
    if not given.past:
        return drawn(given, dice)
    playing, out = who_plays(given, dice)
    tables = _by_schedule(given, playing)
    if tables is None:
        dice.shuffle(playing)
        tables = apart(split(playing, given.sizes(len(playing))), meetings(given.past), dice)
    return Seating(in_turn(tables, given.past, dice), out)


def schedule(tables: int) -> list[list[list[tuple[int, int]]]]:
    """Returns a schedule without second meetings: for each sitting and table, its players as (row, column) of the first
    sitting. [] if there is none for this number of tables."""
    if tables in _CYCLIC:
        return _turned(_CYCLIC[tables])
    if tables in _PRIMES or tables in _BINARY:
        sittings = [
            [
                [(_sum(table, _product(step, column, tables), tables), column) for column in range(4)]
                for table in range(tables)
            ]
            for step in range(tables)
        ]
        if tables % 4 == 0:  # at last those of one column meet
            columns = [[(row, column) for row in range(tables)] for column in range(4)]
            sittings.append([column[first : first + 4] for column in columns for first in range(0, tables, 4)])
        return sittings
    return []


def _turned(numbers: str) -> list[list[list[tuple[int, int]]]]:
    """Returns the sittings of a cyclic schedule from the numbers of its first one."""
    first = [list(map(int, table.split())) for table in numbers.split(",")]
    place = {number: (row, column) for row, table in enumerate(first) for column, number in enumerate(table)}
    turns = (len(place) - 1) // 3

    def turned(number: int, turn: int) -> tuple[int, int]:
        ring, at = divmod(number, turns)
        return place[ring * turns + (at + turn) % turns if ring < 3 else number]

    return [[[turned(number, turn) for number in table] for table in first] for turn in range(turns)]


def _by_schedule(given: Given, playing: list[str]) -> Tables | None:
    """Returns the next sitting of the schedule; None if there is none, or the night has left it."""
    first = given.past[0].seating.tables
    names = {name for table in first for name in table}
    sittings = schedule(len(first)) if names == set(playing) and all(len(table) == 4 for table in first) else []
    if len(given.past) >= len(sittings):
        return None
    # The order of seats changes from sitting to sitting; columns are those of the first one.
    planned = [[[first[row][column] for row, column in table] for table in sitting] for sitting in sittings]
    for sitting, tables in zip(given.past, planned, strict=False):
        if sorted(map(sorted, sitting.seating.tables)) != sorted(map(sorted, tables)):
            return None
    return planned[len(given.past)]


def _sum(a: int, b: int, field: int) -> int:
    return a ^ b if field in _BINARY else (a + b) % field


def _product(a: int, b: int, field: int) -> int:
    if field not in _BINARY:
        return a * b % field
    product = 0
    while b:
        if b & 1:
            product ^= a
        a, b = a << 1, b >> 1
        if a >= field:
            a ^= _BINARY[field]
    return product
