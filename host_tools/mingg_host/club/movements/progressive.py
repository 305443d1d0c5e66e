"""Progressive play, Babcock p.85-86: the two best of each table move up. scoring.progressive has the rule."""

from __future__ import annotations

from random import Random

from mingg_host.club.movements.seating import Given, Seating, Sitting, drawn, fitted
from mingg_host.club.view import ActionError
from mingg_host.scoring.progressive import Progressive


def next_seating(given: Given, dice: Random) -> Seating:
    """Returns the seats of the next sitting; the first ones are drawn. Raises ActionError while players are tied."""
    if not given.past:
        return drawn(given, dice)
    last = given.last
    tables = last.seating.tables
    if len(tables) < 2:
        return fitted(tables, given, dice)
    names = [name for table in tables for name in table]
    play = _entered(last)
    for number in range(len(tables)):
        while number in last.unplayed and play.tied(number):
            play.throw(number, {player: dice.randint(2, 12) for player in play.tied(number)})
        if play.tied(number):
            tied = ", ".join(names[player] for player in play.tied(number))
            raise ActionError(f"Table {number + 1}: {tied} are equal. Enter what they throw.")
    play.move()
    return fitted([[names[player] for player in table] for table in play.tables], given, dice)


def tied(sitting: Sitting, table: int) -> list[str]:
    """Returns the players of a table (from 0) who must throw dice, after their throws so far; [] if nobody must. Some
    deal must have been played there."""
    tables = sitting.seating.tables
    if len(tables) < 2:
        return []
    names = [name for each in tables for name in each]
    return [names[player] for player in _entered(sitting, table).tied(table)]


def _entered(sitting: Sitting, only: int | None = None) -> Progressive:
    """Returns the play with the results and throws of all tables, or only of one."""
    tables = sitting.seating.tables
    play = Progressive([len(table) for table in tables])
    for number, table in enumerate(tables):
        if only not in (None, number):
            continue
        play.enter(number, [sitting.won[number][name] for name in table])
        for throws in sitting.throws[number] if number < len(sitting.throws) else []:
            waiting = {table[player - play.tables[number][0]]: player for player in play.tied(number)}
            if not waiting:
                break
            if waiting.keys() - throws.keys():
                continue  # a correction has come since: others are equal now
            play.throw(number, {player: throws[name] for name, player in waiting.items()})
    return play
