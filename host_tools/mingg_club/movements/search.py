"""Searches for tables at which as few players as possible meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

from mingg_club.movements.seating import Tables

STEPS = 4000  # at most; a step tries up to TRIED exchanges of two players
TRIED = 60


class _Search:
    """Players are numbers here. costs: of each two at one table: earlier meetings."""

    def __init__(self, tables: Tables, met: Counter[frozenset[str]]) -> None:
        self.names = [name for table in tables for name in table]
        number = {name: player for player, name in enumerate(self.names)}
        self.tables = [[number[name] for name in table] for table in tables]
        self.at = [table for table, names in enumerate(tables) for _ in names]
        self.costs = [[0] * len(self.names) for _ in self.names]
        self.met: list[set[int]] = [set() for _ in self.names]
        for pair, times in met.items():
            a, b = (number.get(name, -1) for name in pair)
            if times and a >= 0 and b >= 0:
                self.met[a].add(b)
                self.met[b].add(a)
                self.costs[a][b] = self.costs[b][a] = times * times  # a third meeting costs four times a second one

    def gains(self, player: int, others: Iterable[int]) -> list[int]:
        """What an exchange of a player with each of others saves."""
        mine, costs = self.costs[player], self.costs
        mates = [mate for mate in self.tables[self.at[player]] if mate != player]
        now = sum(mine[mate] for mate in mates)
        gains = []
        for other in others:
            theirs = costs[other]
            gain = now - sum(theirs[mate] for mate in mates)
            for mate in self.tables[self.at[other]]:
                if mate != other:
                    gain += theirs[mate] - mine[mate]
            gains.append(gain)
        return gains

    def exchange(self, a: int, b: int) -> None:
        of_a, of_b = self.tables[self.at[a]], self.tables[self.at[b]]
        of_a[of_a.index(a)], of_b[of_b.index(b)] = b, a
        self.at[a], self.at[b] = self.at[b], self.at[a]

    def again(self) -> list[int]:
        """Players who meet someone again."""
        return [
            player for table in self.tables for player in table if any(other in self.met[player] for other in table)
        ]

    def cost(self) -> int:
        return sum(self.costs[a][b] for table in self.tables for a, b in combinations(table, 2))


def apart(tables: Tables, met: Counter[frozenset[str]], dice: Random) -> Tables:
    """Exchanges players until nobody meets anyone again, or nothing better is found in less than a second.

    met: earlier meetings. The sizes of the tables stay.
    """
    search = _Search(tables, met)
    everyone = range(len(search.names))
    best, least = [list(table) for table in search.tables], search.cost()
    cost = least
    latest = [-9] * len(everyone)
    for step in range(STEPS):
        again = search.again()
        if not again:
            break
        player = dice.choice(again)
        others = [other for other in everyone if search.at[other] != search.at[player]]
        if not others:
            break
        if len(others) > TRIED:
            others = dice.sample(others, TRIED)
        # An exchange of the last steps is not undone at once: so the search leaves a local best.
        free = [other for other in others if latest[other] < step - 4] or others
        gains = search.gains(player, free)
        gain = max(gains)
        other = dice.choice([other for other, each in zip(free, gains, strict=True) if each == gain])
        search.exchange(player, other)
        latest[player] = latest[other] = step
        cost -= gain
        if cost < least:
            best, least = [list(table) for table in search.tables], cost
    return [[search.names[player] for player in table] for table in best]
