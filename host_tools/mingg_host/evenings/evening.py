"""An evening as data: players, rules, and every deal with its score, counted by the firmware's own core."""

from __future__ import annotations

from dataclasses import dataclass, field

from mingg.core.deal.deal import Answer, Deal
from mingg.core.table.session import Session

from mingg_host.evenings.ledger import Json, Remark


@dataclass(frozen=True)
class PlayedDeal:
    """A valid deal, or one that was taken back.

    number     from 1, among the valid deals
    line       its line in the evening, from 0 (the head)
    deal       the object of the interchange format; of a corrected deal, the correction
    answer     of the core; answer.net and answer.payments go by seat
    players    name by seat ("out": the fifth player, who sits out)
    east       the dealer's name; round: "E" "S" "W" "N"
    winner     name, or None if nobody won
    net        points gained, by name
    balances   by name, after the deal
    corrected  True if it replaced another entry; undone: True if it was taken back and does not count
    read       the Deal of the core; before: the Session as it was before it
    """

    number: int
    line: int
    deal: Json
    answer: Answer
    players: dict[str, str]
    east: str
    round: str
    winner: str | None
    net: dict[str, int]
    balances: dict[str, int]
    read: Deal = field(repr=False, compare=False)
    before: Session = field(repr=False, compare=False)
    corrected: bool = False
    undone: bool = False


@dataclass(frozen=True)
class Paid:
    """A valid payment beside the deals. after: the number of valid deals before it. balances: by name, after it."""

    after: int
    source: str
    to: str
    points: int
    line: int
    balances: dict[str, int]

    @property
    def net(self) -> dict[str, int]:
        """Points gained, by name."""
        return {self.source: -self.points, self.to: self.points}


@dataclass(frozen=True)
class Adjusted:
    """Points beside the deals. Older firmware counted later deals again after the correction of deal `number`, perhaps
    for other players. net, balances: by name, gained by it and after it. line: of the correction."""

    number: int
    line: int
    net: dict[str, int]
    balances: dict[str, int]

    def __str__(self) -> str:
        return f"older firmware counted later deals again after deal {self.number} was corrected"


@dataclass(frozen=True)
class Gap:
    """Lost records. first, deals: the first lost deal and the number of lost deals (0: other records). line: as for a
    deal. balances: by name, after them."""

    first: int
    deals: int
    line: int
    balances: dict[str, int]

    def __str__(self) -> str:
        last = self.first + self.deals - 1
        if not self.deals:
            return f"records after deal {self.first - 1} are lost" if self.first > 1 else "the first records are lost"
        return f"deal {last} is lost" if self.deals == 1 else f"deals {self.first} to {last} are lost"


@dataclass(frozen=True)
class Evening:
    """name      "evening 7", or the file's name
    number    in the archive, or on the board; 0 if it has none
    rules     the rule set's id; title: for people
    options   the options that were set, as in the interchange format
    names     of the players now, the first East first
    lines     the session in the interchange format, the head first
    deals     the valid deals, in order
    undone    deals that were taken back
    payments  the valid payments beside the deals
    adjusted  points of corrections that older firmware made
    balances  by name, at the end; east: the next dealer; round: of the next deal; over: True if the game is
    trays     counters by name, and box; None without counters
    when      the day it was added to the archive, ISO 8601 (a board has no clock); "" if it is not in one
    damage    damaged places with file and line; empty for a whole evening
    gaps      lost records. Then lines has only the head, and undone, trays and box are unknown
    """

    name: str
    number: int
    rules: str
    title: str
    options: Json
    names: list[str]
    lines: list[Json]
    deals: list[PlayedDeal]
    undone: list[PlayedDeal]
    payments: list[Paid]
    balances: dict[str, int]
    east: str
    round: str
    over: bool
    trays: dict[str, list[int]] | None = None
    box: list[int] | None = None
    when: str = ""
    adjusted: list[Adjusted] = field(default_factory=list)
    damage: list[Remark] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    @property
    def history(self) -> list[PlayedDeal | Paid | Adjusted | Gap]:
        """Returns all deals, also those taken back, the valid payments, adjustments and gaps, in the order of entry."""
        entries: list[PlayedDeal | Paid | Adjusted | Gap] = [
            *self.deals,
            *self.undone,
            *self.payments,
            *self.adjusted,
            *self.gaps,
        ]
        return sorted(entries, key=lambda entry: entry.line)
