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
from mingg_host.common.failures import Failure, Refused

_PREFIX = ".mingg-new-"
_SCRATCH = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")  # as tempfile completes the name
_TRIES = 100

FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOM = "Make room on that disk, or name a place on another one."
_NEXT = {
    **dict.fromkeys(FULL, _ROOM),
    errno.ENOENT: "Make its folder first, or name another place.",
    errno.EROFS: "Name a place on a disk that can be written.",
    errno.EACCES: "Allow writing there, or name another place.",
    errno.EPERM: "Allow writing there, or name another place.",
    errno.ENOTDIR: "Name another place: a part of this one is a file.",
    errno.EEXIST: "Name another place: a part of this one is a file.",
    errno.EISDIR: "Name a file: this is a folder.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.EFBIG: "Name a place on a disk for larger files.",
    errno.ELOOP: "Remove it, or name another place: Mingg writes through no link.",
    errno.EIO: "Check whether that disk is connected and works.",
}


def digest(data: bytes) -> str:
    """Returns the SHA-256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def digest_of_all(files: Mapping[str, bytes]) -> str:
    """Returns one SHA-256 for all files and their paths."""
    return digest("".join(f"{digest(data)} {path}\n" for path, data in sorted(files.items())).encode())


def why(error: OSError, place: object) -> str:
    """Returns a message about a failed write in one line: place, problem, next step.

    place: used if the error has no file name.
    """
    next_step = _NEXT.get(error.errno or 0, "")
    return f"{error.filename or place}: {error.strerror or error}{'. ' + next_step if next_step else ''}"


@contextmanager
def told(place: object, kind: type[Failure] = Refused) -> Iterator[None]:
    """Ends the command with a message if the block raises OSError. place: see why()."""
    try:
        yield
    except OSError as error:
        raise kind(why(error, place)) from error


# ---- files ----


def is_taken(path: Path) -> bool:
    """True if writing to this place would overwrite something: a file, or a folder that is not empty."""
    if path.is_dir():
        return any(path.iterdir())
    return path.is_file() or (path.is_symlink() and not path.exists())  # a pipe or a device loses nothing


def no_links(path: Path, below: Path) -> None:
    """Raises OSError if a path leads through a symbolic link below a folder. Other people may have put it there."""
    for part in (path, *path.parents):
        if part == below:
            return
        if part.is_symlink():
            raise OSError(errno.ELOOP, "this is a symbolic link", str(part))


def put(path: Path, data: bytes, *, make_folders: bool = True, secret: bool = False, below: Path | None = None) -> None:
    """Replaces a whole file, or changes nothing. Raises OSError, which names the file or the folder.

    make_folders: makes missing folders above it; otherwise they are an error. secret: only its owner may read it.
    below: a folder above it, which the user named; see no_links().
    """
    put_all({path: data}, make_folders=make_folders, secret=secret, below=below)


def put_all(
    files: Mapping[Path, bytes], *, make_folders: bool = True, secret: bool = False, below: Path | None = None
) -> None:
    """Does the same for several files. None of them appears before all are complete on the disk."""
    if below is not None:
        for path in files:
            no_links(path, below)
    with ExitStack() as stack:
        scratches: dict[Path, Path] = {}
        complete: dict[Path, _Written] = {}
        for number, (name, data) in enumerate(files.items()):
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
                _write(new, data, secret)
        _move(complete)


class _Written(NamedTuple):
    """new: a complete file in a scratch folder. path: its final place."""

    new: Path
    path: Path


def _write(path: Path, data: bytes, secret: bool) -> None:
    with open(path, "wb", opener=_for_owner if secret else None) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _move(complete: Mapping[Path, _Written]) -> None:
    """Moves each file from its scratch folder into place."""
    fresh = [file for file in complete.values() if not file.path.exists()]
    try:
        for name, file in complete.items():
            with _named(name):
                os.replace(file.new, file.path)
    except BaseException:  # also Ctrl-C
        for file in fresh:
            if not file.new.exists():
                with suppress(OSError):
                    file.path.unlink()
        raise


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Makes errors name this file instead of its scratch file, which the user does not know."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


# ---- folders ----


@contextmanager
def folder(path: Path) -> Iterator[Path]:
    """Makes a folder and those above it. If the block fails, removes the new folders again if they are empty.

    Raises OSError.
    """
    missing = [above for above in (path, *path.parents) if not above.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        yield path
    except BaseException:
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()
        raise


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """Yields an empty folder. After the block, that folder replaces the one at this path. If the block fails, the old
    folder stays. Raises OSError, which names the path."""
    name, path = path, Path(os.path.realpath(path))  # a link stays one
    with folder(path.parent), _named_within(name), scratch(path.parent) as beside:
        new, old = beside / "new", beside / "old"
        new.mkdir()
        yield new
        if path.exists():
            path.rename(old)
        try:
            new.rename(path)
        except BaseException:  # also Ctrl-C
            if old.exists() and not path.exists():
                old.rename(path)
            raise


@contextmanager
def _named_within(path: Path) -> Iterator[None]:
    """Makes errors in a scratch folder name this path. Other errors stay as they are."""
    try:
        yield
    except OSError as error:
        if error.filename is None or _PREFIX in str(error.filename):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        raise


@contextmanager
def scratch(within: Path | None = None) -> Iterator[Path]:
    """Yields a new folder and removes it after the block. Raises OSError.

    within: the folder to make it in; None: the system's folder for temporary files. First removes the scratch folders
    of killed processes.
    """
    parent = Path(tempfile.gettempdir()) if within is None else within
    _remove_dead(parent)
    own, lock = _made(parent)
    try:
        inside = own / "files"  # the caller may lock this folder; `own` has our lock already
        inside.mkdir()
        yield inside
    finally:
        shutil.rmtree(own, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def is_scratch(name: str) -> bool:
    """True if this is the name of a scratch folder."""
    return _SCRATCH.fullmatch(name) is not None


def _made(parent: Path) -> tuple[Path, int | None]:
    """Makes a scratch folder. Returns it with the open file that holds its lock."""
    for _ in range(_TRIES):
        own = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        if os.name == "nt":
            return own, None  # Windows cannot lock folders, so no process removes the folder of another one
        try:
            lock = os.open(own, os.O_RDONLY)
        except FileNotFoundError:
            continue  # another process removed it before it was locked
        if locks.lock(lock) is not False and locks.is_at(lock, own):
            return own, lock
        os.close(lock)
    raise OSError(errno.EAGAIN, "other processes remove new folders here; try again later", str(parent))


def _remove_dead(parent: Path) -> None:
    """Removes scratch folders of processes that have ended. Ignores those that it cannot remove."""
    if os.name == "nt":
        return
    with suppress(OSError):
        for name in filter(is_scratch, os.listdir(parent)):
            with suppress(OSError):
                _remove_if_dead(parent / name)


def _remove_if_dead(path: Path) -> None:
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        # Other users remove their own folders.
        if os.fstat(lock).st_uid == os.geteuid() and locks.lock(lock) and locks.is_at(lock, path):
            shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)
