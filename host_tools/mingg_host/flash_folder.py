"""A folder that stands for the device's flash: where it is, that it is played by one alone, and that what is written is
on the disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class InUse(Exception):
    """Another device plays in this folder."""


@contextmanager
def alone_in(folder: Path) -> Iterator[Path]:
    """The folder, made where there is none, for this device alone. Raises InUse, and OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "nt":
        yield folder  # which locks no folders
        return
    import fcntl

    at = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(at, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(
                f"The evening in {folder} is being played in another terminal. End it there, or name another folder"
                " with --ledger."
            ) from None
        except OSError:
            pass  # on a file system that knows no locks
        yield folder
    finally:
        os.close(at)


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
