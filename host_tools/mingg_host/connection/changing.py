"""Changes files on a board, all of them or none, even if the cable is pulled half-way.

The new files are sent first, as one pack beside the old files. When the pack has been read back whole, one rename makes
aboard/update.py the program that the board starts. That program puts every file in place, main.py last. If it is
interrupted, the board continues when it has power again, or at the next change.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mingg_host.common.disk import digest
from mingg_host.connection.aboard import update
from mingg_host.connection.link import BoardError, Link, LinkError, program

MAIN = "/main.py"
PROGRAM = update.NEW  # beside main.py, until it takes its name
WINDOW = 13  # zlib's: 8 kB of the board's memory
SPARE = 6  # blocks: folders, the program, what littlefs moves about

Report = Callable[[str, int, int], object]  # shows progress: activity, units done, units in all


class ChangeError(Exception):
    """A change failed; the message says what to do."""


class Change(NamedTuple):
    """A file and its new content; None removes it."""

    path: str
    data: bytes | None


def pack(changes: Sequence[Change]) -> bytes:
    """The changes in the form that aboard/update.py reads."""
    parts = []
    for path, data in changes:
        parts.append(f"- {path}\n".encode() if data is None else f"+ {len(data)} {path}\n".encode() + data)
    packer = zlib.compressobj(9, zlib.DEFLATED, WINDOW)
    return packer.compress(b"".join(parts) + b".\n") + packer.flush()


def finish(board: Link, report: Report) -> bool:
    """Completes an interrupted change. Returns whether there was one."""
    if not _updating(board):
        return False
    if board.listing(update.PACK):
        put_in_place(board, 0, report)
    return True


def tidy(board: Link) -> None:
    """Removes the remains of a change that was interrupted at its very end. Call it only after finish()."""
    for path in board.listing(update.FOLDER, PROGRAM):
        board.do(f"os.remove({path!r})")
    if update.FOLDER[1:] in board.names("/"):
        board.do(f"os.rmdir({update.FOLDER!r})")


def change(board: Link, changes: Sequence[Change], report: Report) -> None:
    """Brings all of it onto the board. Raises ChangeError, LinkError.

    Where there is no room for all the new beside the old, it is done in parts; then a cut may leave a board that does
    not start until it is done once more.
    """
    finish(board, report)
    left = [each for each in changes if each.path != MAIN]
    last = next((each for each in changes if each.path == MAIN), None) or _main_as_it_is(board)
    there = {path: file.size for path, file in board.listing(*[each.path for each in changes]).items()}
    while True:
        begun = _begun(board, pack([*left, last]))
        block, free = board.room()
        free += _blocks(begun, block)
        part = list(left)
        while not _fits([*part, last], there, block, free):
            part = part[: len(part) // 2]
            if not part:
                raise ChangeError(
                    f"There is no room on the board: {free * block // 1024} kB are free. Delete old evenings on it "
                    "(hold B, evenings); mingg backup keeps them on the PC."
                )
        left = left[len(part) :]
        _bring(board, part if left else [*part, last], report)
        if not left:
            return


def _fits(part: Sequence[Change], there: dict[str, int], block: int, free: int) -> bool:
    grows = peak = 0
    for path, data in part:
        size = 0 if data is None else _blocks(len(data), block)
        grows += max(0, size - _blocks(there.get(path, 0), block))
        peak = max(peak, size)
    return _blocks(len(pack(part)), block) + grows + peak + SPARE <= free


def _blocks(size: int, block: int) -> int:
    return -(-size // block)


def _main_as_it_is(board: Link) -> Change:
    if _updating(board):
        raise ChangeError("An update of this board was cut. End that first: mingg flash")
    try:
        return Change(MAIN, board.read(MAIN))
    except BoardError:
        return Change(MAIN, None)


def _updating(board: Link) -> bool:
    try:
        return board.read(MAIN).startswith(program("update").partition("\n")[0].encode())
    except BoardError:
        return False


def _begun(board: Link, data: bytes) -> int:
    """How many bytes of a pack the board has already, from the last time. What it has of another one is removed."""
    found = board.listing(update.FOLDER)
    begun = found.pop(update.PACK, None)
    size = begun.size if begun is not None and begun.digest == digest(data[: begun.size]) else 0
    for path in [*found, *([] if size or begun is None else [update.PACK])]:
        board.do(f"os.remove({path!r})")
    return size


def _bring(board: Link, part: Sequence[Change], report: Report) -> None:
    data = pack(part)
    at = _begun(board, data)
    report("sending", at, len(data))
    try:
        if not at:
            board.do(f"if {update.FOLDER[1:]!r} not in os.listdir('/'):\n os.mkdir({update.FOLDER!r})")
        if at < len(data):
            board.write(update.PACK, data, at, lambda done, of: report("sending", done, of))
        source = program("update").encode()
        board.write(PROGRAM, source)
        found = board.listing(update.PACK, PROGRAM)
        if (found[update.PACK].digest, found[PROGRAM].digest) != (digest(data), digest(source)):
            raise ChangeError("The board's flash gives back another thing than was written. Try again.")
        board.do(f"os.rename({PROGRAM!r}, {MAIN!r})")
    except BoardError as error:
        raise ChangeError(f"The board could not take the files: {error}") from error
    put_in_place(board, len(part), report)


def put_in_place(board: Link, files: int, report: Report) -> None:
    done: set[str] = set()

    def hear(path: str) -> None:
        if path[:1] != "/" or path in done:
            raise ValueError("no other file")
        done.add(path)
        report("putting in place", len(done), files)

    try:
        board.run(
            f"scope = {{'__name__': 'update'}}\nwith open({MAIN!r}) as file:\n exec(file.read(), scope)\n"
            "scope['put_in_place'](print)\nscope = None",
            hear,
        )
    except BoardError as error:
        raise ChangeError(
            f"The board could not put the files in place: {error}\nIt tries again when it is connected anew."
        ) from error
    except LinkError as error:
        raise LinkError(f"{error} All the files are on the board: it also ends by itself what was begun.") from error
