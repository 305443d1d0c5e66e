"""The people who may use the broker of a club."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from help.brokers import Broker
from help.club_devices import CLUB
from help.club_room import Room, begun
from mingg_club.brokers import Credentials


@pytest.fixture(scope="module")
def users() -> Credentials:
    """Those of a club with three tables."""
    credentials = Credentials(CLUB)
    credentials.add(3)
    return credentials


@pytest.fixture
def room() -> Room:
    """A night whose first sitting has begun: two tables, two sittings of two deals, nobody moves."""
    return begun()


@pytest.fixture
def real_broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path / "broker")
    yield broker
    broker.close()
