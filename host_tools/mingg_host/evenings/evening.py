"""An evening as data: players, rules, and every deal with its score, counted by the firmware's own core."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mingg.core.deal.deal import Answer, Deal
from mingg.core.table.session import Session
from mingg_scoring.json_answers import Played

from mingg_host.evenings.ledger import Json, Remark


@dataclass(frozen=True)
class PlayedDeal:
    """A valid deal, or one that was taken back.

    number     from 1, among the valid deals
    line       its line in the evening, from 0 (the head)
    deal       the Deal of the core; of a corrected deal, the correction
    before     the Session before it, with the present names of the players
    answer     of the core; answer.net and answer.payments go by seat
    balances   by name, after the deal
    corrected  True if it replaced another entry; undone: True if it was taken back and does not count
    """

    number: int
    line: int
    deal: Deal
    before: Session
    answer: Answer
    balances: dict[str, int]
    corrected: bool = False
    undone: bool = False

    @property
    def played(self) -> Played:
        return Played(self.before.rules, self.round, self.deal, self.answer)

    @cached_property
    def players(self) -> dict[str, str]:
        """Names by seat ("out": the fifth player, who sits out)."""
        return {seat: self.before.names[self.before.player(seat)] for seat in self.answer.net}

    @property
    def east(self) -> str:
        """The dealer's name."""
        return self.before.names[self.before.table.east]

    @property
    def round(self) -> str:
        """The round wind: "E" "S" "W" "N"."""
        return self.before.table.round_wind()

    @property
    def winner(self) -> str | None:
        """The winner's name, or None if nobody won."""
        return None if self.deal.winner is None else self.players[self.deal.winner]

    @property
    def source(self) -> str | None:
        """The name of the player whose tile won, or None: the winner drew it, or the source is unknown."""
        win = self.deal.win
        return None if win is None or win.source is None else self.players[win.source]

    @property
    def net(self) -> dict[str, int]:
        """Points gained, by name."""
        return {self.players[seat]: gain for seat, gain in self.answer.net.items()}


@dataclass(frozen=True)
class Paid:
    """A valid payment beside the deals. balances: by name, after it."""

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


Event = PlayedDeal | Paid | Adjusted | Gap


@dataclass(frozen=True)
class Evening:
    """name      "evening 7", or the file's name
    number    in the archive, or on the board; 0 if it has none
    rules     the Rules in force; rules.id and rules.title name them
    names     of the players now, the first East first
    lines     the session in the interchange format, the head first
    history   all deals, also those taken back, the valid payments, adjustments and gaps, in the order of entry
    balances  by name, at the end; east: the next dealer; round: of the next deal; over: True if the game is
    trays     counters by name, and box; None without counters
    when      the day it was added to the archive, ISO 8601 (a board has no clock); "" if it is not in one
    damage    damaged places with file and line; empty for a whole evening
    gaps      lost records. Then lines has only the head, and undone, trays and box are unknown
    """

    name: str
    number: int
    rules: Any  # rules.Rules
    names: list[str]
    lines: list[Json]
    history: list[Event]
    balances: dict[str, int]
    east: str
    round: str
    over: bool
    trays: dict[str, list[int]] | None = None
    box: list[int] | None = None
    when: str = ""
    damage: list[Remark] = field(default_factory=list)

    @property
    def options(self) -> Json:
        """The options that were set, as in the interchange format."""
        options: Json = self.lines[0].get("options", {})
        return options

    @property
    def counted(self) -> list[Event]:
        """The history without deals that were taken back."""
        return [event for event in self.history if not (isinstance(event, PlayedDeal) and event.undone)]

    @cached_property
    def deals(self) -> list[PlayedDeal]:
        """The valid deals."""
        return [event for event in self.counted if isinstance(event, PlayedDeal)]

    @property
    def undone(self) -> list[PlayedDeal]:
        return [event for event in self.history if isinstance(event, PlayedDeal) and event.undone]

    @property
    def payments(self) -> list[Paid]:
        return [event for event in self.history if isinstance(event, Paid)]

    @cached_property
    def gaps(self) -> list[Gap]:
        return [event for event in self.history if isinstance(event, Gap)]
