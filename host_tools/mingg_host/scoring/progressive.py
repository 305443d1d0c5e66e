"""Babcock's progressive play (p.85-86): several tables, four deals at each, then the two best of each move to the next.

East passes after every deal, whoever won, and after a draw or a dead hand. What each player has won or lost is carded,
plus or minus; everybody starts again with 2,000; the highest total wins. Where the book is silent: from the last table
one moves to the first, a newcomer takes a seat that was left, and the dice part equals.
"""

PLAYERS = 4
DEALS = 4


def east(deals: int) -> int:
    """Which player of a table is East after so many deals at it, 0 the first East; ValueError when all are played."""
    if not 0 <= deals < DEALS:
        raise ValueError(f"{DEALS} deals are played at a table")
    return deals


class Progressive:
    """Everybody's cards and where everybody sits; players are numbers.

    tables  the four players of each table, the first East, then to his right
    cards   for each player his plus or minus of every turn at a table
    """

    def __init__(self, tables: int) -> None:
        if tables < 2:
            raise ValueError("progressive play takes two tables or more")
        self.tables = [list(range(PLAYERS * table, PLAYERS * (table + 1))) for table in range(tables)]
        self.cards: list[list[int]] = [[] for _ in range(PLAYERS * tables)]
        # For each table entered, what ranks its players: plus or minus, then their throws where they were equals.
        self._marks: list[list[tuple[int, ...]] | None] = [None] * tables

    def sit(self, table: int, players: list[int]) -> None:
        """Seats the players of a table anew, the first East first; ValueError for others, or once they have played."""
        if sorted(players) != sorted(self.tables[table]):
            raise ValueError("other players sit at this table")
        if self._marks[table] is not None:
            raise ValueError("this table's deals are played")
        self.tables[table] = list(players)

    def enter(self, table: int, won: list[int]) -> None:
        """Cards what the players of a table, as seated, have won or lost; once more before they move: corrects it.

        ValueError where plus and minus do not balance."""
        if len(won) != PLAYERS or sum(won) != 0:
            raise ValueError("plus and minus of a table do not balance")
        again = self._marks[table] is not None
        for seat, player in enumerate(self.tables[table]):
            if again:
                self.cards[player].pop()
            self.cards[player].append(won[seat])
        self._marks[table] = [(points,) for points in won]

    def tied(self, table: int) -> list[int]:
        """The players of a table who throw the dice for moving up, being equals; ValueError before it is entered."""
        marks = self._entered(table)
        ranked = sorted(marks)
        if ranked[1] != ranked[2]:
            return []
        return [player for seat, player in enumerate(self.tables[table]) if marks[seat] == ranked[1]]

    def throw(self, table: int, throws: dict[int, int]) -> None:
        """What each of the tied players of a table threw; who are equals still throw again. ValueError for others."""
        if sorted(throws) != sorted(self.tied(table)):
            raise ValueError("those throw who are equals, together")
        marks = self._entered(table)
        for seat, player in enumerate(self.tables[table]):
            if player in throws:
                marks[seat] += (throws[player],)

    def best(self, table: int) -> list[int]:
        """The two players of a table who move up, the better first; ValueError while it is not known."""
        if self.tied(table):
            raise ValueError("equals have to throw the dice")
        marks = self._entered(table)
        seats = sorted(range(PLAYERS), key=lambda seat: (marks[seat], -seat), reverse=True)
        return [self.tables[table][seat] for seat in seats[:2]]

    def move(self) -> None:
        """The two best of every table move to the next; ValueError while they are not known at some table."""
        best = [self.best(table) for table in range(len(self.tables))]
        for table, seats in enumerate(self.tables):
            newcomers = iter(best[table - 1])
            self.tables[table] = [next(newcomers) if player in best[table] else player for player in seats]
            self._marks[table] = None

    def standing(self) -> list[tuple[int, int]]:
        """Every player with his total, the highest first."""
        totals = [(player, sum(card)) for player, card in enumerate(self.cards)]
        return sorted(totals, key=lambda entry: (-entry[1], entry[0]))

    def _entered(self, table: int) -> list[tuple[int, ...]]:
        marks = self._marks[table]
        if marks is None:
            raise ValueError("this table's deals are not entered")
        return marks
