"""Handles Ctrl-C while a command starts, and while it runs.

While modules are loaded, nothing has been done yet. So Ctrl-C ends the process at once, with status 130 and no message.
KeyboardInterrupt does not work there: during an import it prints a traceback, and Python's clean-up code may lose it. A
running command gets KeyboardInterrupt, and can finish its work in an orderly way.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

STATUS = 130  # the status that shells use for a program ended by Ctrl-C

_running = False


def end_at_once() -> None:
    """Makes Ctrl-C end the process at once, except within running(). Call it before slow imports.

    If the process was started with Ctrl-C ignored, as in the background of a script, it still ignores it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)


def _interrupted(number: int, frame: object) -> None:
    if not _running:
        os._exit(STATUS)
    raise KeyboardInterrupt


@contextmanager
def running(now: bool = True) -> Iterator[None]:
    """Makes Ctrl-C raise KeyboardInterrupt in this block. False: it ends the process at once, as outside."""
    global _running
    before, _running = _running, now
    try:
        yield
    finally:
        _running = before
