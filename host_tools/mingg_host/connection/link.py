"""A board on a serial line: what it is, what files it has, their bytes. Over MicroPython's raw REPL (repl.py).

    with Link(find_port()) as board:
        board.listing("/ledger")
        board.read("/ledger/0001-00.txt")

While a link is open, what ran on the board stands still; when it is closed, the board starts again.
"""

from __future__ import annotations

import ast
import base64
import binascii
import contextlib
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from mingg_host.connection import aboard
from mingg_host.connection.ports import WITHOUT_MICROPYTHON, shows, why_not
from mingg_host.connection.repl import Repl, ReplError, Silence

try:
    from termios import error as TerminalError  # it is no OSError
except ImportError:  # Windows has no terminals
    TerminalError = OSError  # type: ignore[assignment,misc]

ANSWER_S = 8  # a board that has not answered by then runs no MicroPython
SETTLE_S = 0.1  # until what was interrupted has said its last
QUIET_S = 30  # between two lines while it works: a flash that is nearly full takes its time
LEAVE_S = 1  # for the last words to a board, which may listen no more
AT_ONCE = 6 * 1024  # bytes in one command: it is in the board's memory three times over
MICROPYTHON = (1, 24)
MPY = 6

Lines = Callable[[str], object]
Progress = Callable[[int, int], object]  # bytes done, of how many


_LISTED = re.compile(r"""(\d+) ([0-9a-f]{64}) ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
_BROKEN = (OSError, TerminalError)


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
        try:
            self._transport: Any = SerialTransport(port)
        except TransportError:
            raise LinkError(why_not(port)) from None
        try:
            self._transport.serial.write_timeout = ANSWER_S
            self._repl = Repl(self._transport.serial)
            self._enter()
        except BaseException:
            self._hang_up()
            raise
        try:
            self.do(program("files"))
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

    def run(self, code: str, report: Lines | None = None, patience: float | None = None) -> str:
        """Runs MicroPython code on the board and returns what it prints. report(line) is called for every line at once;
        it raises ValueError for a line that the code cannot have printed. patience: seconds between two lines."""
        patience = QUIET_S if patience is None else patience
        try:
            said, failed = self._repl.run(code.encode(), patience, report)
        except Silence:
            problem = f"The board at {self.port} has not answered for {patience:g} seconds"
            raise LinkError(f"{problem}. {self._again()}") from None
        except ReplError as error:
            raise LinkError(f"The board at {self.port} does not do as it is asked: {error}. {self._again()}") from None
        except _BROKEN as error:
            raise LinkError(f"The line to the board broke ({error}). {self._again()}") from error
        if failed:
            raise BoardError(failed.strip())
        return said

    def do(self, code: str) -> None:
        """Runs code that prints nothing."""
        self.run(code, _refuse)

    def listing(self, *paths: str, report: Lines | None = None) -> dict[str, OnBoard]:
        """The files below these paths, each with its hash; report(path) as each is read."""
        found: dict[str, OnBoard] = {}

        def hear(line: str) -> None:
            listed = _LISTED.fullmatch(line)
            path = str(ast.literal_eval(listed[3])) if listed else ""
            if not listed or path in found:
                raise ValueError("no other file")
            found[path] = OnBoard(int(listed[1]), listed[2])
            if report is not None:
                report(listed[3])

        self.run(f"listing(*{paths!r})", hear)
        return found

    def names(self, folder: str) -> list[str]:
        """What is in a folder."""
        return self.run(f"print(*os.listdir({folder!r}), sep='\\n')").splitlines()

    def room(self) -> tuple[int, int]:
        """The size of a block of its flash in bytes, and how many are free."""
        found: list[int] = []
        self.run("room()", lambda line: found.extend(map(int, line.split(" ", 1))))
        if len(found) != 2:
            raise LinkError(f"The board at {self.port} does not say what room it has. {self._again()}")
        return found[0], found[1]

    # ---- bytes ----

    def read(self, path: str) -> bytes:
        """A file's bytes. BoardError where there is none."""
        found: list[bytes] = []
        ended = False

        def hear(line: str) -> None:
            nonlocal ended
            if ended:
                raise ValueError("more than the file")
            found.append(base64.b64decode(line, validate=True))
            ended = not line

        self.run(f"give({path!r})", hear)
        if not ended:
            raise LinkError(f"The board at {self.port} sent less than all of {path}. {self._again()}")
        return b"".join(found)

    def write(self, path: str, data: bytes, at: int = 0, progress: Progress | None = None) -> None:
        """Writes a file from its byte `at` on, so many as are there already, in pieces that are each committed."""
        for begin in range(at, len(data) or 1, AT_ONCE):
            piece = binascii.b2a_base64(data[begin : begin + AT_ONCE], newline=False)
            self.do(f"take({path!r}, {begin}, {piece!r})")
            if progress is not None:
                progress(min(begin + AT_ONCE, len(data)), len(data))

    # ---- the end ----

    def restart(self) -> None:
        """Starts MicroPython anew, without main.py, and with an empty heap."""
        self._enter()
        self.do(program("files"))

    def close(self) -> None:
        """Starts the board again, if it can be reached, and lets go of the port."""
        if self._transport is None:
            return
        with contextlib.suppress(*_BROKEN):
            line = self._transport.serial
            line.write_timeout = LEAVE_S
            line.write(b"\r\x03\x03")  # whatever was begun ends here
            time.sleep(SETTLE_S)
            line.reset_input_buffer()
            line.write(b"\r\x01import machine\nmachine.reset()\n\x04")
            until = time.monotonic() + LEAVE_S
            while getattr(line, "out_waiting", 0) and time.monotonic() < until:
                time.sleep(0.01)
            if getattr(line, "out_waiting", 0):
                line.reset_output_buffer()  # else closing waits for it
        self._hang_up()

    def _hang_up(self) -> None:
        with contextlib.suppress(*_BROKEN):
            self._transport.close()
        with contextlib.suppress(*_BROKEN):
            self._transport.serial.close()  # where the line was gone already
        self._transport = None

    def _enter(self) -> None:
        try:
            self._repl.enter(ANSWER_S)
        except (ReplError, *_BROKEN):
            sends = "sends something, but " if self._repl.heard else ""
            other = "If it is another device, name the board's port with --port. " if self._repl.heard else ""
            raise LinkError(
                f"What is at {self.port} {sends}does not answer as MicroPython does. {other}Press the board's reset "
                "button, or pull the cable and connect it again. "
                f"If it has no MicroPython yet: {WITHOUT_MICROPYTHON}"
            ) from None

    def _again(self) -> str:
        return "Is the cable still in? Connect it again, and do the same once more: it goes on where it stopped."

    def _about(self) -> About:
        try:
            name, version, mpy, machine, number, label, store = self.run("about()").split("\n")[:7]
            about = About(name, tuple(map(int, version.split("."))), int(mpy), machine, number, _label(label), store)
        except ValueError:
            raise LinkError(f"The board at {self.port} does not say what it is. {self._again()}") from None
        if name != "micropython":
            raise LinkError(f"The board at {self.port} runs {name}, not MicroPython. {WITHOUT_MICROPYTHON}")
        if about.version < MICROPYTHON or about.mpy != MPY:
            raise LinkError(
                f"The board at {self.port} runs MicroPython {version}, too old a one. {WITHOUT_MICROPYTHON}"
            )
        return about


def _refuse(_: str) -> None:
    raise ValueError("nothing was asked")


def _label(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
