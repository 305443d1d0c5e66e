"""Locks files and folders. The system releases a lock when its process ends, even after a crash."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FILE = ".lock"  # a file in a folder that cannot be locked itself
POLL_S = 0.05
_OPENS_FOLDERS = os.name != "nt"
_HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class Busy(Exception):
    """Another process holds the lock."""


def lock(file: int) -> bool | None:
    """Locks an open file or folder. True: this process has the lock. False: another process has it. None: the file
    system has no locks, or none for a file that is open like this."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in _HELD_BY_ANOTHER else None
    return True


def is_at(file: int, path: Path) -> bool:
    """True if this path still names the open file or folder, and not another one that replaced it."""
    try:
        return os.path.samestat(os.fstat(file), path.stat(follow_symlinks=False))
    except OSError:
        return False


@contextmanager
def held(folder: Path, patience_s: float) -> Iterator[None]:
    """Makes a missing folder, and holds its lock in the block. On a file system without locks it holds nothing. Windows
    cannot open a folder, so there a file in it is locked.

    Raises OSError, and Busy if another process has the lock for longer than patience_s.
    """
    until = time.monotonic() + patience_s
    folder = Path(os.path.realpath(folder))
    place = folder if _OPENS_FOLDERS else folder / FILE
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(place, os.O_RDONLY if _OPENS_FOLDERS else os.O_RDWR | os.O_CREAT)
        try:
            locked = lock(file)
            if locked is None or (locked and is_at(file, place)):
                yield
                return
        finally:
            os.close(file)
            if not _OPENS_FOLDERS:
                with suppress(OSError):  # Windows removes no file that another process has open
                    place.unlink()
        # Another process has the lock, or has removed the folder in the meantime.
        if locked is False and time.monotonic() > until:
            raise Busy
        time.sleep(POLL_S)
