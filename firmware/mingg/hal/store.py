"""Files of one folder, written so that a loss of power leaves each of them either old or new.

This holds on littlefs, which commits a file when it is closed and renames in one step; on a PC it is as good as the
file system beneath.
"""

import errno
import os

MYPY = False
if MYPY:
    from typing import Callable, Iterator

_NEW = ".new"  # the file being written, until it takes its name
_BLOCKWISE = 1024  # bytes: smaller files lie in littlefs's own records


def _rename(old: str, new: str) -> None:
    # os.rename replaces on MicroPython and POSIX, but not on Windows; os.replace is not everywhere
    getattr(os, "replace", os.rename)(old, new)


class Store:
    """Named pieces of bytes in the folder root, which is made when the first of them is written.

    sync(path) is called when a file of that path has been committed or removed; it may be None.
    Only a missing file is no error; every other OSError (a full flash, a broken one) goes through to the caller.
    """

    def __init__(self, root: str, sync: "Callable[[str], object] | None" = None) -> None:
        self.root = root
        self._sync = sync

    def read(self, name: str) -> "bytes | None":
        """The whole of a file, or None when there is none of that name."""
        try:
            with open(self._path(name), "rb") as file:
                data: bytes = file.read()
                return data
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return None

    def lines(self, name: str) -> "Iterator[bytes]":
        """The lines of a file one by one, none where there is no file: a long file in pieces, as memory has them."""
        try:
            with open(self._path(name), "rb") as file:
                for line in file:
                    yield line
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise

    def append(self, name: str, data: bytes) -> None:
        """Add data at the end of a file, made if missing. On return it is kept; on OSError it may or may not be."""
        if not self._exists(name):
            # an append to a new file could leave it there, but empty
            self.replace(name, data)
            return
        path = self._path(name)
        write_file(path, "ab", data)
        self._committed(path)

    def replace(self, name: str, data: bytes) -> None:
        """Make data the whole of a file. On return it is kept; until then, and on OSError, the old one is."""
        new = self._path(_NEW)
        try:
            write_file(new, "wb", data)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            os.mkdir(self.root)
            write_file(new, "wb", data)
        path = self._path(name)
        _rename(new, path)
        self._committed(path)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        path = self._path(name)
        try:
            os.remove(path)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return
        self._committed(path)

    def get_ready(self) -> None:
        """Lets littlefs look for free blocks while nobody waits: it does so when it first needs one, by reading all
        there is. Nothing is kept."""
        new = self._path(_NEW)
        try:
            write_file(new, "wb", bytes(_BLOCKWISE))
            os.remove(new)
        except OSError:
            pass  # whoever has something to write is told

    def names(self) -> "list[str]":
        """The names of the files, sorted."""
        try:
            found = os.listdir(self.root)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return []
        return sorted(name for name in found if name != _NEW)

    def free(self) -> "int | None":
        """How many bytes are free in the file system; None where that cannot be asked."""
        if not hasattr(os, "statvfs"):
            return None
        try:
            found = os.statvfs(self.root)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return None
        # The size of a block, all of them, those free. MicroPython counts folders twice: a full littlefs goes below 0.
        return int(found[0] * found[3]) if found[3] <= found[2] else 0

    def _path(self, name: str) -> str:
        return self.root + "/" + name

    def _exists(self, name: str) -> bool:
        try:
            os.stat(self._path(name))
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return False
        return True

    def _committed(self, path: str) -> None:
        if self._sync is not None:
            self._sync(path)


def write_file(path: str, mode: str, data: bytes) -> None:
    with open(path, mode) as file:
        if file.write(data) != len(data):
            raise OSError(errno.EIO, "written in part")
