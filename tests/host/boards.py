"""Boards on a pseudo-terminal, for tests of what talks to them: raw_repl.py does the talking."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import tty
from pathlib import Path
from types import TracebackType

import pytest
from littlefs import LittleFS, UserContext
from mingg_host.connection.link import Link

BLOCK, BLOCKS = 4096, 64
RESET, CUT_OFF = 75, 76

a_serial_board = pytest.mark.skipif(sys.platform != "linux", reason="mpremote knows Linux's pseudo-terminals only")


def read_flash(image: bytes) -> dict[str, bytes]:
    """The files on a flash, by path from its top."""
    context = UserContext(buffer=bytearray(image))
    system = LittleFS(context=context, block_size=BLOCK, block_count=len(image) // BLOCK, prog_size=256)
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path[1:]] = file.read()
    return found


def made_flash(files: dict[str, bytes], blocks: int = BLOCKS) -> bytes:
    """A flash with these files on it."""
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
    """A board as long as its power is on; starts anew when it is reset. cut: after so many writes to its flash the
    power goes.

    files: what is on its flash by now.
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
        program = Path(__file__).with_name("raw_repl.py")
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
            os.close(self._line)  # whoever listens notices
            self._started.notify_all()

    @property
    def files(self) -> dict[str, bytes]:
        return read_flash(self.flash.read_bytes())

    def pull(self) -> None:
        """The cable, and with it the power."""
        assert self._process is not None
        self._process.kill()
        self.thread.join()

    def wait_for_reset(self, count: int = 1) -> None:
        with self._started:
            assert self._started.wait_for(lambda: self.resets >= count or not self.thread.is_alive(), 20)
        assert self.resets >= count

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing = True
        while self.thread.is_alive():
            if self._process is not None:
                self._process.kill()
            self.thread.join(0.05)
        os.close(self._terminal)


def pull_the_cable(monkeypatch: pytest.MonkeyPatch, board: Board, before: str = "0002-00.txt") -> None:
    """Pulls the cable when this file is about to be read."""
    read = Link.read

    def pull(link: Link, path: str) -> bytes:
        if path.endswith(before):
            board.pull()
        return read(link, path)

    monkeypatch.setattr(Link, "read", pull)
