"""Locks on files and folders. The system releases a lock when its process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

POLL_S = 0.05
_HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class Busy(Exception):
    """Another process holds the lock."""


def lock(at: int) -> bool | None:
    """Locks an open file or folder. True: the lock is ours; False: another process has it; None: the file system has
    no locks, or none for what is open this way."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(at, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(at, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in _HELD_BY_ANOTHER else None
    return True


def is_at(at: int, path: Path) -> bool:
    """Whether this path still names the open file or folder, and not another one that took its place."""
    try:
        return os.path.samestat(os.fstat(at), path.stat(follow_symlinks=False))
    except OSError:
        return False


@contextmanager
def held(folder: Path, patience_s: float) -> Iterator[None]:
    """Makes the folder if it is missing, and holds its lock; on a file system without locks, holds nothing. Raises
    OSError, and Busy if another process keeps the lock for longer than patience_s."""
    until = time.monotonic() + patience_s
    folder = Path(os.path.realpath(folder))
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        if os.name == "nt":
            yield
            return
        at = os.open(folder, os.O_RDONLY)
        try:
            ours = lock(at)
            if ours is None or (ours and is_at(at, folder)):
                yield
                return
        finally:
            os.close(at)
        # Another process has the lock, or has removed the folder in the meantime.
        if ours is False and time.monotonic() > until:
            raise Busy
        time.sleep(POLL_S)
