"""The simulator's page as a device of a club: a phone at a table."""

from __future__ import annotations

from pathlib import Path

from mingg_host.common import places
from mingg_host.simulator.website import Site


def site(broker: str) -> Site:
    """Returns the page. broker: its address for web pages."""
    return Site(places.package(), broker=broker, more=Path(__file__).parent)
