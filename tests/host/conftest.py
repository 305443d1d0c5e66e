"""The helpers of this folder are plain modules beside the tests."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Lets the tests of club nights run loops of their own. The browser's tests leave a loop running in their
    process until it ends."""
    running = (
        asyncio.events._get_running_loop() if request.module.__name__.rpartition(".")[2][:10] == "test_club_" else None
    )
    if running is not None:
        asyncio.events._set_running_loop(None)
    yield
    if running is not None:
        asyncio.events._set_running_loop(running)
