"""A session: the same people at one table by one rule set, deal after deal."""

from mingg.core.deal.deal import OUT
from mingg.core.table.table import Table

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.rules import Rules

    Standing = tuple[int, int, int, list[int]]

START = 2000


class Session:
    """names: the players, the first East first, then to his right; rules: a Rules in force;
    balances: points by player, 2,000 each at the start; deals: how many have been played; counters: "none", "babcock",
    "harr", or a set of the players' own as the interchange format has it."""

    def __init__(self, names: "list[str]", rules: "Rules", counters: "str | dict[str, Any]" = "none") -> None:
        self.names = names
        self.rules = rules
        self.counters = counters
        self.table = Table(len(names))
        self.balances = [START for _ in names]
        self.deals = 0

    def counted(self) -> bool:
        """Whether counters are moved, or balances alone are kept."""
        return self.counters != "none"

    def answer(self, deal: "Deal") -> "Answer":
        """The answer to a deal played now; nothing changes."""
        # Loaded when a deal is answered: a board has other uses for the room while one is entered.
        from mingg.core.settlement.settle import answer

        deal.streak = self.table.streak + 1 if deal.winner == "E" else 0
        return answer(deal, self.rules, self.table.round_wind())

    def player(self, seat: str) -> int:
        """Who sits at a seat in this deal; OUT: who sits out."""
        out = self.table.sitting_out()
        return out if seat == OUT and out is not None else self.table.player(seat)

    def standing(self) -> "Standing":
        """East (a player's number), the round (0 the first), East's wins running, the balances."""
        return self.table.east, self.table.round, self.table.streak, list(self.balances)

    def resume(self, standing: "Standing", deals: int) -> None:
        """Goes on from how things stood after so many deals."""
        east, round_number, streak, balances = standing
        self.table.resume(east, round_number, streak)
        self.balances = list(balances)
        self.deals = deals

    def pay(self, source: int, to: int, points: int) -> None:
        """A payment between two players, outside any deal."""
        self.balances[source] -= points
        self.balances[to] += points

    def apply(self, deal: "Deal", result: "Answer | None" = None) -> "Answer":
        """Plays a deal: balances, East and round move on. Returns its Answer, which is `result` where that is known
        already; ValueError once the game is over."""
        if self.table.over():
            raise ValueError("the game is over")
        if result is None:
            result = self.answer(deal)
        for seat, gain in result.net.items():
            self.balances[self.player(seat)] += gain
        self.table.advance(deal.winner, result.deals_next, not self.rules.on("winner_deals"))
        self.deals += 1
        return result
