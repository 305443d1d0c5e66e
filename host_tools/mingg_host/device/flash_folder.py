"""A folder that stands for the device's flash: one process at a time writes into it, and what is written is on disk.

Whatever plays the device holds a FlashFolder while it does: headless.Device and panel.loop take one, or open it from a
path, so that no command can forget it. Reading takes no lock; nor does `mingg rules install --to`, which adds or
replaces one whole file that the device only reads, and which must work beside a panel that is never switched off.
"""

from __future__ import annotations

import errno
import os
import sys
import weakref
from pathlib import Path
from types import TracebackType
from typing import ClassVar

from mingg_host.common import locks

_LOCK = ".lock"  # a file in the folder, only where the folder itself cannot be locked


class InUse(OSError):
    """Another device writes into this folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            errno.EAGAIN,
            "another mingg play, press or panel is writing evenings there. End that one, or name another folder with"
            " --ledger.",
            str(folder),
        )

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class FlashFolder:
    """The folder at a path, made if it is missing, for this process alone until close().

    The lock is the operating system's: it ends with the process, however that ends, and counts for a folder by whatever
    path it is reached. Within one process several may hold it, since a script that switches a second device on in the
    same folder knows of the first. File systems without locks, as some network shares are, are played in without one.

    temporary: the folder is removed afterwards, so nobody expects to find anything in it.

    Raises InUse, and OSError if the folder cannot be made or opened.
    """

    def __init__(self, path: Path, *, temporary: bool = False) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.temporary = temporary
        self._lock = _Lock.on(path)
        self._close = weakref.finalize(self, self._lock.release)

    @property
    def inherited(self) -> tuple[int, ...]:
        """The open files that a child process that writes here must inherit (pass_fds). It then holds the lock as long
        as it lives, even if it outlives this process. Windows passes no open files on."""
        return () if self._lock.at is None or os.name == "nt" else (self._lock.at,)

    def close(self) -> None:
        """Other processes may write here."""
        self._close()

    def __enter__(self) -> FlashFolder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class _Lock:
    """This process's lock on a folder. at: the open file that holds it, None where there can be none."""

    _held: ClassVar[dict[tuple[int, int], _Lock]] = {}

    @classmethod
    def on(cls, folder: Path) -> _Lock:
        found = folder.stat()
        which = found.st_dev, found.st_ino
        if which not in cls._held:
            cls._held[which] = cls(which, _locked(folder))
        cls._held[which].holders += 1
        return cls._held[which]

    def __init__(self, which: tuple[int, int], at: int | None) -> None:
        self.at = at
        self.holders = 0
        self._which = which

    def release(self) -> None:
        self.holders -= 1
        if self.holders == 0:
            del self._held[self._which]
            if self.at is not None:
                os.close(self.at)


def _locked(folder: Path) -> int | None:
    """The open file that holds the lock, None where there can be none. Raises InUse."""
    if sys.platform != "win32":  # Windows opens no folders
        at = os.open(folder, os.O_RDONLY)
        if _takes(at, folder):
            return at
    # NFS locks only what is open for writing, and a folder never is.
    try:
        at = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        return None  # nothing can be written here, so no lock is needed
    return at if _takes(at, folder) else None


def _takes(at: int, folder: Path) -> bool:
    """Locks an open file. Closes it and returns False if that is impossible. Raises InUse if another process has it."""
    taken = locks.lock(at)
    if not taken:
        os.close(at)
    if taken is False:
        raise InUse(folder)
    return taken is True


def to_disk(path: str) -> None:
    """What was written, or removed, is on the disk when this returns."""
    for each in (path, os.path.dirname(path)):
        try:
            at = os.open(each, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
        except (FileNotFoundError, PermissionError):
            continue  # removed; Windows opens no folder
        try:
            os.fsync(at)
        finally:
            os.close(at)
