"""Brings a board to a firmware: only what changed is sent, ledgers stay, and what is on its flash then is read back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple

from mingg_host.common.disk import digest
from mingg_host.connection.aboard.files import LABEL
from mingg_host.connection.changing import MAIN, Change, ChangeError, Report, change, finish, tidy
from mingg_host.connection.link import Link, OnBoard
from mingg_host.deploy.firmware import Firmware

PACKAGE = "/mingg"


class Flashed(NamedTuple):
    """How many files were sent and how many removed; finished: an earlier update was ended first."""

    sent: int
    removed: int
    finished: bool


def warning(board: Link, made: Firmware) -> str:
    """What speaks against this firmware for this board; '' where nothing does."""
    if not board.about.machine.startswith(made.machine):
        return (
            f"This firmware is for {made.board} ({made.machine}), and the board says it is a {board.about.machine}: "
            "wires may be on other pins."
        )
    before = board.about.label.get("board", made.board)
    if before != made.board:
        return f"The board has had the firmware for {before}, and this is for {made.board}."
    return ""


def differences(there: dict[str, OnBoard], files: dict[str, bytes]) -> list[Change]:
    """What has to be done so that a board has these files: first what goes, main.py and the label last.

    What an older version left goes: MicroPython would prefer an old x.py to the new x.mpy.
    """
    wanted = {f"/{path}": data for path, data in files.items()}
    stale = sorted(path for path in there if path.startswith(PACKAGE + "/") and path not in wanted)
    shadows = [
        path for path in map(_shadow, sorted(wanted)) if path in there and path not in wanted and path not in stale
    ]
    new = [
        Change(path, data)
        for path, data in wanted.items()
        if path not in there or there[path] != OnBoard(len(data), digest(data))
    ]
    new.sort(key=lambda each: (each.path == MAIN, each.path == LABEL, each.path))
    return [*(Change(path, None) for path in [*stale, *shadows]), *new]


def flash(board: Link, made: Firmware, report: Report, before: Callable[[], object] = lambda: None) -> Flashed:
    """Brings a board to this firmware; before() is called when that is known to change something. Raises ChangeError,
    LinkError."""
    finished = finish(board, report)
    wanted = differences(_look(board, made, report), made.files)
    if wanted:
        before()
        change(board, wanted, report)
        wrong = differences(_look(board, made, report), made.files)
        if wrong:
            raise ChangeError(f"{wrong[0].path} is not as it was sent. Try again: only what is wrong will be sent.")
    else:
        tidy(board)
    removed = sum(each.data is None for each in wanted)
    return Flashed(len(wanted) - removed, removed, finished)


def _look(board: Link, made: Firmware, report: Report) -> dict[str, OnBoard]:
    top = [f"/{path}" for path in made.files if "/" not in path]
    done = 0

    def hear(_: str) -> None:
        nonlocal done
        done += 1
        report("comparing", min(done, len(made.files)), len(made.files))

    return board.listing(PACKAGE, *top, *(path for path in map(_shadow, top) if path not in top), report=hear)


def _shadow(path: str) -> str:
    return str(PurePosixPath(path).with_suffix(".py"))
