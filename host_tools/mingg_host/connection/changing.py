"""Changes files on a board: all of them or none, even if someone pulls the cable.

The PC first sends the new files, as one pack beside the old files, and reads the pack back. Then one rename makes
aboard/update.py the program that the board starts. That program puts every file in place, main.py last. If it is
interrupted, the board continues when it has power again, or at the next change.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mingg.hal.store import is_name

from mingg_host.common.disk import digest
from mingg_host.common.output import Failure
from mingg_host.connection.aboard import update
from mingg_host.connection.link import BoardError, Link, LinkError, program

MAIN = "/main.py"
PROGRAM = update.NEW  # the program's first name, beside main.py. Then it is renamed to main.py
WINDOW = 13  # of zlib: needs 8 kB of the board's memory
SPARE = 6  # blocks for folders, the program, and blocks that littlefs moves

SMALL = 512  # bytes

Report = Callable[[str, int, int], object]  # shows progress: activity, units done, units in all


class ChangeError(Failure):
    """A change failed; the message says what to do."""


class Change(NamedTuple):
    """A file and its new content; None removes it."""

    path: str
    data: bytes | None


def pack(changes: Sequence[Change]) -> bytes:
    """The changes in the form that aboard/update.py reads: a line for each path. Raises ChangeError."""
    packed = []
    for path, data in changes:
        # A hidden file may be removed: a cut update leaves one.
        parts = [part if data is not None else part.lstrip(".") for part in path[1:].split("/")]
        if path[:1] != "/" or not all(map(is_name, parts)):
            raise ChangeError(f"{path!r}: no file on a board can have this name. Nothing was changed.")
        packed.append(f"- {path}\n".encode() if data is None else f"+ {len(data)} {path}\n".encode() + data)
    packer = zlib.compressobj(9, zlib.DEFLATED, WINDOW)
    return packer.compress(b"".join(packed) + b".\n") + packer.flush()


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


def change(board: Link, changes: Sequence[Change], report: Report, alone: Sequence[Change] = ()) -> None:
    """Makes all these changes. Raises ChangeError, LinkError.

    alone: some of the changes; the board works with them even if the others are not made yet.
    If the flash has no room for all new files beside the old ones, those of `alone` come first. If that is not enough,
    it makes the others in parts. If these are interrupted, the board may not start until the change is made again.
    It changes nothing if the last part would have no room.
    """
    finish(board, report)
    left, last = _main_apart(board, changes)
    sizes = _sizes(board, changes)
    block, free = _room(board, [*left, last])
    if not fits([*left, last], sizes, block, free):
        first = [entry for entry in left if entry in alone]
        left = [entry for entry in left if entry not in alone]
        main = _main_as_it_is(board) if first else last
        between = _after(first, main, sizes, block, free) if first else free
        if between is None or _after(left, last, sizes, block, between) is None:
            raise _too_full(free * block)
        if first:
            _bring_in_parts(board, first, main, sizes, report)
    _bring_in_parts(board, left, last, sizes, report)


def change_and_check(board: Link, changes: Sequence[Change], report: Report) -> None:
    """Makes these changes, and compares the files on the board with what was sent. Raises ChangeError, LinkError."""
    change(board, changes, report)
    listed = board.listing(*[path for path, _ in changes])
    for path, data in changes:
        if (listed[path].digest if path in listed else None) != (None if data is None else digest(data)):
            raise ChangeError(f"{path}: the board has other bytes than were sent. Run the command again.")


def _bring_in_parts(board: Link, left: list[Change], last: Change, sizes: dict[str, int], report: Report) -> None:
    """Makes the changes, as many at once as have room. last: the one of main.py."""
    while True:
        block, free = _room(board, [*left, last])
        part = _part(left, last, sizes, block, free)
        if part is None:
            raise _too_full(free * block)
        left = left[len(part) :]
        _bring(board, part if left else [*part, last], report)
        if not left:
            return


def _part(left: list[Change], last: Change, sizes: dict[str, int], block: int, free: int) -> list[Change] | None:
    """Returns the first changes, as many as have room at once. None: there is no room for one."""
    part = left
    while not fits([*part, last], sizes, block, free):
        part = part[: len(part) // 2]
        if not part:
            return None
    return part


def _after(left: list[Change], last: Change, sizes: dict[str, int], block: int, free: int) -> int | None:
    """Returns how many blocks are free after these changes. None: there is no room for one of their parts."""
    while True:
        part = _part(left, last, sizes, block, free)
        if part is None:
            return None
        left = left[len(part) :]
        for path, data in part if left else [*part, last]:
            free += _held(sizes.get(path, 0), block) - _held(len(data or b""), block)
        if not left:
            return free


def _held(size: int, block: int) -> int:
    """The blocks of a file on the board; littlefs keeps a small one in its folder."""
    return _blocks(size, block) if size > SMALL else 0


def _too_full(free: int) -> ChangeError:
    return ChangeError(
        f"The board's flash is too full: {free // 1024} kB are free. Copy its evenings to the PC "
        "with mingg backup, then delete old evenings on the board (hold B, evenings)."
    )


def _main_apart(board: Link, changes: Sequence[Change]) -> tuple[list[Change], Change]:
    """Returns the changes without that of main.py, and that of main.py: it comes last."""
    last = next((entry for entry in changes if entry.path == MAIN), None)
    return [entry for entry in changes if entry.path != MAIN], last or _main_as_it_is(board)


def _sizes(board: Link, changes: Sequence[Change]) -> dict[str, int]:
    return {path: file.size for path, file in board.listing(*[entry.path for entry in changes]).items()}


def _room(board: Link, changes: Sequence[Change]) -> tuple[int, int]:
    """Returns the bytes of a block, and how many are free for this pack, with those that it has already."""
    begun = _begun(board, pack(changes))
    block, free = board.room()
    return block, free + _blocks(begun, block)


def fits(part: Sequence[Change], sizes: dict[str, int], block: int, free: int) -> bool:
    """True if the free blocks suffice for the pack, for larger files, and for one new file beside its old version."""
    grows = peak = 0
    for path, data in part:
        size = 0 if data is None else _blocks(len(data), block)
        grows += max(0, size - _blocks(sizes.get(path, 0), block))
        peak = max(peak, size)
    return _blocks(len(pack(part)), block) + grows + peak + SPARE <= free


def _blocks(size: int, block: int) -> int:
    return -(-size // block)


def _main_as_it_is(board: Link) -> Change:
    if _updating(board):
        raise ChangeError("An update of this board was interrupted. Complete it first: mingg flash")
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
    """Returns how many bytes of this pack the board has from an earlier attempt. Removes any other pack."""
    stale = board.listing(update.FOLDER)
    begun = stale.pop(update.PACK, None)
    size = begun.size if begun is not None and begun.digest == digest(data[: begun.size]) else 0
    for path in [*stale, *([] if size or begun is None else [update.PACK])]:
        board.do(f"os.remove({path!r})")
    return size


def _bring(board: Link, part: Sequence[Change], report: Report) -> None:
    """Sends the changes, and puts them in place."""
    data = pack(part)
    offset = _begun(board, data)
    report("sending", offset, len(data))
    try:
        if not offset:
            board.do(f"if {update.FOLDER[1:]!r} not in os.listdir('/'):\n os.mkdir({update.FOLDER!r})")
        if offset < len(data):
            board.write(update.PACK, data, offset, lambda sent, total: report("sending", sent, total))
        source = program("update").encode()
        board.write(PROGRAM, source)
        on_board = board.listing(update.PACK, PROGRAM)
        if (on_board[update.PACK].digest, on_board[PROGRAM].digest) != (digest(data), digest(source)):
            raise ChangeError(
                "The board's flash has other bytes than were written. Run the command again. If it fails again, the "
                "flash is worn out: use another board."
            )
        board.do(f"os.rename({PROGRAM!r}, {MAIN!r})")
    except BoardError as error:
        raise ChangeError(
            *f"The board could not write the files: {error}".split("\n"),
            "The old files still work. Run the command again.",
        ) from error
    put_in_place(board, len(part), report)


def put_in_place(board: Link, files: int, report: Report) -> None:
    """Runs the update program on the board. files: how many it changes. Raises ChangeError, LinkError."""
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
        raise ChangeError(
            *f"The board could not put the files in place: {error}".split("\n"),
            "Disconnect it and connect it again: it then retries.",
        ) from error
    except LinkError as error:
        raise LinkError(f"{error} The board has all files, and also completes the change when it starts.") from error
