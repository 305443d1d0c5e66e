"""Records the keys that were pressed as a script that does the same, and keeps the script in a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from mingg.hal.keys import HOLD_MS, KEY_NAMES

from mingg_host.device.headless import TAP_MS

PAUSE_MS = 1000  # a shorter one says nothing
_WORDS_A_LINE = 12


class Recording:
    """Fed with which keys were down for how long, and with the dice that were thrown.

    write(script): called with all of it whenever there is more.
    """

    def __init__(self, write: Callable[[str], object] | None = None) -> None:
        self._write = write
        self._words: list[str] = []
        self._mask = 0
        self._ms = 0
        self._dice: list[int] = []
        self._written: object = None

    def add(self, mask: int, ms: int) -> None:
        """The keys of a mask, at most one, are down for so many ms more. Called before the device is told: a key that
        makes the firmware fail is in the script."""
        if mask != self._mask:
            self._words += self._begun()
            self._mask, self._ms = mask, 0
        self._ms += ms
        self._tell()

    def thrown(self, dice: Sequence[int]) -> None:
        """How all the dice fell that were thrown until now."""
        if len(dice) > len(self._dice):
            self._dice = list(dice)
            self._tell()

    def script(self) -> str:
        """All of it, also the key that is down."""
        words = self._words + (self._begun() if self._mask else [])
        lines = [" ".join(["dice", *map(str, self._dice)])] if self._dice else []
        lines += [" ".join(words[at : at + _WORDS_A_LINE]) for at in range(0, len(words), _WORDS_A_LINE)]
        return "".join(f"{line}\n" for line in lines)

    def _tell(self) -> None:
        if self._write is None:
            return
        begun = self._begun() if self._mask else []
        told = len(self._words) + len(begun), begun or self._words[-1:], len(self._dice)
        if told != self._written:
            self._written = told
            self._write(self.script())

    def _begun(self) -> list[str]:
        """The word for the key or the pause that goes on now."""
        if self._mask:
            key = KEY_NAMES[self._mask.bit_length() - 1]
            return [key if self._ms < HOLD_MS else f"hold {key}"]
        if self._ms >= PAUSE_MS and self._words:
            return [f"wait {self._ms - TAP_MS}ms"]
        return []


class RecordingFile:
    """The file of a recording, which is written as the recording grows: a crash or a kill loses nothing of it.

    path: None for no file; a pipe gets the whole at the end. Entering raises OSError. What fails later is tried again
    with whatever comes next; if it fails in the end, `unkept` gets the recording and the error's number.
    """

    def __init__(self, path: Path | None, unkept: dict[str, int]) -> None:
        self._path = path
        self._unkept = unkept
        self._at: int | None = None
        self._data = b""
        self._is_file = False
        self._error = 0

    def __enter__(self) -> RecordingFile:
        if self._path is not None:
            self._at = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o666)
            self._is_file = self._path.is_file()
            self._put()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._at is not None:
            self._put(at_the_end=True)
            os.close(self._at)
            self._at = None
            if self._error:
                self._unkept[f"the recording {self._path}"] = self._error

    def write(self, script: str) -> None:
        """This is the whole recording by now."""
        self._data = script.encode()
        self._put()

    def _put(self, at_the_end: bool = False) -> None:
        if self._at is None or not (self._is_file or at_the_end):
            return
        left = self._data
        try:
            if self._is_file:
                os.lseek(self._at, 0, os.SEEK_SET)
            while left:
                left = left[os.write(self._at, left) :]
            if self._is_file:
                os.ftruncate(self._at, len(self._data))
            self._error = 0
        except OSError as error:
            self._error = error.errno or 0
