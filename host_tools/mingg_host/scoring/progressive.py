"""Babcock's progressive play (p.85-86): several tables, four deals at each, then the two best players of each move on.

East passes after every deal, also after a win of East, a draw or a dead hand. Cards note what each player has won or
lost. Everyone starts again with 2,000 points, and the highest total wins. The book does not say three things. Here the
best of the last table move to the first, a newcomer takes a free seat, and the dice decide between equals. The book has
tables of four; at a table of three or five, too, the two best move on.
"""

MYPY = False
if MYPY:
    from collections.abc import Sequence

PLAYERS = 4


class Progressive:
    """The cards and the seats of all players. Players are numbers.

    tables  the players of each table, the first East, then to East's right
    cards   for each player their plus or minus of every turn at a table
    """

    def __init__(self, sizes: "int | Sequence[int]") -> None:
        """sizes: of the tables, or the number of tables of four."""
        sizes = [PLAYERS] * sizes if isinstance(sizes, int) else sizes
        if len(sizes) < 2:
            raise ValueError("progressive play takes two tables or more")
        self.tables: list[list[int]] = []
        for size in sizes:
            first = sum(map(len, self.tables))
            self.tables.append(list(range(first, first + size)))
        self.cards: list[list[int]] = [[] for _ in range(sum(sizes))]
        # For each entered table, the rank of its players: plus or minus, then their throws if they were equal.
        self._marks: list[list[tuple[int, ...]] | None] = [None] * len(sizes)

    def sit(self, table: int, players: list[int]) -> None:
        """Changes the seats at a table, the first East first. Raises ValueError for other players, or after deals."""
        if sorted(players) != sorted(self.tables[table]):
            raise ValueError("other players sit at this table")
        if self._marks[table] is not None:
            raise ValueError("this table's deals are played")
        self.tables[table] = list(players)

    def enter(self, table: int, won: list[int]) -> None:
        """Notes what the players of a table have won or lost, in the order of seats. A second call corrects the first.

        Raises ValueError if the sum is not 0.
        """
        if len(won) != len(self.tables[table]) or sum(won) != 0:
            raise ValueError("plus and minus of a table do not balance")
        is_second = self._marks[table] is not None
        for seat, player in enumerate(self.tables[table]):
            if is_second:
                self.cards[player].pop()
            self.cards[player].append(won[seat])
        self._marks[table] = [(points,) for points in won]

    def tied(self, table: int) -> list[int]:
        """Returns the equal players of a table, who throw the dice. Raises ValueError before enter()."""
        marks = self._entered(table)
        ranked = sorted(marks, reverse=True)
        if ranked[1] != ranked[2]:
            return []
        return [player for seat, player in enumerate(self.tables[table]) if marks[seat] == ranked[1]]

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

    def standing(self) -> list[tuple[int, int]]:
        """Every player with their total, the highest first."""
        totals = [(player, sum(card)) for player, card in enumerate(self.cards)]
        return sorted(totals, key=lambda entry: (-entry[1], entry[0]))

    def _entered(self, table: int) -> list[tuple[int, ...]]:
        marks = self._marks[table]
        if marks is None:
            raise ValueError("this table's deals are not entered")
        return marks
