"""Locks the folder that represents the device's flash: only one process at a time writes into it.

Code that runs the device holds a FlashFolder. headless.Device accepts one or opens it from a path, so that no command
can forget it. Reading needs no lock. Neither does `mingg rules install --ledger`: it replaces one whole file
that the device only reads, and it must work while a panel runs that is never switched off.
"""

from __future__ import annotations

import errno
import os
import weakref
from pathlib import Path
from typing import ClassVar

from mingg_host.common import disk
from mingg_host.common.output import Failure


class FlashFolder:
    """A folder that only this process writes to until close(). Makes a missing folder.

    The operating system holds the lock. It ends with the process, even after a crash, and it locks the folder, not the
    path. Several holders in one process are allowed: a script that starts a second device in the same folder knows the
    first. On file systems without locks, such as some network shares, the device runs without one.

    temporary: the folder is removed afterwards, so nothing in it needs to be saved. unkept: what could not be written:
    the error number by file, as vm.rig.WatchedStore notes it.

    Raises Failure if another process writes into the folder, or if its files have more bytes than any device, and
    OSError if the folder cannot be made or opened, or has a pipe or a link, through which the device would write.
    """

    def __init__(self, path: Path, *, temporary: bool = False) -> None:
        path.mkdir(parents=True, exist_ok=True)
        size = 0
        for file in path.iterdir():
            disk.no_links(file, path)
            if not file.is_file() and not file.is_dir():  # reading a pipe would wait for ever
                raise OSError(errno.ENXIO, "this is neither a file nor a folder. Remove it", str(file))
            size += file.stat().st_size
        if size > disk.MOST_BYTES:
            raise Failure(f"{path}: its files are too large for evenings. Remove what is none, or name another folder.")
        self.path = path
        self.temporary = temporary
        self.unkept: dict[str, int] = {}
        status = path.stat()
        place = status.st_dev, status.st_ino
        self._lock: _Lock | None = _Lock.held.get(place) or _Lock(path)
        _Lock.held[place] = self._lock

    @property
    def inherited(self) -> tuple[int, ...]:
        """The open files that a child process must inherit (pass_fds) to write here. The child then holds the lock
        until it ends, even if it outlives this process. Windows cannot pass open files to a child."""
        file = None if self._lock is None or os.name == "nt" else self._lock.file
        return () if file is None else (file,)

    def close(self) -> None:
        """Releases the lock: other processes may write here."""
        self._lock = None

    def __enter__(self) -> FlashFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Lock:
    """This process's lock on a folder, as long as a FlashFolder has it. file: the open file that holds it; None if the
    file system has no locks."""

    held: ClassVar[weakref.WeakValueDictionary[tuple[int, int], _Lock]] = weakref.WeakValueDictionary()

    def __init__(self, folder: Path) -> None:
        try:
            self.file = disk.lock(folder)
        except disk.Busy:
            raise Failure(
                f"{folder}: another mingg play, press or panel uses this folder. End that command, or name another"
                " folder with --ledger."
            ) from None
        if self.file is not None:
            weakref.finalize(self, os.close, self.file)


def to_disk(path: str) -> None:
    """Returns when a file that was written or removed has reached the disk."""
    for name in (path, os.path.dirname(path)):
        try:
            file = os.open(name, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
        except (FileNotFoundError, PermissionError):
            continue  # the file was removed, or it is a folder on Windows
        try:
            os.fsync(file)
        finally:
            os.close(file)
