"""Waiting for tasks and ending them, without losing a cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

CANCEL_S = 0.5  # a task that has not ended by then is cancelled once more


async def ended(tasks: Sequence[asyncio.Future[Any]]) -> None:
    """Cancels tasks until they have ended: asyncio.wait_for() of Python 3.11 loses a cancellation that comes together
    with the result, and aiomqtt waits with it."""
    while any(not task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=CANCEL_S)
    await asyncio.gather(*tasks, return_exceptions=True)


async def within(waiting: Coroutine[Any, Any, object], seconds: float) -> None:
    """Waits for something, but not longer. It loses no cancellation, unlike asyncio.wait_for()."""
    task = asyncio.ensure_future(waiting)
    try:
        await asyncio.wait([task], timeout=seconds)
    finally:
        task.cancel()


async def threads_ended() -> None:
    """Waits for what still runs in threads. A client that is given up while it connects in one makes a task afterwards,
    and asyncio.run() ends those alone that it sees."""
    await asyncio.get_running_loop().shutdown_default_executor()
    await asyncio.sleep(0)
