"""The table: who is East, which round it is, when the game is over.

Players are numbers: 0 the first East, then to his right.
"""

from mingg.core.winds import WINDS, seats


class Table:
    """players: how many; east: the player who deals; round: 0-3, E S W N; streak: how many deals running he has won."""

    def __init__(self, players: int = 4) -> None:
        self.seats = seats(players)
        self.east = 0
        self.round = 0
        self.streak = 0

    def round_wind(self) -> str:
        """The wind of the round; the last one's once the game is over."""
        return WINDS[min(self.round, len(WINDS) - 1)]

    def over(self) -> bool:
        """Four rounds have been played."""
        return self.round == len(WINDS)

    def seat(self, player: int) -> str:
        """The seat wind of a player in this deal."""
        return self.seats[(player - self.east) % len(self.seats)]

    def player(self, seat: str) -> int:
        """Who sits at a seat wind in this deal."""
        return (self.seats.index(seat) + self.east) % len(self.seats)

    def advance(self, winner: "str | None", stays: bool) -> None:
        """After a deal: East stays, or passes to the right. When the last player has lost as East, the round ends."""
        self.streak = self.streak + 1 if winner == "E" else 0
        if stays:
            return
        self.streak = 0
        self.east = (self.east + 1) % len(self.seats)
        if self.east == 0:
            self.round += 1
