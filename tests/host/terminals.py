"""Terminals to play in: a pseudo-terminal, and a terminal's own understanding of what is sent to it (pyte)."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyte

PATIENCE_S = 60
ALTERNATE, CURSOR, WRAP = 1049 << 5, 25 << 5, 7 << 5
# The dots of a braille letter, by the bits of its code point: column and row.
DOTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]


class Terminal:
    """What somebody sees. ours: the end of the terminal itself; theirs: that of the program in it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.ours, self.theirs = os.openpty()
        self.before = termios.tcgetattr(self.theirs)
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._lock = threading.Lock()
        self._open = True
        self.resize(columns, rows)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while self._open:
            try:
                if not select.select([self.ours], [], [], 0.05)[0]:
                    continue
                sent = os.read(self.ours, 1 << 16)
            except (OSError, ValueError):
                return
            with self._lock:
                self._stream.feed(sent)

    def resize(self, columns: int, rows: int) -> None:
        with self._lock:
            self.screen.resize(rows, columns)
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def taken(self) -> bool:
        """Whether the program has read everything that was typed."""
        waiting = fcntl.ioctl(self.theirs, termios.FIONREAD, bytes(4))
        return struct.unpack("i", waiting) == (0,)

    def hang_up(self) -> None:
        """The terminal's window is closed, or the line is down."""
        if self._open:
            self._open = False
            time.sleep(0.1)
            os.close(self.ours)

    def close(self) -> None:
        self.hang_up()
        os.close(self.theirs)

    # ---- what is seen ----

    def lines(self) -> list[str]:
        with self._lock:
            return list(self.screen.display)

    def text(self) -> str:
        return " ".join(" ".join(self.lines()).split())

    def pixels(self) -> list[str]:
        """The panel, 64 rows of "0" and "1", out of the letters in the middle; none where there is no panel."""
        lines = self.lines()
        if self.screen.columns >= 128 and len(lines) >= 32:
            rows = _cut(lines, 128, 32)
            return [
                "".join("01"[letter in ("▀█" if upper else "▄█")] for letter in row) for row in rows for upper in (1, 0)
            ]
        if self.screen.columns < 64 or len(lines) < 16:
            return []
        found = [["0"] * 128 for _ in range(64)]
        for row, line in enumerate(_cut(lines, 64, 16)):
            for column, letter in enumerate(line):
                bits = ord(letter) - 0x2800 if letter != " " else 0
                for bit, (x, y) in enumerate(DOTS):
                    if bits >> bit & 1:
                        found[4 * row + y][2 * column + x] = "1"
        return ["".join(each) for each in found]

    def as_it_was(self) -> bool:
        """Whether the terminal is to whoever comes next as it was before."""
        modes = {ALTERNATE, CURSOR, WRAP} & self.screen.mode
        return modes == {CURSOR, WRAP} and termios.tcgetattr(self.theirs) == self.before

    def comes(self, so: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
        """Whether this comes to be."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            if so():
                return True
            time.sleep(0.02)
        return False


def _cut(lines: list[str], width: int, height: int) -> list[str]:
    """The panel's letters: its first line is the first one that has any, and it stands in the middle."""
    left = (len(lines[0]) - width) // 2
    top = next((at for at, line in enumerate(lines) if line.strip()), 0)
    # Above the first lit pixels the panel may be dark.
    top = min(top, (len(lines) - height) // 2)
    return [line[left : left + width] for line in lines[top : top + height]]


class Program:
    """A command that runs in a terminal."""

    def __init__(
        self, terminal: Terminal, words: Sequence[object], code: str = "", cwd: Path | None = None, **env: str
    ) -> None:
        self.terminal = terminal
        code += "\nfrom mingg_host.entry import main; main()"
        given: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), terminal.theirs)
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, words)],
            env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **env},
            cwd=cwd,
            start_new_session=True,
            **given,
        )

    def ends(self) -> int:
        return self.process.wait(PATIENCE_S)


def mingg(folder: Path, *words: object, columns: int = 140, rows: int = 40, code: str = "") -> Program:
    """A command, started in this folder, in which its user's data are as well."""
    return Program(Terminal(columns, rows), words, code, folder, XDG_DATA_HOME=str(folder), HOME=str(folder))
