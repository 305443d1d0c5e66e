"""A board on a serial line: what it is, what files it has, their bytes. Over MicroPython's raw REPL, by mpremote.

    with Link(find_port()) as board:
        board.listing("/ledger")
        board.read("/ledger/0001-00.txt")

While a link is open, what ran on the board stands still; when it is closed, the board starts again.
"""

from __future__ import annotations

import ast
import binascii
import contextlib
import hashlib
import io
import json
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from mingg_host import aboard
from mingg_host.ports import WITHOUT_MICROPYTHON, shows, why_not

ANSWER_S = 8  # a board that has not answered by then runs no MicroPython
SETTLE_S = 0.1  # until what was interrupted has said its last
QUIET_S = 30  # between two characters while it works: a flash that is nearly full takes its time
AT_ONCE = 6 * 1024  # bytes in one command: it is in the board's memory three times over
MICROPYTHON = (1, 24)
MPY = 6

Lines = Callable[[str], object]
Progress = Callable[[int, int], object]  # bytes done, of how many


class LinkError(Exception):
    """The board cannot be talked to, or the line broke; the message says what to do."""


class BoardError(Exception):
    """What was asked of the board failed there; the message holds MicroPython's words."""


class About(NamedTuple):
    """What a board says of itself. label: what build.py says of the firmware on it, {} where there is none."""

    implementation: str
    version: tuple[int, ...]
    mpy: int
    machine: str
    number: str
    label: dict[str, str]
    store: str


class OnBoard(NamedTuple):
    """A file as it was read back from the board's flash. digest: SHA-256, in hex."""

    size: int
    digest: str


def digest(data: bytes) -> str:
    """As OnBoard has it."""
    return hashlib.sha256(data).hexdigest()


def program(name: str) -> str:
    """The source of what is run on a board: a module of the package aboard."""
    return (Path(aboard.__file__).parent / f"{name}.py").read_text(encoding="utf-8")


class Link:
    """Raises LinkError where there is no MicroPython that Mingg runs on, and wherever the line breaks."""

    def __init__(self, port: str) -> None:
        from mpremote.transport import TransportError  # a tool of whoever has a board
        from mpremote.transport_serial import SerialTransport

        self.port = port
        shows(lambda: "://" in port or os.path.exists(port))
        self._broken: Any = (TransportError, OSError, struct.error)
        with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it did not understand
            try:
                self._transport: Any = SerialTransport(port, timeout=ANSWER_S)
            except TransportError:
                raise LinkError(why_not(port)) from None
            try:
                self._transport.enter_raw_repl(timeout_overall=ANSWER_S)
            except BaseException as error:
                self._hang_up()
                if not isinstance(error, self._broken):
                    raise
                raise LinkError(
                    f"What is at {port} does not answer as MicroPython does. Press its reset button, or pull the "
                    f"cable and connect it again. If it has no MicroPython yet: {WITHOUT_MICROPYTHON}"
                ) from None
        try:
            self.run(program("files"))
            self.about = self._about()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Link:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- asking ----

    def run(self, code: str, told: Lines | None = None) -> str:
        """Runs MicroPython code on the board and returns what it prints; told gets every line as soon as it comes."""
        said = bytearray()
        begins = 0

        def hear(data: bytes) -> None:
            nonlocal begins
            said.extend(data.replace(b"\x04", b""))
            while told is not None and (end := said.find(b"\n", begins)) >= 0:
                told(said[begins:end].decode("utf-8", "replace").rstrip("\r"))
                begins = end + 1

        try:
            _, failed = self._transport.exec_raw(code, timeout=QUIET_S, data_consumer=hear)
        except self._broken as error:
            raise LinkError(f"The line to the board broke ({error}). {self._again()}") from error
        if failed:
            raise BoardError(failed.decode("utf-8", "replace").replace("\r\n", "\n").strip())
        return said.decode("utf-8", "replace").replace("\r\n", "\n")

    def listing(self, *paths: str, told: Lines | None = None) -> dict[str, OnBoard]:
        """The files below these paths, each with its hash; told(path) as each is read."""
        found: dict[str, OnBoard] = {}

        def hear(line: str) -> None:
            size, hashed, path = line.split(" ", 2)
            found[str(ast.literal_eval(path))] = OnBoard(int(size), hashed)
            if told is not None:
                told(path)

        self.run(f"listing(*{paths!r})", hear)
        return found

    def room(self) -> tuple[int, int]:
        """The size of a block of its flash in bytes, and how many are free."""
        block, free = self.run("room()").split()
        return int(block), int(free)

    # ---- bytes ----

    def read(self, path: str) -> bytes:
        """A file's bytes. BoardError where there is none."""
        try:
            return b"".join(map(binascii.a2b_base64, self.run(f"give({path!r})").split()))
        except binascii.Error:
            raise LinkError(f"What the board sent of {path} was garbled on the way. {self._again()}") from None

    def write(self, path: str, data: bytes, at: int = 0, progress: Progress | None = None) -> None:
        """Writes a file from its byte `at` on, so many as are there already, in pieces that are each committed."""
        for begin in range(at, len(data) or 1, AT_ONCE):
            piece = binascii.b2a_base64(data[begin : begin + AT_ONCE], newline=False)
            self.run(f"take({path!r}, {begin}, {piece!r})")
            if progress is not None:
                progress(min(begin + AT_ONCE, len(data)), len(data))

    # ---- the end ----

    def close(self) -> None:
        """Starts the board again, if it can be reached, and lets go of the port."""
        if self._transport is None:
            return
        with contextlib.suppress(*self._broken):
            line = self._transport.serial
            line.write(b"\r\x03\x03")  # whatever was begun ends here
            time.sleep(SETTLE_S)
            line.reset_input_buffer()
            line.write(b"\r\x01import machine\nmachine.reset()\n\x04")
            line.flush()
        self._hang_up()

    def _hang_up(self) -> None:
        with contextlib.suppress(*self._broken):
            self._transport.close()
        self._transport = None

    def _again(self) -> str:
        return "Is the cable still in? Connect it again, and do the same once more: it goes on where it stopped."

    def _about(self) -> About:
        said = self.run("about()").split("\n")
        name, version, mpy, machine, number, label, store = said[:7]
        about = About(name, tuple(map(int, version.split("."))), int(mpy), machine, number, _label(label), store)
        if name != "micropython":
            raise LinkError(f"The board at {self.port} runs {name}, not MicroPython. {WITHOUT_MICROPYTHON}")
        if about.version < MICROPYTHON or about.mpy != MPY:
            raise LinkError(
                f"The board at {self.port} runs MicroPython {version}, too old a one. {WITHOUT_MICROPYTHON}"
            )
        return about


def _label(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
