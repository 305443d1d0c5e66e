"""Changes files and folders: a change is made completely or not at all, and leaves nothing behind.

New data is written into a scratch folder beside its place, and moved into place when it is complete. A process that
is killed leaves its scratch folder behind. The next change in the same place removes it: the lock on a scratch folder
tells whether its process is still alive.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from mingg_host.common import locks

_PREFIX = ".mingg-new-"
_SCRATCH = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")  # as tempfile completes the name
_TRIES = 100

FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOM = "Make room on that disk, or name a place on another one."
_NEXT = {
    **dict.fromkeys(FULL, _ROOM),
    errno.EROFS: "Name a place on a disk that can be written.",
    errno.EACCES: "Allow it, or name another place.",
    errno.EPERM: "Allow it, or name another place.",
    errno.ENOTDIR: "Name another place: a part of this one is a file.",
    errno.EEXIST: "Name another place: a part of this one is a file.",
    errno.EISDIR: "Name a file: this is a folder.",
    errno.ENAMETOOLONG: "Name a shorter one.",
    errno.EFBIG: "Name a place on a disk that takes larger files.",
    errno.EIO: "Look whether that disk is still connected and sound.",
}


def digest(data: bytes) -> str:
    """The SHA-256 of a file's bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def why(error: OSError, place: object) -> str:
    """One line about something that could not be written: place, problem, next step. place: used if the error names
    none."""
    next_step = _NEXT.get(error.errno or 0, "")
    return f"{error.filename or place}: {error.strerror or error}{'. ' + next_step if next_step else ''}"


# ---- files ----


def put(path: Path, data: bytes, *, make_folders: bool = True) -> None:
    """Replaces the whole of a file, or changes nothing. Raises OSError, which names the file or the folder.
    make_folders: missing folders above it are made; else they are an error."""
    put_all({path: data}, make_folders=make_folders)


def put_all(made: Mapping[Path, bytes], *, make_folders: bool = True) -> None:
    """The same for several files: none of them appears before all are complete on the disk."""
    with ExitStack() as stack:
        scratches: dict[Path, Path] = {}
        complete: dict[Path, _Written] = {}
        for number, (name, data) in enumerate(made.items()):
            path = Path(os.path.realpath(name))  # a link stays one
            if path.exists() and not path.is_file() and not path.is_dir():
                path.write_bytes(data)  # a pipe or a device cannot be replaced
                continue
            if path.parent not in scratches:
                if make_folders:
                    stack.enter_context(folder(name.parent))
                with _named(name):
                    scratches[path.parent] = stack.enter_context(scratch(path.parent))
            new = scratches[path.parent] / str(number)
            complete[name] = _Written(new, path)
            with _named(name):
                _write(new, data)
        _move(complete)


class _Written(NamedTuple):
    """A file that is complete, and where it belongs."""

    new: Path
    path: Path


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _move(complete: Mapping[Path, _Written]) -> None:
    """Moves each file from its scratch folder into place."""
    fresh = [file for file in complete.values() if not file.path.exists()]
    try:
        for name, file in complete.items():
            with _named(name):
                os.replace(file.new, file.path)
    except BaseException:  # Ctrl-C as well
        for file in fresh:
            if not file.new.exists():
                with suppress(OSError):
                    file.path.unlink()
        raise


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors name this file instead of its scratch file, which the reader does not know."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


# ---- folders ----


@contextmanager
def folder(path: Path) -> Iterator[Path]:
    """Makes a folder and those above it. If what follows fails, the ones that were made here are removed again, unless
    something is in them. Raises OSError."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        yield path
    except BaseException:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """Yields an empty folder to fill. At the end it replaces the folder at this path with everything in it. If
    something fails, the old folder stays. Raises OSError, which names the path."""
    name, path = path, Path(os.path.realpath(path))  # a link stays one
    with folder(path.parent), _named_within(name), scratch(path.parent) as beside:
        new, old = beside / "new", beside / "old"
        new.mkdir()
        yield new
        if path.exists():
            path.rename(old)
        try:
            new.rename(path)
        except BaseException:  # Ctrl-C as well
            if old.exists() and not path.exists():
                old.rename(path)
            raise


@contextmanager
def _named_within(path: Path) -> Iterator[None]:
    """Errors in a scratch folder name this path instead; other errors stay as they are."""
    try:
        yield
    except OSError as error:
        if error.filename is None or _PREFIX in str(error.filename):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        raise


@contextmanager
def scratch(within: Path | None = None) -> Iterator[Path]:
    """Yields a new folder in this one, or among the system's temporary files, and removes it at the end. First removes
    the scratch folders of processes that were killed. Raises OSError."""
    there = Path(tempfile.gettempdir()) if within is None else within
    _remove_dead(there)
    own, at = _made(there)
    try:
        inside = own / "files"  # the caller may lock it; the lock on `own` is ours
        inside.mkdir()
        yield inside
    finally:
        shutil.rmtree(own, ignore_errors=True)
        if at is not None:
            os.close(at)


def is_scratch(name: str) -> bool:
    """Whether something of this name is a scratch folder."""
    return _SCRATCH.fullmatch(name) is not None


def _made(there: Path) -> tuple[Path, int | None]:
    """A scratch folder, and its lock."""
    for _ in range(_TRIES):
        own = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=there))
        if os.name == "nt":
            return own, None  # no lock on folders there: no process removes another one's
        try:
            at = os.open(own, os.O_RDONLY)
        except FileNotFoundError:
            continue  # another process removed it as a dead one before it was locked
        if locks.lock(at) is not False and locks.is_at(at, own):
            return own, at
        os.close(at)
    raise OSError(errno.EAGAIN, "other processes remove what is made here", str(there))


def _remove_dead(there: Path) -> None:
    """Removes the scratch folders whose processes have ended; those that cannot be removed stay."""
    if os.name == "nt":
        return
    with suppress(OSError):
        for name in filter(is_scratch, os.listdir(there)):
            with suppress(OSError):
                _remove_if_dead(there / name)


def _remove_if_dead(path: Path) -> None:
    at = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        # A folder of another user is theirs to remove.
        if os.fstat(at).st_uid == os.geteuid() and locks.lock(at) and locks.is_at(at, path):
            shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(at)
