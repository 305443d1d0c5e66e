"""Progressive play, Babcock p.85-86: several tables, four deals at each, then the two best players of each move on.

East passes after every deal, also after a win of East, a draw or a dead hand. The book does not say three things. Here
the best of the last table move to the first, a newcomer takes a free seat, and the dice decide between equals. The book
has tables of four; at a table of three, too, the two best move on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mingg_club.movements.seating import Given, Seating, Sitting, drawn, fitted
from mingg_club.view import ActionError


class Progressive:
    """The seats of all players, and who is best at each table. Players are numbers.

    tables  the players of each table, the first East, then to East's right
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        """sizes: of the tables."""
        if len(sizes) < 2:
            raise ValueError("progressive play takes two tables or more")
        players = iter(range(sum(sizes)))
        self.tables = [[next(players) for _ in range(size)] for size in sizes]
        # For each entered table, the rank of its players: plus or minus, then their throws if they were equal.
        self._marks: list[list[tuple[int, ...]] | None] = [None] * len(sizes)

    def enter(self, table: int, won: Sequence[int]) -> None:
        """Notes what the players of a table have won or lost, in the order of seats. A second call corrects the first.

        Raises ValueError if the sum is not 0.
        """
        if len(won) != len(self.tables[table]) or sum(won) != 0:
            raise ValueError("plus and minus of a table do not balance")
        self._marks[table] = [(points,) for points in won]

    def tied(self, table: int) -> list[int]:
        """Returns the equal players of a table, who throw the dice. Raises ValueError before enter()."""
        marks = self._entered(table)
        ranked = sorted(marks, reverse=True)
        if ranked[1] != ranked[2]:
            return []
        return [player for player, mark in zip(self.tables[table], marks, strict=True) if mark == ranked[1]]

    def throw(self, table: int, throws: dict[int, int]) -> None:
        """Notes the throws of the equal players of a table. Those who are still equal throw again.

        Raises ValueError for other players.
        """
        if sorted(throws) != sorted(self.tied(table)):
            raise ValueError("those throw who are equals, together")
        marks = self._entered(table)
        for seat, player in enumerate(self.tables[table]):
            if player in throws:
                marks[seat] += (throws[player],)

    def best(self, table: int) -> list[int]:
        """Returns the two players of a table who move on, the better first. Raises ValueError before it is decided."""
        if self.tied(table):
            raise ValueError("equals have to throw the dice")
        marks = self._entered(table)
        seats = sorted(range(len(marks)), key=lambda seat: (marks[seat], -seat), reverse=True)
        return [self.tables[table][seat] for seat in seats[:2]]

    def move(self) -> None:
        """Moves the two best of every table to the next. Raises ValueError before all tables are decided."""
        best = [self.best(table) for table in range(len(self.tables))]
        for table, seats in enumerate(self.tables):
            newcomers = iter(best[table - 1])
            self.tables[table] = [next(newcomers) if player in best[table] else player for player in seats]
            self._marks[table] = None

    def _entered(self, table: int) -> list[tuple[int, ...]]:
        marks = self._marks[table]
        if marks is None:
            raise ValueError("this table's deals are not entered")
        return marks


# ---- as a movement ----


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
