"""Which counters move: the request and the exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from mingg_scoring.deals import Count, Points
from mingg_scoring.forms import Document

Tray = tuple[Count, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class ExchangeRequest(Document):
    """Who gains what, and who has which counters."""

    values: Annotated[tuple[Points, ...], "The values of the counters: they fall, and each divides the one before."]
    trays: Annotated[Mapping[str, Tray], "The counters of each player: how many of each value."]
    net: Annotated[Mapping[str, int], "What each player gains: 0 in all."]
    box: Annotated[Tray | None, "The counters of the bank; without it, none."] = None

    @staticmethod
    def _check(keys: Any) -> None:
        from mingg_scoring.interchange.exchanges import answer_exchange

        answer_exchange(keys)


@dataclass(frozen=True, kw_only=True, repr=False)
class Exchange(Document):
    """Which counters move."""

    put: Annotated[Mapping[str, Tray], "What each player puts in the middle."]
    take: Annotated[Mapping[str, Tray], "What each player takes out of it."]
    moved: Annotated[Count, "How many counters are put in the middle, by the players and by the bank."]
    loans: Annotated[Mapping[str, Points], "What the bank lends each player."]
    box: Annotated[tuple[int, ...], "What the bank gives of each value; what it receives is negative."]
    repaid: Annotated[Mapping[str, Points], "What each player gives back of earlier loans."] = field(
        default_factory=dict
    )
    open: Annotated[Mapping[str, int], "In a session: what could not be paid yet."] = field(default_factory=dict)
