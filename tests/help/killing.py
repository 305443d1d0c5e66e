"""Processes that are killed before a chosen change of the disk."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import count

from help.seeds import SEED

# What Python announces before it changes a disk, or locks something there.
CHANGES = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "fcntl.flock", "shutil.rmtree")


def killed_before_each_change(do: Callable[[], object], every: int = 1) -> Iterator[int]:
    """Runs the function in a process that is killed before its first change of the disk, then before its second, and so
    on, until it reaches its end. Yields after each killed process. every: only each so many changes is tried, others in
    each run."""
    for number in count(SEED % every, every):
        status = in_a_process(lambda: do(), kill_before=number)
        if status == 0:
            return
        assert status == -signal.SIGKILL, "it failed before it was killed"
        yield number


def in_a_process(do: Callable[[], object], kill_before: int | None = None) -> int:
    """Runs the function in a process. kill_before: kills it before this change of the disk. Returns its exit code."""
    child = os.fork()
    if child == 0:
        _do_and_end(do, kill_before)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _do_and_end(do: Callable[[], object], kill_before: int | None) -> None:
    remaining = kill_before

    def see(event: str, _: object) -> None:
        nonlocal remaining
        if remaining is not None and event in CHANGES:
            if remaining == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            remaining -= 1

    status = 1
    try:
        sys.addaudithook(see)
        do()
        status = 0
    except BaseException:  # noqa: BLE001 - pytest runs in this process too, and must not go on in it
        traceback.print_exc()
    finally:
        os._exit(status)
