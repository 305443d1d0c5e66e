"""The table: who is East, who sits out, which round it is, and when the game is over.

Players are numbers: 0 is the first East, then to the right.
"""

from mingg.core.deal.deal import PASSES, STAYS
from mingg.core.deal.winds import ROUNDS, seats


class Table:
    """players  how many
    rounds   how many rounds make a game
    order    the players in play in this round, from its first East to the right
    east     the player who deals
    round    from 0
    streak   how many deals in a row East has won
    """

    def __init__(self, players: int, round_number: int = 0, rounds: int = 0) -> None:
        self.seats = seats(players)
        self.players = players
        self.rounds = rounds or len(ROUNDS[players])
        self.round = round_number
        self.streak = 0
        self._begin_round()

    def _begin_round(self) -> None:
        # Of five players, number 4 sits out the first round, then number 0, 1 and so on. After the end of the game they
        # sit as in the last round.
        first = min(self.round, self.rounds - 1) % self.players if self.players == 5 else 0
        self.order = [(first + i) % self.players for i in range(len(self.seats))]
        self.east = self.order[0]

    def resume(self, east: int, round_number: int, streak: int) -> None:
        """Continues with this East in this round."""
        self.round = round_number
        self._begin_round()
        self.east = east
        self.streak = streak

    def sitting_out(self) -> "int | None":
        """The player of five who does not play this round; None if all play."""
        return (self.order[0] + 4) % 5 if self.players == 5 else None

    def sits_out_next(self) -> "tuple[int, int] | None":
        """Of five players: (how many more times East must pass, the player who sits out then); else None."""
        if self.players != 5 or self.round >= self.rounds - 1:
            return None
        return 4 - self.order.index(self.east), self.order[0]

    def round_wind(self) -> str:
        """The round wind; after the end of the game that of the last round."""
        return ROUNDS[self.players][min(self.round, self.rounds - 1)]

    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.round == self.rounds

    def seat(self, player: int) -> str:
        """The seat wind of a player in this deal; ValueError if the player sits out."""
        return self.seats[(self.order.index(player) - self.order.index(self.east)) % len(self.seats)]

    def player(self, seat: str) -> int:
        """The player with a seat wind in this deal."""
        return self.order[(self.seats.index(seat) + self.order.index(self.east)) % len(self.order)]

    def advance(self, winner: "str | None", deals_next: str, count_rounds: bool) -> None:
        """Moves the table after a deal: East stays, passes to the right, or goes to the seat `deals_next`.
        count_rounds: the round ends when East passes from the last player of `order`."""
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
