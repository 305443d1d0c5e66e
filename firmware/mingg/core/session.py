"""A session: the same people at one table by one rule set, deal after deal."""

from mingg.core.answer import answer
from mingg.core.table import Table

MYPY = False
if MYPY:
    from mingg.core.answer import Answer
    from mingg.core.deal import Deal
    from mingg.core.rules import Rules

START = 2000


class Session:
    """names: the players, the first East first, then to his right; rules: a Rules in force;
    balances: points by player, 2,000 each at the start; deals: how many have been played."""

    def __init__(self, names: "list[str]", rules: "Rules") -> None:
        self.names = names
        self.rules = rules
        self.table = Table(len(names))
        self.balances = [START for _ in names]
        self.deals = 0

    def answer(self, deal: "Deal") -> "Answer":
        """The answer to a deal played now; nothing changes."""
        return answer(deal, self.rules, self.table.round_wind(), len(self.names))

    def resume(self, before: "tuple[int, int, list[int]]", deals: int) -> None:
        """Goes on from (East, round, balances) as they stood after so many deals."""
        self.table.east, self.table.round, balances = before
        self.table.streak = 0
        self.balances = list(balances)
        self.deals = deals

    def apply(self, deal: "Deal") -> "Answer":
        """Plays a deal: balances, East and round move on. Returns its Answer; ValueError once the game is over."""
        if self.table.over():
            raise ValueError("the game is over")
        result = self.answer(deal)
        for seat in self.table.seats:
            self.balances[self.table.player(seat)] += result.net[seat]
        self.table.advance(deal.winner, result.stays)
        self.deals += 1
        return result
