"""Records the pressed keys as a script that does the same, and writes the script into a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from mingg.hal.keys import HOLD_MS, KEY_NAMES

from mingg_host.device.headless import TAP_MS

PAUSE_MS = 1000  # shorter pauses are not recorded
_WORDS_A_LINE = 12


class Recording:
    """Makes a script of keys, times and dice. write(script): called with the whole script after each change."""

    def __init__(self, write: Callable[[str], object] | None = None) -> None:
        self._write = write
        self._words: list[str] = []
        self._mask = 0
        self._ms = 0
        self._dice: list[int] = []
        self._written: object = None

    def add(self, mask: int, ms: int) -> None:
        """Adds ms for which the key of this mask is down; the mask has at most one key. Call it before the device gets
        the key, so that the script contains a key that makes the firmware fail."""
        if mask != self._mask:
            self._words += self._begun()
            self._mask, self._ms = mask, 0
        self._ms += ms
        self._write_script()

    def thrown(self, dice: Sequence[int]) -> None:
        """Sets all throws of the dice so far."""
        if len(dice) > len(self._dice):
            self._dice = list(dice)
            self._write_script()

    def script(self) -> str:
        """Returns the whole script, with the key that is still down."""
        words = self._words + (self._begun() if self._mask else [])
        lines = [" ".join(["dice", *map(str, self._dice)])] if self._dice else []
        lines += [" ".join(words[start : start + _WORDS_A_LINE]) for start in range(0, len(words), _WORDS_A_LINE)]
        return "".join(f"{line}\n" for line in lines)

    def _write_script(self) -> None:
        if self._write is None:
            return
        begun = self._begun() if self._mask else []
        state = len(self._words) + len(begun), begun or self._words[-1:], len(self._dice)
        if state != self._written:
            self._written = state
            self._write(self.script())

    def _begun(self) -> list[str]:
        """Returns the words for the current key or pause."""
        if self._mask:
            key = KEY_NAMES[self._mask.bit_length() - 1]
            return [key if self._ms < HOLD_MS else f"hold {key}"]
        if self._ms >= PAUSE_MS and self._words:
            return [f"wait {self._ms - TAP_MS}ms"]
        return []


class RecordingFile:
    """The file of a recording. It is written as the recording grows, so that a crash loses nothing.

    path: None for no file; a pipe gets the whole script at the end. Entering raises OSError. A later failure is tried
    again with the next change. If the last attempt fails, `unkept` gets the recording and the error number.
    """

    def __init__(self, path: Path | None, unkept: dict[str, int]) -> None:
        self._path = path
        self._unkept = unkept
        self._file: int | None = None
        self._data = b""
        self._is_file = False
        self._error = 0

    def __enter__(self) -> RecordingFile:
        if self._path is not None:
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o666)
            self._is_file = self._path.is_file()
            self._put()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._put(at_the_end=True)
            os.close(self._file)
            self._file = None
            if self._error:
                self._unkept[f"the recording {self._path}"] = self._error

    def write(self, script: str) -> None:
        """Writes the whole recording so far."""
        self._data = script.encode()
        self._put()

    def _put(self, at_the_end: bool = False) -> None:
        if self._file is None or not (self._is_file or at_the_end):
            return
        left = self._data
        try:
            if self._is_file:
                os.lseek(self._file, 0, os.SEEK_SET)
            while left:
                left = left[os.write(self._file, left) :]
            if self._is_file:
                os.ftruncate(self._file, len(self._data))
            self._error = 0
        except OSError as error:
            self._error = error.errno or 0
