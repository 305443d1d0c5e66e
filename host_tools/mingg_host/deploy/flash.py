"""Installs a firmware on a board. Sends only files that changed, keeps the ledgers, and reads the files back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple

from mingg_host.common.disk import digest
from mingg_host.common.output import Failure
from mingg_host.connection.aboard.files import LABEL
from mingg_host.connection.changing import MAIN, Change, change, finish, tidy
from mingg_host.connection.link import Link, OnBoard, Report
from mingg_host.deploy.firmware import Firmware

PACKAGE = "/mingg"


class Flashed(NamedTuple):
    """sent, removed: numbers of files. finished: an interrupted update was completed first."""

    sent: int
    removed: int
    finished: bool


def warning(board: Link, firmware: Firmware) -> str:
    """Says why this firmware may be wrong for this board. Returns '' if nothing is suspicious."""
    if not board.about.machine.startswith(firmware.machine):
        return (
            f"This firmware is for {firmware.board} ({firmware.machine}), but the board is a {board.about.machine}. "
            "Its wires may be on other pins."
        )
    before = board.about.label.get("board", firmware.board)
    if before != firmware.board:
        return f"The board has the firmware for {before}, but this one is for {firmware.board}."
    return ""


def differences(on_board: dict[str, OnBoard], files: dict[str, bytes]) -> list[Change]:
    """Returns the changes that give a board these files: first removals, then files, at last main.py and the label.

    there: the files on the board by absolute path. files: by path from the top.
    Removes files of older versions: MicroPython would prefer an old x.py to the new x.mpy.
    """
    wanted = {f"/{path}": data for path, data in files.items()}
    stale = sorted(path for path in on_board if path.startswith(PACKAGE + "/") and path not in wanted)
    shadows = [
        path for path in map(_shadow, sorted(wanted)) if path in on_board and path not in wanted and path not in stale
    ]
    new = [
        Change(path, data)
        for path, data in wanted.items()
        if path not in on_board or on_board[path] != OnBoard(len(data), digest(data))
    ]
    new.sort(key=lambda entry: (entry.path == MAIN, entry.path == LABEL, entry.path))
    return [*(Change(path, None) for path in [*stale, *shadows]), *new]


def flash(board: Link, firmware: Firmware, report: Report, before: Callable[[], object] = lambda: None) -> Flashed:
    """Installs this firmware on a board. Calls before() once if files will change. Raises Failure."""
    finished = finish(board, report)
    wanted = differences(_look(board, firmware, report), firmware.files)
    if wanted:
        before()
        change(board, wanted, report)
        wrong = differences(_look(board, firmware, report), firmware.files)
        if wrong:
            raise Failure(
                f"{wrong[0].path}: the board has other bytes than were sent. "
                "Run mingg flash again: it sends only what is wrong."
            )
    else:
        tidy(board)
    removed = sum(entry.data is None for entry in wanted)
    return Flashed(len(wanted) - removed, removed, finished)


def _look(board: Link, firmware: Firmware, report: Report) -> dict[str, OnBoard]:
    """Lists the files of the package on the board and those that lie beside it."""
    top = [f"/{path}" for path in firmware.files if "/" not in path]
    compared = 0

    def hear(_: str) -> None:
        nonlocal compared
        compared += 1
        report("comparing", min(compared, len(firmware.files)), len(firmware.files))

    return board.listing(PACKAGE, *top, *(path for path in map(_shadow, top) if path not in top), report=hear)


def _shadow(path: str) -> str:
    """The source file that MicroPython would load instead of this file."""
    return str(PurePosixPath(path).with_suffix(".py"))
