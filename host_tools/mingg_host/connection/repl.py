"""Runs code on a board with MicroPython's raw REPL on a serial line, and returns what the code prints.

The device at the other end may not be a board. It may send without end, or nothing, or single bytes. So there is a time
limit. It starts again with each line that makes sense to the caller. Each byte extends it only by the time that a slow
line needs for it. The amount of stored data is limited, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

BYTE_S = 0.1  # a slow line may need this time for each byte
WAIT_S = 0.05  # between two checks of the clock while nothing comes
AT_ONCE = 4096  # bytes in one read
LONGEST = 4096  # bytes in a line
LARGEST = 4 * 1024 * 1024  # bytes that a command may print if a judge checks each line
PLAIN = 64 * 1024  # bytes that any other command may print, and the longest traceback
BANNER = b"raw REPL; CTRL-B to exit\r\n>"
REBOOT = b"soft reboot\r\n"
END, ROOM = b"\x04", b"\x01"

Judge = Callable[[str], object]  # raises ValueError or TypeError for a line that makes no sense


class ReplError(Exception):
    """The device does not answer as a raw REPL. The message says what it did."""


class Silence(ReplError):
    """No sensible answer came in time."""


class Repl:
    """line: a serial port of pyserial. clock: returns seconds."""

    def __init__(self, line: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self.heard = False  # True after the first byte
        self._line = line
        self._clock = clock
        self._unused = b""  # read from the line, but not used yet
        self._until = 0.0
        line.timeout = WAIT_S

    def enter(self, patience: float) -> None:
        """Stops the program on the board and restarts MicroPython without main.py. patience: seconds for each step."""
        self._allow(patience)
        self._line.write(b"\r\x03")
        self._forget()
        self._line.write(b"\r\x01")
        self._find(BANNER)
        self._allow(patience)
        self._line.write(END)
        self._find(REBOOT)
        self._allow(patience)  # boot.py may take some time
        self._find(BANNER)

    def run(self, code: bytes, patience: float, judge: Judge | None = None) -> tuple[str, str]:
        """Runs code. Returns what it printed, and its traceback or "". Calls judge(line) for each printed line."""
        self._forget()
        self._allow(patience)
        self._line.write(b"\x05A\x01")
        if self._exactly(2) != b"R\x01" or not self._sent(code, patience):
            raise ReplError("it does not accept code as MicroPython does")
        printed = self._listen(patience, judge, LARGEST if judge else PLAIN)
        traceback = self._listen(patience, None, PLAIN)
        self._allow(patience)
        if self._exactly(1) != b">":
            raise ReplError("it does not end a command as MicroPython does")
        return printed, traceback

    def _sent(self, code: bytes, patience: float) -> bool:
        """Sends code in windows. The board first sends the size of its window, then a byte for each further window.
        Returns False if it answers wrongly."""
        window = int.from_bytes(self._exactly(2), "little")
        answer, rooms = ROOM, 0
        for start in range(0, len(code) if window else 0, window or 1):
            answer = self._exactly(1) if start else ROOM
            if answer != ROOM:
                break
            self._line.write(code[start : start + window])
            self._allow(patience)
        self._line.write(END)
        while answer == ROOM and rooms < 4:  # there may be room for two windows more
            answer = self._exactly(1)
            rooms += 1
        return answer == END and window > 0  # at once: the board accepts no more code

    def _listen(self, patience: float, judge: Judge | None, most: int) -> str:
        """Returns what a command prints. most: bytes."""
        self._allow(patience)
        printed: list[str] = []
        line, size, end = b"", 0, b""
        while not end:
            data, end, self._unused = self._some().partition(END)
            self._until += BYTE_S * len(data)
            size += len(data)
            *lines, line = (line + data).split(b"\n")
            if end and line:
                lines.append(line)
            for encoded in lines:
                printed.append(encoded.decode("utf-8", "replace").rstrip("\r"))
                if judge is not None:
                    try:
                        judge(printed[-1])
                    except (ValueError, TypeError, RecursionError):
                        problem = f"it sent {printed[-1][:40]!r}, which the command cannot print"
                        raise ReplError(problem) from None
                    self._allow(patience)
            if size > most or (len(line) > LONGEST and not end):
                raise ReplError("it sends without end")
        return "".join(f"{text}\n" for text in printed)

    # ---- bytes ----

    def _allow(self, seconds: float) -> None:
        self._until = self._clock() + seconds

    def _forget(self) -> None:
        """Drops data that no command asked for."""
        self._unused = b""
        self._line.reset_input_buffer()

    def _some(self) -> bytes:
        """Returns at least one byte. The time limit holds even while data keeps coming."""
        data, self._unused = self._unused, b""
        while not data:
            if self._clock() >= self._until:
                raise Silence("it did not answer in time")
            data = self._line.read(max(1, min(self._line.in_waiting, AT_ONCE)))
        self.heard = True
        return data

    def _exactly(self, count: int) -> bytes:
        result = b""
        while len(result) < count:
            data = result + self._some()
            result, self._unused = data[:count], data[count:]
        return result

    def _find(self, words: bytes) -> None:
        """Skips everything up to the end of these words."""
        data = b""
        while words not in data:
            data = data[-len(words) :] + self._some()
        self._unused = data.partition(words)[2]
