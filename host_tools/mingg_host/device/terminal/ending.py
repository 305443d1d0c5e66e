"""Whoever is asked to end does it in order: what was entered is kept first, and the terminal given back."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def asked_to_end() -> Iterator[Callable[[], bool]]:
    """Meanwhile the signals that end a program only make this true."""
    asked = []
    before = {each: signal.signal(each, lambda number, frame: asked.append(number)) for each in _SIGNALS}
    try:
        yield lambda: bool(asked)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
