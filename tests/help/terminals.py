"""Terminals for tests: a pseudo-terminal, and an emulator (pyte) that turns the output into a screen."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import blessed
import pyte
from blessed.keyboard import Keystroke
from help import forking
from mingg_host.device.terminal import Keyboard

# What pyte would draw: a query of capabilities, and the keyboard protocol of kitty.
UNKNOWN = re.compile(rb"\x1bP.*?\x1b\\|\x1b\[=(\d+);1u|\x1b\[\?u", re.DOTALL)
PATIENCE_S = 180  # reached only if the test fails
ALTERNATE, CURSOR, WRAP = 1049 << 5, 25 << 5, 7 << 5
# The dots of a braille letter, by the bits of its code point: column and row.
DOTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]


class Terminal:
    """A terminal. master: its own end of the pseudo-terminal; slave: the end of the program that runs in it. releases:
    it knows the keyboard protocol of kitty. reports: what the program asked for in that protocol."""

    def __init__(self, columns: int, rows: int, releases: bool = False) -> None:
        self.master, self.slave = os.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.releases = releases
        self.reports = 0
        self.screen = pyte.Screen(columns, rows)
        self.screen.write_process_input = self.type  # type: ignore[method-assign]
        self._stream = pyte.ByteStream(self.screen)
        self._lock = threading.Lock()
        self._open = True
        self.resize(columns, rows)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while self._open:
            try:
                if not select.select([self.master], [], [], 0.05)[0]:
                    continue
                output = os.read(self.master, 1 << 16)
            except (OSError, ValueError):
                return
            with self._lock:
                self._stream.feed(UNKNOWN.sub(self._take, output))

    def _take(self, query: re.Match[bytes]) -> bytes:
        if query[1]:
            self.reports = int(query[1])
        elif query[0] == b"\x1b[?u" and self.releases:
            self.type(f"\x1b[?{self.reports}u")
        return b""

    def resize(self, columns: int, rows: int) -> None:
        with self._lock:
            self.screen.resize(rows, columns)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def is_read(self) -> bool:
        """Returns True if the program has read everything that was typed."""
        unread = fcntl.ioctl(self.slave, termios.FIONREAD, bytes(4))
        return struct.unpack("i", unread) == (0,)

    def hang_up(self) -> None:
        """Ends the terminal, as when its window is closed or its line fails."""
        if self._open:
            self._open = False
            self._reader.join()
            os.close(self.master)

    def close(self) -> None:
        self.hang_up()
        os.close(self.slave)

    # ---- what the user sees ----

    def lines(self) -> list[str]:
        with self._lock:
            return list(self.screen.display)

    def text(self) -> str:
        return " ".join(" ".join(self.lines()).split())

    def pixels(self) -> list[str]:
        """Returns the panel in the middle as 64 rows of "0" and "1"; [] if the terminal is too small for one."""
        lines = self.lines()
        if self.screen.columns >= 128 and len(lines) >= 32:
            rows = _cut(lines, 128, 32)
            return [
                "".join("01"[letter in ("▀█" if upper else "▄█")] for letter in row) for row in rows for upper in (1, 0)
            ]
        if self.screen.columns < 64 or len(lines) < 16:
            return []
        pixels = [["0"] * 128 for _ in range(64)]
        for row, line in enumerate(_cut(lines, 64, 16)):
            for column, letter in enumerate(line):
                bits = ord(letter) - 0x2800 if letter != " " else 0
                for bit, (x, y) in enumerate(DOTS):
                    if bits >> bit & 1:
                        pixels[4 * row + y][2 * column + x] = "1"
        return ["".join(row_of_pixels) for row_of_pixels in pixels]

    def is_restored(self) -> bool:
        """Returns True if the modes of the terminal are as before the program."""
        modes = {ALTERNATE, CURSOR, WRAP} & self.screen.mode
        return modes == {CURSOR, WRAP} and self.reports == 0 and termios.tcgetattr(self.slave) == self.before

    def becomes_true(self, condition: Callable[[], bool]) -> bool:
        """Waits until the condition is true. Returns False if it never is."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True


def _cut(lines: list[str], width: int, height: int) -> list[str]:
    """Returns the lines of the panel. It begins at the first line with text, and is in the middle of the terminal."""
    first = (len(lines[0]) - width) // 2
    top = next((row for row, line in enumerate(lines) if line.strip()), 0)
    # The first rows of the panel may be dark.
    top = min(top, (len(lines) - height) // 2)
    return [line[first : first + width] for line in lines[top : top + height]]


# The clock of a device runs ten times as fast.
QUICK = """
import time
from types import SimpleNamespace
from mingg_host.device import live
live.time = SimpleNamespace(monotonic=lambda: 10 * time.monotonic(), sleep=lambda seconds: time.sleep(seconds / 10))
"""


class Program:
    """A command that runs in a terminal."""

    def __init__(
        self, terminal: Terminal, words: Sequence[object], code: str = "", cwd: Path | None = None, **env: str
    ) -> None:
        self.terminal = terminal
        streams, environment = [terminal.slave] * 3, {"TERM": "xterm-256color", **env}
        self.process = forking.Process(words, streams, f"{QUICK}\n{code}\n{forking.MINGG}", cwd, environment)

    def ends(self) -> int:
        """Waits for the end of the command. Returns its status."""
        return self.process.wait(PATIENCE_S)


def mingg(
    folder: Path,
    *words: object,
    columns: int = 140,
    rows: int = 40,
    code: str = "",
    releases: bool = False,
    locale: str = "C.UTF-8",
) -> Program:
    """Starts a command in this folder, which is also the home folder with the user's data."""
    home = {"XDG_DATA_HOME": str(folder), "HOME": str(folder), "LC_ALL": locale}
    return Program(Terminal(columns, rows, releases), words, code, folder, **home)


def keystrokes(text: str) -> Iterator[Keystroke]:
    """Yields what a terminal makes of these bytes."""
    terminal = blessed.Terminal(kind="xterm-256color", force_styling=True)
    terminal.ungetch(text)
    while key := terminal.inkey(timeout=0, esc_delay=0):
        yield key


class Typed(Keyboard):
    """A keyboard on which text is typed, as a terminal sends it."""

    def __init__(self, **settings: Any) -> None:
        self.typed = blessed.Terminal(kind="xterm-256color", force_styling=True)
        super().__init__(self.typed, **settings)

    def type(self, text: str) -> None:
        self.typed.ungetch(text)
        self.read()
