"""Boards on a pseudo-terminal, for tests of the programs that talk to them. raw_repl.py answers for the board."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pytest
from littlefs import LittleFS, UserContext
from mingg_host.connection import link
from mingg_host.connection.link import Link

PATIENCE_S = 180  # reached only if the test fails
BLOCK, BLOCKS = 4096, 64
RESET, CUT_OFF = 75, 76

a_serial_board = pytest.mark.skipif(sys.platform != "linux", reason="mpremote knows Linux's pseudo-terminals only")


def read_flash(image: bytes) -> dict[str, bytes]:
    """Returns the files on a flash by their paths."""
    context = UserContext(buffer=bytearray(image))
    system = LittleFS(context=context, block_size=BLOCK, block_count=len(image) // BLOCK, prog_size=256)
    files = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                files[path[1:]] = file.read()
    return files


def made_flash(files: dict[str, bytes], blocks: int = BLOCKS) -> bytes:
    """Returns the image of a flash with these files."""
    context = UserContext(BLOCK * blocks)
    system = LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=blocks,
        read_size=256,
        prog_size=256,
        cache_size=1024,
        disk_version=0x00020000,
    )
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    system.unmount()
    return bytes(context.buffer)


class Board:
    """A board while its power is on. It starts again after a reset.

    cut: the power fails after so many writes to the flash; 0: never. files: the current files on the flash; stored:
    those that the firmware keeps, by name.
    """

    def __init__(self, vm: Path, flash: Path, cut: int = 0) -> None:
        self._vm, self.flash, self._cut = vm, flash, cut
        self._blocks = flash.stat().st_size // BLOCK or BLOCKS
        self.resets = 0
        self.was_cut = False
        self._line, self._terminal = os.openpty()
        tty.setraw(self._line)
        self.port = os.ttyname(self._terminal)
        self._closing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._started = threading.Condition()
        self.thread = threading.Thread(target=self._live)
        self.thread.start()

    def _live(self) -> None:
        program = Path(__file__).parents[1] / "boards" / "raw_repl.py"
        command = [self._vm, "-X", "heapsize=8m", program, self.flash, str(self._blocks), str(self._cut)]
        while not self._closing:
            self._process = subprocess.Popen(command, stdin=self._line, stdout=self._line)
            status = self._process.wait()
            if status != RESET:
                self.was_cut = status == CUT_OFF
                break
            with self._started:
                self.resets += 1
                self._started.notify_all()
        with self._started:
            os.close(self._line)  # the programs that listen notice it
            self._started.notify_all()

    @property
    def files(self) -> dict[str, bytes]:
        return read_flash(self.flash.read_bytes())

    @property
    def stored(self) -> dict[str, bytes]:
        return {path[7:]: data for path, data in self.files.items() if path.startswith("ledger/")}

    def pull(self) -> None:
        """Pulls the cable, which also cuts the power."""
        assert self._process is not None
        self._process.kill()
        self.thread.join()

    def wait_for_reset(self, count: int = 1) -> None:
        """Waits until the board was reset so many times."""
        with self._started:
            self._started.wait_for(lambda: self.resets >= count or not self.thread.is_alive(), PATIENCE_S)
        assert self.resets >= count, f"{self.resets} resets; the board {'runs' if self.thread.is_alive() else 'ended'}"

    def wait_for_end_or_reset(self) -> None:
        """Waits until the power was cut, or the board was reset."""
        with self._started:
            self._started.wait_for(lambda: self.resets or not self.thread.is_alive(), PATIENCE_S)

    def __enter__(self) -> Board:
        # On a busy machine the VM may answer later than any board.
        self._limits = link.ANSWER_S, link.QUIET_S, link.SETTLE_S
        link.ANSWER_S = link.QUIET_S = PATIENCE_S
        link.SETTLE_S = 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        link.ANSWER_S, link.QUIET_S, link.SETTLE_S = self._limits
        self._closing = True
        while self.thread.is_alive():
            if self._process is not None:
                self._process.kill()
            self.thread.join(0.05)
        os.close(self._terminal)


Boards = Callable[[dict[str, bytes]], Board]  # the fixture board_with


def pull_the_cable(monkeypatch: pytest.MonkeyPatch, board: Board, before: str = "0002-00.txt") -> None:
    """Pulls the cable just before a program reads this file."""
    read = Link.read

    def pull(connection: Link, path: str) -> bytes:
        if path.endswith(before):
            board.pull()
        return read(connection, path)

    monkeypatch.setattr(Link, "read", pull)
