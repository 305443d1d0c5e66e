"""Progressive play, Babcock p.85-86: several tables, four deals at each, then the two best players of each move on.

East passes after every deal, also after a win of East, a draw or a dead hand. The book does not say three things. Here
the best of the last table move to the first, a newcomer takes a free seat, and the dice decide between equals. The book
has tables of four; at a table of three, too, the two best move on.
"""

from __future__ import annotations

from random import Random

from mingg_club.movements.seating import Given, Seating, Sitting, drawn, fitted
from mingg_club.view import ActionError

Marks = dict[str, tuple[int, ...]]


def next_seating(given: Given, dice: Random) -> Seating:
    """Returns the seats of the next sitting; the first ones are drawn. Raises ActionError while players are tied."""
    if not given.past:
        return drawn(given, dice)
    tables = given.last.seating.tables
    if len(tables) > 1:
        best = [best_two(given.last, number) for number in range(len(tables))]
        newcomers = [iter(best[number - 1]) for number in range(len(tables))]
        tables = [
            [next(newcomers[number]) if name in best[number] else name for name in table]
            for number, table in enumerate(tables)
        ]
    return fitted(tables, given, dice)


def best_two(sitting: Sitting, table: int) -> list[str]:
    """Returns the two players of a table (from 0) who move on, the better first. Raises ActionError while some are
    tied."""
    equals = tied(sitting, table)
    if equals:
        raise ActionError(f"Table {table + 1}: {', '.join(equals)} are equal. Enter what they throw.")
    marks = _marks(sitting, table)
    return sorted(marks, key=lambda name: marks[name], reverse=True)[:2]


def tied(sitting: Sitting, table: int) -> list[str]:
    """Returns the players of a table (from 0) who must throw dice, after their throws so far; [] if nobody must. Some
    deal must have been played there."""
    return _equals(_marks(sitting, table)) if len(sitting.seating.tables) > 1 else []


def _marks(sitting: Sitting, table: int) -> Marks:
    """Returns what ranks each player of a table: plus or minus, then their throws if they were equal."""
    marks: Marks = {name: (sitting.won[table][name],) for name in sitting.seating.tables[table]}
    for throws in sitting.throws[table] if table < len(sitting.throws) else []:
        equals = _equals(marks)
        if throws.keys() >= set(equals):  # otherwise a correction has come since: others are equal now
            marks.update({name: (*marks[name], throws[name]) for name in equals})
    return marks


def _equals(marks: Marks) -> list[str]:
    """Returns the players of whom nobody knows yet which are the two best."""
    ranked = sorted(marks.values(), reverse=True)
    return [name for name, mark in marks.items() if mark == ranked[1]] if ranked[1] == ranked[2] else []
