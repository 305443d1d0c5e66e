"""MicroPython's raw REPL on a serial line: code goes to the board, and what it prints comes back.

What is at the other end may be no board. It may send without end, or nothing, or one byte after the other. So there is
a time limit, and data alone hardly moves it. It begins anew with each line that makes sense to whoever asked; a byte
adds only what it takes on a slow line. What is kept of all that comes is limited as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

BYTE_S = 0.1  # a slow line may take so long for each byte
WAIT_S = 0.05  # between two looks at the clock while nothing comes
AT_ONCE = 4096  # bytes read in one go
LONGEST = 4096  # bytes in a line
LARGEST = 4 * 1024 * 1024  # bytes that a command may print whose lines are judged one by one
PLAIN = 64 * 1024  # bytes that any other command may print, and the most of a traceback
BANNER = b"raw REPL; CTRL-B to exit\r\n>"
REBOOT = b"soft reboot\r\n"
END = b"\x04"

Judge = Callable[[str], object]  # raises ValueError for a line that makes no sense


class ReplError(Exception):
    """The other end does not talk as a board's raw REPL does; the message says what it did."""


class Silence(ReplError):
    """Nothing that makes sense came in time."""


class Repl:
    """line: a serial port of pyserial's; clock: seconds."""

    def __init__(self, line: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self.heard = False  # whether anything has come
        self._line = line
        self._clock = clock
        self._came = b""  # read from the line, but not used yet
        self._until = 0.0
        line.timeout = WAIT_S

    def enter(self, patience: float) -> None:
        """Stops what runs on the board and starts it anew, without its main.py. patience: seconds for each step."""
        self._allow(patience)
        self._line.write(b"\r\x03")
        self._forget()
        self._line.write(b"\r\x01")
        self._find(BANNER)
        self._allow(patience)
        self._line.write(END)
        self._find(REBOOT)
        self._allow(patience)  # its boot.py may take some time
        self._find(BANNER)

    def run(self, code: bytes, patience: float, judge: Judge | None = None) -> tuple[str, str]:
        """Runs code; judge(line) gets each line that it prints. Returns what it printed, and its traceback, "" where
        there is none."""
        self._forget()
        self._allow(patience)
        self._line.write(b"\x05A\x01")
        if self._exactly(2) != b"R\x01":
            raise ReplError("it does not take code as MicroPython does")
        self._send(code, patience)
        self._allow(patience)
        said = self._listen(patience, judge, LARGEST if judge else PLAIN)
        self._allow(patience)
        failed = self._listen(patience, None, PLAIN)
        self._allow(patience)
        if self._exactly(1) != b">":
            raise ReplError("it ends a command otherwise than MicroPython does")
        return said, failed

    def _send(self, code: bytes, patience: float) -> None:
        """The board says how much it has room for, and each time that there is as much room again."""
        window = room = int.from_bytes(self._exactly(2), "little")
        rooms = 0
        sent = 0
        while sent < len(code):
            if room and not self._has_come():
                piece = code[sent : sent + room]
                self._line.write(piece)
                sent += len(piece)
                room -= len(piece)
                continue
            said = self._exactly(1)
            if said == END:  # it takes no more
                self._line.write(END)
                return
            rooms += 1
            if said != b"\x01" or not window or rooms > sent // window + 2:
                raise ReplError("it does not take code as MicroPython does")
            room += window
            self._allow(patience)
        self._line.write(END)
        while (said := self._exactly(1)) == b"\x01" and rooms <= len(code) // window + 2:
            rooms += 1
        if said != END:
            raise ReplError("it does not take code as MicroPython does")

    def _listen(self, patience: float, judge: Judge | None, most: int) -> str:
        """What a command prints."""
        said: list[str] = []
        line, size, end = b"", 0, b""
        while not end:
            data, end, self._came = self._some().partition(END)
            self._until += BYTE_S * len(data)
            size += len(data)
            *lines, line = (line + data).split(b"\n")
            if end and line:
                lines.append(line)
            for each in lines:
                said.append(each.decode("utf-8", "replace").rstrip("\r"))
                if judge is not None:
                    _judge(judge, said[-1])
                    self._allow(patience)
            if size > most or (len(line) > LONGEST and not end):
                raise ReplError("it sends without end")
        return "".join(f"{each}\n" for each in said)

    # ---- bytes ----

    def _allow(self, seconds: float) -> None:
        self._until = self._clock() + seconds

    def _forget(self) -> None:
        """Drops what came unasked."""
        self._came = b""
        self._line.reset_input_buffer()

    def _has_come(self) -> bool:
        return bool(self._came or self._line.in_waiting)

    def _some(self) -> bytes:
        """What has come: at least a byte. The time limit counts even while data keeps coming."""
        data, self._came = self._came, b""
        while not data:
            if self._clock() >= self._until:
                raise Silence("it did not answer in time")
            data = self._line.read(max(1, min(self._line.in_waiting, AT_ONCE)))
        self.heard = True
        return data

    def _exactly(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            data = found + self._some()
            found, self._came = data[:count], data[count:]
        return found

    def _find(self, words: bytes) -> None:
        """Skips everything up to the end of these words."""
        data = b""
        while words not in data:
            data = data[-len(words) :] + self._some()
        self._came = data.partition(words)[2]


def _judge(judge: Judge, line: str) -> None:
    try:
        judge(line)
    except (ValueError, SyntaxError):
        raise ReplError(f"it sent {line[:40]!r}, which makes no sense here") from None
