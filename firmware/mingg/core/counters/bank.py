"""The counters of a session: everybody's tray, the box, and what the box has lent."""

from mingg.core.counters.exchange import Exchange, NoExchange, exchange
from mingg.core.counters.sets import Holdings, counters_of

MYPY = False
if MYPY:
    from mingg.core.counters.sets import Counters
    from mingg.core.table.session import Session


class Bank:
    """values: falling; trays: by player; box; loans: points by player, not yet given back; open: points by player, won
    or lost, that could not be paid yet, and are settled with the next deal.

    A player's balance is what his tray is worth, less his loan, and what is open; as long as the trays are as the bank
    has them, and began so."""

    def __init__(self, counters: "Counters", players: int) -> None:
        self.values = list(counters.values)
        self.trays = [list(counters.start) for _ in range(players)]
        self.box = list(counters.box)
        self.loans = [0] * players
        self.open = [0] * players

    def apply(self, net: "list[int]") -> "Exchange":
        """Makes a deal's payments, and what is open of earlier ones: net is what each player gains.

        Who has a loan pays it back first, out of what he gains. What the counters cannot do stays open, as payable.py
        has it. Where nobody gains anything no counters move.
        """
        due = [gain + left for gain, left in zip(net, self.open)] if any(net) else [0] * len(net)
        gains, back = due, [max(0, min(gain, loan)) for gain, loan in zip(due, self.loans)]
        try:
            found = exchange(self.values, self.trays, gains, self.box, back)
        except NoExchange:
            from mingg.core.counters.payable import payable

            gains, back = payable(self.values, self.trays, due, self.box, self.loans)
            found = exchange(self.values, self.trays, gains, self.box, back)
        for player, tray in enumerate(self.trays):
            put, take = found.puts[player], found.takes[player]
            self.trays[player] = [count - put[i] + take[i] for i, count in enumerate(tray)]
            self.loans[player] += found.loans[player] - back[player]
            self.open[player] += net[player] - gains[player]
        self.box = [count - given for count, given in zip(self.box, found.box)]
        return found

    def holdings(self) -> Holdings:
        return Holdings([list(tray) for tray in self.trays], list(self.box), list(self.loans), list(self.open))

    def resume(self, holdings: Holdings) -> None:
        """Goes on from these holdings."""
        self.trays = [list(tray) for tray in holdings.trays]
        self.box = list(holdings.box)
        self.loans = list(holdings.loans)
        self.open = list(holdings.open)

    def counted(self, trays: "dict[int, list[int]]", box: "list[int] | None") -> None:
        """Trays, and the box, as they were counted."""
        for player, tray in trays.items():
            self.trays[player] = list(tray)
        if box is not None:
            self.box = list(box)


def new_bank(session: "Session") -> Bank:
    """The bank as a session begins; ValueError if the session has no counters."""
    found = counters_of(session.counters, len(session.names))
    if found is None:
        raise ValueError("no counters")
    return Bank(found, len(session.names))
