"""The files of one folder. After a power cut each file is either old or new, never half written.

This holds on littlefs, which commits a file when it is closed, and renames in one step. On a PC it depends on the file
system.
"""

import errno
import os
from typing import Any, Callable, Iterator

_NEW = ".new"  # the file that is being written, until it is renamed
_NEXT = ".next"  # the one that prepare() begins
_PIECE = 512  # bytes read at once: MicroPython reads a line byte by byte
_LONGEST = 32768  # bytes of a line: what is longer is damaged, and comes in parts
_BLOCKWISE = 1024  # bytes: littlefs keeps smaller files in its directory, without a block of their own


def is_name(name: str) -> bool:
    """Whether a file may have this name, on a board and on a PC: 1 to 255 bytes on one line, no folder, not hidden."""
    try:
        size = len(name.encode())
    except UnicodeError:
        return False  # half of a character
    if not 0 < size < 256 or name[0] == "." or min(name) < " ":
        return False
    return "/" not in name and "\\" not in name and ":" not in name and "\x7f" not in name


def _rename(old: str, new: str) -> None:
    # os.rename replaces a file on MicroPython and POSIX, but not on Windows. MicroPython has no os.replace.
    getattr(os, "replace", os.rename)(old, new)


class Store:
    """Reads and writes files of the folder `root`. The first write makes the folder.

    sync(path), if not None, is called after a file was committed or removed.
    ahead: whether prepare() works. The file system must commit a file when it is closed, and not before: as littlefs.
    A missing file is no error. Any other OSError (the flash is full, or broken) reaches the caller.
    """

    def __init__(self, root: str, sync: "Callable[[str], object] | None" = None, ahead: bool = False) -> None:
        self.root = root
        self._sync = sync
        self._ahead = ahead
        # The file that prepare() opened, its name ("": none), and how it begins (b"": it is there already).
        self._prepared: "Any" = None
        self._prepared_name, self._start = "", b""

    def read(self, name: str) -> "bytes | None":
        """Returns the content of a file, or None if there is no file."""
        try:
            with open(self._path(name), "rb") as file:
                data: bytes = file.read()
                return data
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return None

    def lines(self, name: str) -> "Iterator[bytes]":
        """Yields the lines of a file, one at a time to save memory; none if there is no file."""
        try:
            with open(self._path(name), "rb") as file:
                rest = b""
                piece = file.read(_PIECE)
                while piece:
                    rest += piece
                    start = 0
                    end = rest.find(b"\n") + 1 or len(rest) // _LONGEST * _LONGEST
                    while end:
                        yield rest[start:end]
                        start = end
                        end = rest.find(b"\n", start) + 1
                    rest = rest[start:]
                    piece = file.read(_PIECE)
                if rest:
                    yield rest
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise

    def append(self, name: str, data: bytes) -> None:
        """Appends to a file, or makes it, and commits. After OSError the data may be in the file, or not, or in
        part."""
        if name == self._prepared_name and not self._start:
            write_file(self._path(name), "ab", data, self._take())
            self._committed(self._path(name))
            return
        if not self._exists(name):
            # without append: a power cut could leave a new, but empty file
            self.replace(name, data)
            return
        path = self._path(name)
        write_file(path, "ab", data)
        self._committed(path)

    def prepare(self, name: str, start: bytes = b"", blank: int = 1) -> None:
        """Prepares the next append() to a file of lines; or the replace() that makes a file which begins with `start`.
        While nobody waits.

        littlefs writes into a new block, and takes 45 ms to erase it. It does that now, since so many line ends are
        written, which are not committed: the file stays as it is. The next append() or replace() commits them, too, as
        blank lines.
        """
        if not self._ahead or (name == self._prepared_name and start == self._start):
            return
        try:
            self._release()
            if start or self._exists(name):
                path = self.root + "/" + _NEXT if start else self._path(name)
                file = _opened(path, "wb" if start else "ab")  # append() or replace() closes it
                self._prepared, self._prepared_name, self._start = file, name, start
                file.write(start + b"\n" * blank)
        except OSError:
            pass  # the next real write raises it again

    def _take(self) -> "Any":
        """Returns the file that prepare() opened, or None."""
        file = self._prepared
        self._prepared, self._prepared_name, self._start = None, "", b""
        return file

    def _release(self) -> None:
        """Closes the file that prepare() opened: it has a blank line more, or is removed if it was begun."""
        begun, file = self._start, self._take()
        if file is not None:
            file.close()
            if begun:
                os.remove(self.root + "/" + _NEXT)

    def replace(self, name: str, data: bytes) -> None:
        """Replaces a file, or makes it, and commits. Until it returns, and after OSError, the old file is there."""
        new, file = self.root + "/" + _NEW, None
        if name == self._prepared_name:
            if self._start and data.startswith(self._start):
                new, data, file = self.root + "/" + _NEXT, data[len(self._start) :], self._take()
            else:
                self._release()
        try:
            write_file(new, "wb", data, file)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            os.mkdir(self.root)
            write_file(new, "wb", data)
        path = self._path(name)
        _rename(new, path)
        self._committed(path)

    def remove(self, name: str) -> None:
        """Removes a file if it is there."""
        if name == self._prepared_name:
            self._release()
        path = self._path(name)
        try:
            os.remove(path)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return
        self._committed(path)

    def get_ready(self) -> None:
        """Writes and removes a file while nobody waits. At the first write littlefs reads the whole file system to
        search for free blocks."""
        new = self.root + "/" + _NEW
        try:
            write_file(new, "wb", bytes(_BLOCKWISE))
            os.remove(new)
        except OSError:
            pass  # the next real write raises it again

    def names(self) -> "list[str]":
        """Returns the names of all files, sorted."""
        try:
            names = os.listdir(self.root)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return []
        return sorted(name for name in names if is_name(name))

    def free(self) -> "int | None":
        """Returns the free bytes of the file system; None if the system cannot say."""
        if not hasattr(os, "statvfs"):
            return None
        try:
            sizes = os.statvfs(self.root)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            return None
        # Items 0, 2 and 3: size of a block, number of blocks, free blocks. MicroPython counts folders twice: on a full
        # littlefs the free blocks fall below 0, and wrap.
        return int(sizes[0] * sizes[3]) if sizes[3] <= sizes[2] else 0

    def _path(self, name: str) -> str:
        if not is_name(name):
            raise OSError(errno.EINVAL, name)
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


def write_file(path: str, mode: str, data: bytes, file: "Any" = None) -> None:
    """Writes and commits. file: the file that is open already, or None."""
    with file or _opened(path, mode) as opened:
        if opened.write(data) != len(data):
            raise OSError(errno.EIO, "written in part")


def _opened(path: str, mode: str) -> "Any":
    """Opens a file to write, but not through a link, which someone else may have put into a folder of a PC."""
    no_link = getattr(os, "O_NOFOLLOW", 0)
    if no_link:
        return open(path, mode, opener=lambda path, flags: os.open(path, flags | no_link, 0o666))
    return open(path, mode)
