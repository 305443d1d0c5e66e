"""The counters of a session: the trays of all players, the box, and all loans."""

from mingg.core.counters.exchange import Exchange, NoExchange, exchange
from mingg.core.counters.sets import Counters, Holdings, counters_of, lend, worth
from mingg.core.table.session import Session


class Bank:
    """values  of the counters, falling
    trays   counters by value, by player
    box     counters by value
    loans   points that each player owes the box
    open    points won (or lost: negative) by each player that could not be paid yet; the next deal settles them
    lent    loans between players, see Holdings

    The worth of a tray, less the loans, plus `open` and what the player lent, is what the player began with plus all
    gains; as long as the real trays are like these.
    """

    def __init__(self, counters: "Counters", players: int) -> None:
        self.values = list(counters.values)
        self.trays = [list(counters.start) for _ in range(players)]
        self.box = list(counters.box)
        self.loans = [0] * players
        self.open = [0] * players
        self.lent: "list[tuple[int, int, int]]" = []

    def apply(self, net: "list[int]") -> "Exchange":
        """Makes the payments of a deal, and those still open. net: points that each player gains.

        A player with a loan pays it back first, out of their gain: the box, then the players who lent them counters.
        What the counters cannot settle stays open (see payable.py). If nobody gains anything, no counters move, and
        open payments wait.
        """
        due = [gain + left for gain, left in zip(net, self.open)] if any(net) else [0] * len(net)
        gains, back = due, [max(0, min(gain, loan)) for gain, loan in zip(due, self.loans)]
        repaid = self._repaid([gain - points for gain, points in zip(due, back)])
        given = list(back)  # also to other players; what they get is negative
        for (lender, borrower, _), points in zip(self.lent, repaid):
            given[lender] -= points
            given[borrower] += points
        try:
            moves = exchange(self.values, self.trays, gains, self.box, given)
            for (lender, borrower, _), points in zip(self.lent, repaid):
                self.lent = lend(self.lent, borrower, lender, points)
            moves.repaid = back
        except NoExchange:
            from mingg.core.counters.payable import payable

            gains, back = payable(self.values, self.trays, due, self.box, self.loans)
            moves = exchange(self.values, self.trays, gains, self.box, back)
        self._move(moves)
        for player, points in enumerate(back):
            self.loans[player] += moves.loans[player] - points
            self.open[player] += net[player] - gains[player]
        return moves

    def lend(self, lender: int, borrower: int, points: int) -> None:
        """Makes a loan between two players. ValueError: the lender has too little, or there is no change."""
        if worth(self.trays[lender], self.values) < points:
            raise ValueError("too few counters")
        gains = [0] * len(self.trays)
        gains[lender], gains[borrower] = -points, points
        self._move(exchange(self.values, self.trays, gains, self.box))
        self.lent = lend(self.lent, lender, borrower, points)

    def _move(self, moves: "Exchange") -> None:
        for player, tray in enumerate(self.trays):
            put, take = moves.puts[player], moves.takes[player]
            self.trays[player] = [count - put[i] + take[i] for i, count in enumerate(tray)]
        self.box = [count - given for count, given in zip(self.box, moves.box)]

    def _repaid(self, left: "list[int]") -> "list[int]":
        """What is given back of each loan between players. left: by player, what is left of their gains."""
        repaid = []
        for _, borrower, points in self.lent:
            part = max(0, min(points, left[borrower]))
            left[borrower] -= part
            repaid.append(part)
        return repaid

    def holdings(self) -> Holdings:
        """A copy of the present state."""
        trays = [list(tray) for tray in self.trays]
        return Holdings(trays, list(self.box), list(self.loans), list(self.open), list(self.lent))

    def resume(self, holdings: Holdings) -> None:
        """Continues from these holdings."""
        self.trays = [list(tray) for tray in holdings.trays]
        self.box = list(holdings.box)
        self.loans = list(holdings.loans)
        self.open = list(holdings.open)
        self.lent = list(holdings.lent)

    def counted(
        self,
        trays: "dict[int, list[int]]",
        box: "list[int] | None",
        lent: "tuple[int, int, int] | None" = None,
    ) -> None:
        """Replaces trays by player, and the box (None: not counted), by a physical count. lent: what one player lent
        another then."""
        if lent is not None:
            self.lent = lend(self.lent, *lent)
        for player, tray in trays.items():
            self.trays[player] = list(tray)
        if box is not None:
            self.box = list(box)


def new_bank(session: "Session") -> Bank:
    """The bank at the start of a session; ValueError if the session has no counters."""
    start_set = counters_of(session.counters, len(session.names))
    if start_set is None:
        raise ValueError("no counters")
    bank = Bank(start_set, len(session.names))
    if session.start is not None and session.start.held is not None:
        bank.resume(session.start.held)
    return bank
