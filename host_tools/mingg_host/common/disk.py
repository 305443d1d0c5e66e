"""Changes files and folders: a change is made completely or not at all, and leaves nothing behind.

New data is written into a scratch folder beside its place, and moved into place when it is complete. A process that
is killed leaves its scratch folder behind. The next change in the same place removes it: the lock on a scratch folder
tells whether its process is still alive.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from mingg_host.common.output import Failure, Refused, cause

_PREFIX = ".mingg-new-"
_SCRATCH = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")  # as tempfile completes the name

MOST_BYTES = 64 << 20  # of all files of a device: more than the flash of any board
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # opening a pipe does not wait for a writer

FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOM = "Make room on that disk, or name a place on another one."
_TO_WRITE = {
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


def integrity(text: str) -> str:
    """Returns the hash of a style or a script, as a policy of a page names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def digest_of_all(files: Mapping[str, bytes]) -> str:
    """Returns one SHA-256 for all files and their paths."""
    return digest("".join(f"{digest(data)} {path}\n" for path, data in sorted(files.items())).encode())


def why(error: OSError, place: object) -> str:
    """Returns a message about a failed write in one line: place, problem, next step.

    place: used if the error has no file name.
    """
    return f"{error.filename or place}: {cause(error, _TO_WRITE)}"


@contextmanager
def told(place: object, kind: type[Failure] = Refused) -> Iterator[None]:
    """Ends the command with a message if the block raises OSError. place: see why()."""
    try:
        yield
    except OSError as error:
        raise kind(why(error, place)) from error


# ---- files ----


def read(path: Path, most: int = MOST_BYTES) -> bytes:
    """Returns the bytes of a plain file. Raises OSError, also for a file with more bytes, and for a pipe or a device,
    which might never end."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENXIO, "this is no plain file. Remove it, or name another place", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, "this is too large. Name another file", str(path))
    return data


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
        complete: dict[Path, Path] = {}  # by name, the file in a scratch folder
        for number, (name, data) in enumerate(files.items()):
            path = Path(os.path.realpath(name))  # a link stays one
            if path.exists() and not path.is_file() and not path.is_dir():
                path.write_bytes(data)  # a pipe or a device cannot be replaced
                continue
            with _named(name):
                if path.parent not in scratches:
                    if make_folders:
                        stack.enter_context(folder(name.parent))
                    scratches[path.parent] = stack.enter_context(scratch(path.parent))
                new = complete[name] = scratches[path.parent] / str(number)
                _write(new, data, secret)
        added: list[Path] = []
        try:
            for name, new in complete.items():
                path = Path(os.path.realpath(name))
                is_new = not path.exists()
                with _named(name):
                    os.replace(new, path)
                added += [path] if is_new else []
        except BaseException:  # also Ctrl-C
            for path in added:
                with suppress(OSError):  # the first error counts
                    path.unlink()
            raise


def _write(path: Path, data: bytes, secret: bool) -> None:
    mode = 0o600 if secret else 0o666
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Makes errors in a scratch folder, which the user does not know, name this path. Other errors stay as they are."""
    try:
        yield
    except OSError as error:
        if error.filename is None or _PREFIX in str(error.filename):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        raise


@contextmanager
def room_for(path: Path | None) -> Iterator[None]:
    """Checks that a file can be written before long work begins. None: there is no file.

    Makes a missing file, and removes it after the block if it is still empty. Raises OSError, which names the file.
    """
    if path is None:
        yield
        return
    is_new = not os.path.lexists(path)
    if path.is_file() or path.is_dir() or not path.exists():  # a pipe or a device must be opened only once, at the end
        path.open("ab").close()
    try:
        yield
    finally:
        with suppress(OSError):  # the first error counts
            if is_new and path.is_file() and not path.stat().st_size:
                path.unlink()


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
    with folder(path.parent), _named(name), scratch(path.parent) as beside:
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
def scratch(within: Path | None = None) -> Iterator[Path]:
    """Yields a new folder and removes it after the block. Raises OSError.

    within: the folder to make it in; None: the system's folder for temporary files. First removes the scratch folders
    of killed processes.
    """
    parent = Path(tempfile.gettempdir()) if within is None else within
    _remove_dead(parent)
    while True:
        own = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        try:
            file = lock(own)
            break
        except (Busy, FileNotFoundError):  # another process took it for the folder of a dead one before it was locked
            continue
    try:
        with _closed(own, file):
            inside = own / "files"  # the caller may lock this folder; `own` has our lock already
            inside.mkdir()
            yield inside
    finally:
        shutil.rmtree(own, ignore_errors=True)


