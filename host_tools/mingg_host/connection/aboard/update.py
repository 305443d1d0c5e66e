"""Puts the files of an update in place. It replaces main.py until it is done, so that a power cut only delays it.

A pack lists what to do. It is one zlib stream: `- path` removes a file; `+ size path` writes the bytes that follow the
line; `.` ends the pack. Its last file is main.py, which ends the update. Doing a step twice does no harm.
"""

import errno
import os
from collections.abc import Callable

FOLDER = "/update"
PACK = FOLDER + "/pack"
# In each folder, as in the store. If a rename from one folder to another is cut, littlefs hides other files in them.
NEW = "/.new"


def put_in_place(report: "Callable[[str], object]") -> None:
    """Does what the pack says, and removes it. Calls report(path) after each file."""
    import deflate

    with open(PACK, "rb") as file:
        pack = deflate.DeflateIO(file, deflate.ZLIB)
        while True:
            line = pack.readline().decode().rstrip("\n")
            if line[:2] == "- ":
                path = line[2:]
                _remove(path)
            elif line[:2] == "+ ":
                size, path = line[2:].split(" ", 1)
                _write(path, pack.read(int(size)))
            elif line == ".":
                break
            else:
                raise ValueError("the pack is damaged")
            report(path)
    _remove(PACK)


def _remove(path: str) -> None:
    """Removes a file, and folders that are empty then."""
    try:
        os.remove(path)
    except OSError as error:
        if error.errno != errno.ENOENT:
            raise
    folder = path.rpartition("/")[0]
    while folder:
        try:
            os.rmdir(folder)
        except OSError:
            return  # not empty
        folder = folder.rpartition("/")[0]


def _write(path: str, data: bytes) -> None:
    folder = path.rpartition("/")[0]
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return  # done before a cut
        if folder:
            os.remove(path)  # makes room; main.py, in no folder, must survive a cut
    except OSError:
        _make_folder(folder)
    with open(folder + NEW, "wb") as file:
        file.write(data)
    os.rename(folder + NEW, path)


def _make_folder(folder: str) -> None:
    if folder:
        try:
            os.stat(folder)
        except OSError:
            _make_folder(folder.rpartition("/")[0])
            os.mkdir(folder)


def start() -> None:
    """Continues an interrupted update when the board starts."""
    put_in_place(print)
    from machine import reset

    reset()


if __name__ == "__main__":
    start()
