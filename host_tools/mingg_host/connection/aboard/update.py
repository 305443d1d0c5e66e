"""Mingg's update: it stands in for main.py while one is put in its place, so that a cut only ever delays it.

What is to be done is in a pack, one zlib stream of `- path`, and of `+ size path` with the bytes behind the line; `.`
ends it. main.py, the last of it, is what ends an update. Everything done twice is as if done once.
"""

import errno
import os

MYPY = False
if MYPY:
    from collections.abc import Callable

FOLDER = "/update"
PACK = FOLDER + "/pack"
NEW = "/.new"  # in each folder, as the store has it. From folder to folder a cut rename hides what else is in them


def put_in_place(told: "Callable[[str], object]") -> None:
    """Does what the pack says, and removes it; told(path) of each file that is done."""
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
            told(path)
    _remove(PACK)


def _remove(path: str) -> None:
    """Removes a file, and the folders that it leaves empty."""
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
            return  # something else is in it
        folder = folder.rpartition("/")[0]


def _write(path: str, data: bytes) -> None:
    folder = path.rpartition("/")[0]
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return  # done before a cut
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
    """What the board does when it starts in the midst of an update."""
    try:
        os.stat(PACK)
    except OSError:
        print("Mingg's update waits for its second part. Connect the board to the PC, and again: mingg flash")
        return
    put_in_place(print)
    from machine import reset

    reset()


if __name__ == "__main__":
    start()
