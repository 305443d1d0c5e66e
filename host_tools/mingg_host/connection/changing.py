"""Changes files on a board: all of them or none, even if someone pulls the cable.

The PC first sends the new files, as one pack beside the old files, and reads the pack back. Then one rename makes
aboard/update.py the program that the board starts. That program puts every file in place, main.py last. If it is
interrupted, the board continues when it has power again, or at the next change.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from mingg_host.common.disk import digest
from mingg_host.common.output import Failure
from mingg_host.connection.aboard import update
from mingg_host.connection.link import BoardError, Link, Report, program

MAIN = "/main.py"
PROGRAM = update.NEW  # the program's first name, beside main.py. Then it is renamed to main.py
WINDOW = 13  # of zlib: needs 8 kB of the board's memory
SPARE = 6  # blocks for folders, the program, and blocks that littlefs moves


class Change(NamedTuple):
    """A file and its new content; None removes it."""

    path: str
    data: bytes | None


def pack(changes: Sequence[Change]) -> bytes:
    """The changes in the form that aboard/update.py reads: a line for each path."""
    packed = (
        f"- {path}\n".encode() if data is None else f"+ {len(data)} {path}\n".encode() + data for path, data in changes
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, WINDOW)
    return packer.compress(b"".join(packed) + b".\n") + packer.flush()


def finish(board: Link, report: Report) -> bool:
    """Completes an interrupted change. Returns whether there was one."""
    if not _is_update(_main(board)):
        return False
    if board.listing(update.PACK):
        put_in_place(board, 0, report)
    return True


def tidy(board: Link) -> None:
    """Removes the remains of a change that was interrupted at its very end. Call it only after finish()."""
    for path in board.listing(update.FOLDER, PROGRAM):
        board.do(f"os.remove({path!r})")
    board.do(f"if {update.FOLDER[1:]!r} in os.listdir('/'):\n os.rmdir({update.FOLDER!r})")


def change(board: Link, changes: Sequence[Change], report: Report) -> None:
    """Makes all these changes. Raises Failure, for example if the flash has no room for them beside the old files: then
    it changes nothing."""
    finish(board, report)
    last = next((entry for entry in changes if entry.path == MAIN), None) or Change(MAIN, _main(board))
    changes = [*(entry for entry in changes if entry.path != MAIN), last]
    data = pack(changes)
    begun = _begun(board, data)
    block, free = board.room()
    sizes = {path: file.size for path, file in board.listing(*[entry.path for entry in changes]).items()}
    free += -(-begun // block)
    if needed(changes, len(data), sizes, block) > free:
        raise Failure(
            f"The board's flash is too full: {free * block // 1024} kB are free. Copy its evenings to the PC "
            "with mingg backup, then delete old evenings on the board (hold B, evenings)."
        )
    _bring(board, data, len(changes), report)


def needed(changes: Sequence[Change], packed: int, sizes: Mapping[str, int], block: int) -> int:
    """Returns how many free blocks these changes need: for the pack, and for what is larger than before. packed: bytes
    of the pack. sizes: of the files on the board, by path."""
    grows = sum(max(0, -(-len(data or b"") // block) - -(-sizes.get(path, 0) // block)) for path, data in changes)
    return -(-packed // block) + grows + SPARE


def change_store(board: Link, files: Mapping[str, bytes | None], report: Report) -> None:
    """Writes files of the store, or removes them (None), and compares those on the board with what was sent. files: by
    name. Raises Failure."""
    changes = [Change(f"{board.about.store}/{name}", data) for name, data in files.items()]
    change(board, changes, report)
    listed = board.listing(*[path for path, _ in changes])
    for path, data in changes:
        if (listed[path].digest if path in listed else None) != (None if data is None else digest(data)):
            raise Failure(f"{path}: the board has other bytes than were sent. Run the command again.")


def _main(board: Link) -> bytes | None:
    with suppress(BoardError):
        return board.read(MAIN)
    return None


def _is_update(main: bytes | None) -> bool:
    return main is not None and main.startswith(program("update").partition("\n")[0].encode())


def _begun(board: Link, data: bytes) -> int:
    """Returns how many bytes of this pack the board has from an earlier attempt. Removes any other pack."""
    stale = board.listing(update.FOLDER)
    begun = stale.pop(update.PACK, None)
    size = begun.size if begun is not None and begun.digest == digest(data[: begun.size]) else 0
    for path in [*stale, *([] if size or begun is None else [update.PACK])]:
        board.do(f"os.remove({path!r})")
    return size


def _bring(board: Link, data: bytes, files: int, report: Report) -> None:
    """Sends a pack with so many files, and puts them in place."""
    source = program("update").encode()
    offset = _begun(board, data)
    report("sending", offset, len(data))
    try:
        if not offset:
            board.do(f"if {update.FOLDER[1:]!r} not in os.listdir('/'):\n os.mkdir({update.FOLDER!r})")
        if offset < len(data):
            board.write(update.PACK, data, offset, lambda sent, total: report("sending", sent, total))
        board.write(PROGRAM, source)
        on_board = board.listing(update.PACK, PROGRAM)
        if (on_board[update.PACK].digest, on_board[PROGRAM].digest) != (digest(data), digest(source)):
            raise Failure(
                "The board's flash has other bytes than were written. Run the command again. If it fails again, the "
                "flash is worn out: use another board."
            )
        board.do(f"os.rename({PROGRAM!r}, {MAIN!r})")
    except BoardError as error:
        raise Failure(
            *f"The board could not write the files: {error}".split("\n"),
            "The old files still work. Run the command again.",
        ) from error
    put_in_place(board, files, report)


def put_in_place(board: Link, files: int, report: Report) -> None:
    """Runs the update program on the board. files: how many it changes. Raises Failure."""
    replaced: set[str] = set()

    def hear(path: str) -> None:
        if path[:1] != "/" or path in replaced:
            raise ValueError("not the path of another file")
        replaced.add(path)
        report("putting in place", len(replaced), files)

    try:
        board.run(
            f"scope = {{'__name__': 'update'}}\nwith open({MAIN!r}) as file:\n exec(file.read(), scope)\n"
            "scope['put_in_place'](print)\nscope = None",
            hear,
        )
    except BoardError as error:
        raise Failure(
            *f"The board could not put the files in place: {error}".split("\n"),
            "Disconnect it and connect it again: it then retries.",
        ) from error
    except Failure as error:
        raise Failure(f"{error} The board has all files, and also completes the change when it starts.") from error
