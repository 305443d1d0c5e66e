"""The records that are no played deal, a class for each kind."""

from mingg.core.table.session import BACK, BOX, CORRECT, COUNT, LENT, LOAN, PAY, SWAP
from mingg.records.kinds import Dealt, Record
from mingg.records.line import Json

Transfer = tuple[int, int, int]  # player who gives, player who receives, points


class Correction(Dealt):
    """Replaces a deal where it was played. number of the deal: target, from 1."""

    kind = CORRECT

    def __init__(self, target: int, keys: "Json") -> None:
        self.target = target
        self.keys = keys

    def line(self, names: "list[str]") -> "Json":
        return {CORRECT: self.target, "deal": self.keys}


class Payment(Record):
    """A payment outside deals. back: the number of the payment that it takes back, among those that stood; 0: none."""

    kind = PAY

    def __init__(self, source: int, to: int, points: int, back: int = 0) -> None:
        self.source, self.to, self.points, self.back = source, to, points, back

    def line(self, names: "list[str]") -> "Json":
        keys: "Json" = {PAY: write_transfer((self.source, self.to, self.points), names)}
        if self.back:
            keys[BACK] = self.back
        return keys


class Count(Record):
    """A physical count of counters. trays: by player; box: None if it was not counted; lent: what one player lent
    another then."""

    def __init__(self, trays: "dict[int, list[int]]", box: "list[int] | None", lent: "Transfer | None" = None) -> None:
        self.kind = LOAN if lent else COUNT
        self.trays, self.box, self.lent = trays, box, lent

    def line(self, names: "list[str]") -> "Json":
        keys: "Json" = {COUNT: {names[player]: tray for player, tray in self.trays.items()}}
        if self.box is not None:
            keys[BOX] = self.box
        if self.lent:
            keys[LENT] = write_transfer(self.lent, names)
        return keys


class Swap(Record):
    """Two players change places in all deals of the evening, also in those before. A session's file has no such line:
    it names everybody where they are at the end. In a ledger a name stands for a player, as at the start."""

    kind = SWAP

    def __init__(self, one: int, other: int) -> None:
        self.one, self.other = one, other

    def line(self, names: "list[str]") -> "Json":
        return {SWAP: [names[self.one], names[self.other]]}


def write_transfer(transfer: "Transfer", names: "list[str]") -> "Json":
    source, to, points = transfer
    return {"from": names[source], "to": names[to], "points": points}
