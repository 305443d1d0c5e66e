"""Ctrl-C while the command starts, and while it runs.

While modules are loaded nothing has been done yet, so Ctrl-C ends the process at once, with status 130 and without a
word. A KeyboardInterrupt would not do: raised in the middle of an import it prints a traceback, and sometimes is lost
in one of Python's own clean-ups. A command that runs gets its KeyboardInterrupt, and can leave things in order.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

STATUS = 130  # what a shell shows of a program that Ctrl-C ended

_running = False


def end_at_once() -> None:
    """From now on Ctrl-C ends the process at once, except within running(). Call it before slow imports. A process that
    was started with Ctrl-C ignored, as in the background of a script, goes on ignoring it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)


def _interrupted(number: int, frame: object) -> None:
    if not _running:
        os._exit(STATUS)
    raise KeyboardInterrupt


@contextmanager
def running(so: bool = True) -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt in this block. so=False: it ends the process again, while modules are loaded."""
    global _running
    before, _running = _running, so
    try:
        yield
    finally:
        _running = before
