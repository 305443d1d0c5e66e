"""The table: who is East, who sits out, which round it is, when the game is over.

Players are numbers: 0 the first East, then to his right.
"""

from mingg.core.deal.deal import PASSES, STAYS
from mingg.core.deal.winds import ROUNDS, seats


class Table:
    """players: how many; order: who is in play in this round, from its first East to the right; east: the player who
    deals; round: 0 the first; streak: how many deals running East has won."""

    def __init__(self, players: int, round_number: int = 0) -> None:
        self.seats = seats(players)
        self.players = players
        self.round = round_number
        self.streak = 0
        self._begin_round()

    def _begin_round(self) -> None:
        # Of five, the fifth of the list sits out the first round, then the first, the second and so on. Once the game
        # is over, they sit as in the last round.
        first = min(self.round, len(ROUNDS[self.players]) - 1) % self.players if self.players == 5 else 0
        self.order = [(first + i) % self.players for i in range(len(self.seats))]
        self.east = self.order[0]

    def resume(self, east: int, round_number: int, streak: int) -> None:
        """Goes on from a given East in a given round."""
        self.round = round_number
        self._begin_round()
        self.east = east
        self.streak = streak

    def sitting_out(self) -> "int | None":
        """The fifth player, who does not play this round; None where all do."""
        return (self.order[0] + 4) % 5 if self.players == 5 else None

    def round_wind(self) -> str:
        """The wind of the round; the last one's once the game is over."""
        winds = ROUNDS[self.players]
        return winds[min(self.round, len(winds) - 1)]

    def over(self) -> bool:
        """All rounds have been played."""
        return self.round == len(ROUNDS[self.players])

    def seat(self, player: int) -> str:
        """The seat wind of a player in this deal; ValueError for one who sits out."""
        return self.seats[(self.order.index(player) - self.order.index(self.east)) % len(self.seats)]

    def player(self, seat: str) -> int:
        """Who sits at a seat wind in this deal."""
        return self.order[(self.seats.index(seat) + self.order.index(self.east)) % len(self.order)]

    def advance(self, winner: "str | None", deals_next: str, count_rounds: bool) -> None:
        """After a deal: East stays, or passes to the right, or is who sat at the seat `deals_next`. When the last in
        play has lost as East, the round ends, where rounds are counted."""
        self.streak = self.streak + 1 if winner == "E" else 0
        if deals_next == STAYS:
            return
        self.streak = 0
        if deals_next != PASSES:
            self.east = self.player(deals_next)
        elif not count_rounds or self.east != self.order[-1]:
            self.east = self.order[(self.order.index(self.east) + 1) % len(self.order)]
        else:
            self.round += 1
            if not self.over():
                self._begin_round()
