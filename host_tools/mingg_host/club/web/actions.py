"""What the director's page can do beyond view.Night, if the night offers it."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from mingg_host.club.view import DealView

Json = dict[str, Any]


@runtime_checkable
class Counting(Protocol):
    """A night that can count a corrected deal before the correction is sent."""

    def count(self, table: int, deal: int, to: Json) -> DealView:
        """Returns how deal number `deal` of a table would count with the content `to`, as in the ledger. It changes
        nothing. Raises ActionError."""
