"""Catches the signals that end a program, so that a command can save its data and restore the terminal first."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def asked_to_end() -> Iterator[Callable[[], bool]]:
    """Yields a function that returns True after a signal to end. Meanwhile such signals do nothing else."""
    received = []
    before = {number: signal.signal(number, lambda number, frame: received.append(number)) for number in _SIGNALS}
    try:
        yield lambda: bool(received)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
