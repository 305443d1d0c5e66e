"""Searches for tables at which as few players as possible meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from random import Random

from mingg_host.club.movements.seating import Tables

REPEAT = 1_000_000  # the cost of a second meeting; of a third one four times as much
STEPS = 4000  # at most; a step tries up to TRIED exchanges of two players
TRIED = 60


class _Search:
    def __init__(self, tables: Tables, met: Counter[frozenset[str]], rank: Mapping[str, int], dice: Random) -> None:
        self.tables = [list(table) for table in tables]
        self.at = {name: number for number, table in enumerate(tables) for name in table}
        self.names = list(self.at)
        self.met = met
        self.rank = rank
        self.dice = dice

    def pair(self, a: str, b: str) -> int:
        """The cost of two players at one table: earlier meetings, and the distance of their ranks."""
        apart = self.rank.get(a, 0) - self.rank.get(b, 0)
        return REPEAT * self.met[frozenset((a, b))] ** 2 + apart * apart

    def of(self, name: str, table: list[str], but: str) -> int:
        """The cost of a player at a table without `but`."""
        return sum(self.pair(name, other) for other in table if other not in (name, but))

    def gain(self, a: str, b: str) -> int:
        """What an exchange of two players saves."""
        of_a, of_b = self.tables[self.at[a]], self.tables[self.at[b]]
        before = self.of(a, of_a, a) + self.of(b, of_b, b)
        return before - self.of(a, of_b, b) - self.of(b, of_a, a)

    def exchange(self, a: str, b: str) -> None:
        of_a, of_b = self.tables[self.at[a]], self.tables[self.at[b]]
        of_a[of_a.index(a)], of_b[of_b.index(b)] = b, a
        self.at[a], self.at[b] = self.at[b], self.at[a]

    def again(self) -> list[str]:
        """Players who meet someone again."""
        return [
            name
            for table in self.tables
            for name in table
            if any(other != name and self.met[frozenset((name, other))] for other in table)
        ]

    def cost(self) -> int:
        return sum(self.pair(a, b) for table in self.tables for a, b in combinations(table, 2))


def apart(tables: Tables, met: Counter[frozenset[str]], rank: Mapping[str, int], dice: Random) -> Tables:
    """Exchanges players until nobody meets anyone again, or nothing better is found in some seconds.

    met: earlier meetings. rank: equals stay together; {} if it does not matter. The sizes of the tables stay.
    """
    search = _Search(tables, met, rank, dice)
    best, least = [list(table) for table in search.tables], search.cost()
    latest: dict[str, int] = {}
    for step in range(STEPS):
        again = search.again()
        if not again:
            break
        name = dice.choice(again)
        others = [other for other in search.names if search.at[other] != search.at[name]]
        if not others:
            break
        if len(others) > TRIED:
            near = sorted(others, key=lambda other: abs(rank.get(other, 0) - rank.get(name, 0)) + dice.random())
            others = near[:TRIED]
        # An exchange of the last steps is not undone at once: so the search leaves a local best.
        free = [other for other in others if latest.get(other, -9) < step - 4] or others
        other = max(free, key=lambda other: (search.gain(name, other), dice.random()))
        search.exchange(name, other)
        latest[name] = latest[other] = step
        cost = search.cost() if len(search.names) <= TRIED or step % 8 == 0 or not search.again() else least
        if cost < least:
            best, least = [list(table) for table in search.tables], cost
    return best