def is_scratch(name: str) -> bool:
    """True if this is the name of a scratch folder."""
    return _SCRATCH.fullmatch(name) is not None


def _remove_dead(parent: Path) -> None:
    """Removes scratch folders of processes that have ended. Ignores those that it cannot remove."""
    if os.name == "nt":
        return
    with suppress(OSError):
        for path in map(parent.joinpath, filter(is_scratch, os.listdir(parent))):
            with suppress(OSError), ExitStack() as stack:
                file = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                stack.callback(os.close, file)
                # Other users remove their own folders.
                if os.fstat(file).st_uid == os.geteuid() and _locks(file) and _is_at(file, path):
                    shutil.rmtree(path, ignore_errors=True)


# ---- locks: the system releases a lock when its process ends, even after a crash ----

# Not filelock: it leaves a file behind in each folder, and a child process cannot inherit its lock.
LOCK = ".lock"  # a file in a folder that cannot be locked itself
PATIENCE_S = 1.0
_POLL_S = 0.05
_OPENS_FOLDERS = os.name != "nt"
_HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class Busy(OSError):
    """Another process holds the lock."""


def lock(folder: Path) -> int | None:
    """Locks a folder until the file that this returns is closed. None: nothing can be locked there.

    NFS locks only files that are open for writing, and Windows cannot open a folder: there a file in it has the lock.
    Raises Busy, and FileNotFoundError if there is no such folder.
    """
    folder = Path(os.path.realpath(folder))
    places = [(folder, os.O_RDONLY)] if _OPENS_FOLDERS else []
    for path, flags in (*places, (folder / LOCK, os.O_RDWR | os.O_CREAT)):
        try:
            file = os.open(path, flags, 0o666)
        except FileNotFoundError:
            raise
        except OSError:
            continue  # nobody can write here, so no lock is needed
        locked = _locks(file)
        if locked and _is_at(file, path):
            return file
        os.close(file)
        if locked is not None:
            raise Busy(errno.EAGAIN, "another process uses this folder; try again later", str(folder))
    return None


def _locks(file: int) -> bool | None:
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


def _is_at(file: int, path: Path) -> bool:
    """True if this path still names the open file or folder, and not another one that replaced it."""
    try:
        return os.path.samestat(os.fstat(file), path.stat(follow_symlinks=False))
    except OSError:
        return False


@contextmanager
def held(folder: Path, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Makes a missing folder, and holds its lock in the block. On a file system without locks it holds nothing.

    Raises OSError; it is Busy if another process has the lock for longer than patience_s.
    """
    until = time.monotonic() + patience_s
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            file = lock(folder)
            break
        except (Busy, FileNotFoundError):  # another process has the lock, or has removed the folder in the meantime
            if time.monotonic() > until:
                raise
        time.sleep(_POLL_S)
    with _closed(folder, file):
        yield


@contextmanager
def _closed(folder: Path, file: int | None) -> Iterator[None]:
    """After the block, releases the lock that `lock` took."""
    try:
        yield
    finally:
        if file is not None:
            os.close(file)
        if not _OPENS_FOLDERS:
            with suppress(OSError):  # Windows removes no file that another process has open
                (folder / LOCK).unlink()
