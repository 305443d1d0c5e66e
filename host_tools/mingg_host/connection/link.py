"""Reads and writes the files of a board over a serial line, with MicroPython's raw REPL (repl.py).

    with Link(find_port()) as board:
        board.listing("/ledger")
        board.read("/ledger/0001-00.txt")

An open link stops the program on the board. Closing the link starts the board again.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.common.disk import digest, told
from mingg_host.common.output import Failure, Stopped
from mingg_host.common.untyped import without_types
from mingg_host.connection import aboard
from mingg_host.connection.ports import WITHOUT_MICROPYTHON, find_port, shows, why_not
from mingg_host.connection.repl import Repl, ReplError, Silence
from mingg_host.evenings.backup import CLUB, Backup, may_store
from mingg_host.evenings.ledger import Files

try:
    from termios import error as TerminalError  # not an OSError
except ImportError:  # Windows has no terminals
    TerminalError = OSError  # type: ignore[assignment,misc]

ANSWER_S = 8  # a board that does not answer in this time runs no MicroPython
SETTLE_S = 0.1  # until an interrupted program has stopped printing
QUIET_S = 30  # between two lines of a busy board: writing to a nearly full flash is slow
AGAIN = "Check the cable, connect the board again and repeat the command: it continues where it stopped."
LEAVE_S = 1  # for the last command to a board that may not listen any more
AT_ONCE = 6 * 1024  # bytes in one command: the board holds them in memory three times
MICROPYTHON = (1, 24)
MPY = 6

Lines = Callable[[str], object]
Progress = Callable[[int, int], object]  # bytes done, bytes in all
Report = Callable[[str, int, int], object]  # shows progress: activity, units done, units in all

_BROKEN = (OSError, TerminalError)


class BoardError(Exception):
    """A command failed on the board. The message has MicroPython's traceback."""


_NUMBER = re.compile("[0-9a-f]{0,64}")


class About(NamedTuple):
    """What a board reports about itself. mpy: version of its compiled files. number: unique for each board. label: of
    its firmware, {} if it has none. store: the folder of its ledgers."""

    version: tuple[int, ...]
    mpy: int
    machine: str
    number: str
    label: dict[str, str]
    store: str


class OnBoard(NamedTuple):
    """A file on the board. size: bytes. digest: SHA-256 of what the flash returns, in hex."""

    size: int
    digest: str


def program(name: str) -> str:
    """Returns the source of a program for the board: a module of the package `aboard`."""
    return without_types((Path(aboard.__file__).parent / f"{name}.py").read_text(encoding="utf-8"))


class Link:
    """A connection to a board.

    Every method raises Failure if the connection breaks. Creating it also raises Failure if the board has no
    MicroPython, or one that Mingg does not run on.
    """

    def __init__(self, port: str) -> None:
        from mpremote.transport import TransportError  # installed only for people who have a board
        from mpremote.transport_serial import SerialTransport

        self.port = port
        shows(lambda: "://" in port or os.path.exists(port))
        try:
            self._transport: Any = SerialTransport(port)
        except TransportError:
            raise Failure(why_not(port)) from None
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

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- commands ----

    def run(self, code: str, report: Lines | None = None, patience: float | None = None) -> str:
        """Runs MicroPython code on the board and returns what it prints.

        Calls report(line) as soon as a line comes. report raises ValueError for a line that the code cannot print.
        patience: the most seconds between two lines. Raises BoardError if the code raises an error.
        """
        patience = QUIET_S if patience is None else patience
        try:
            printed, traceback = self._repl.run(code.encode(), patience, report)
        except Silence:
            problem = f"The board at {self.port} has not answered for {patience:g} seconds"
            raise Failure(f"{problem}. {AGAIN}") from None
        except ReplError as error:
            raise Failure(f"The board at {self.port} answered wrongly: {error}. {AGAIN}") from None
        except _BROKEN as error:
            raise Failure(f"The connection to the board broke ({error}). {AGAIN}") from error
        if traceback:
            raise BoardError(traceback.strip())
        return printed

    def do(self, code: str) -> None:
        """Runs code that prints nothing."""
        self.run(code, _refuse)

    def listing(self, *paths: str, report: Lines | None = None) -> dict[str, OnBoard]:
        """Returns the files below these paths. Calls report(path) after each file."""
        files: dict[str, OnBoard] = {}

        def hear(line: str) -> None:
            path, size, hashed = json.loads(line)
            if path in files:
                raise ValueError("not the line of another file")
            files[str(path)] = OnBoard(int(size), str(hashed))
            if report is not None:
                report(path)

        self.run(f"listing(*{paths!r})", hear)
        return files

    def room(self) -> tuple[int, int]:
        """Returns the bytes in a block of the flash, and the number of free blocks."""
        try:
            block, free = map(int, self.run("room()").split())
        except ValueError:
            raise Failure(f"The board at {self.port} does not report its free space. {AGAIN}") from None
        return block, free

    # ---- bytes ----

    def read(self, path: str) -> bytes:
        """Returns the bytes of a file. Raises BoardError if it does not exist."""
        pieces: list[bytes] = []  # the last one is empty

        def hear(line: str) -> None:
            if pieces and not pieces[-1]:
                raise ValueError("more than the file")
            pieces.append(base64.b64decode(line, validate=True))

        self.run(f"give({path!r})", hear)
        if not pieces or pieces[-1]:
            raise Failure(f"The board at {self.port} did not send all of {path}. {AGAIN}")
        return b"".join(pieces)

    def write(self, path: str, data: bytes, start: int = 0, progress: Progress | None = None) -> None:
        """Writes a file, in pieces that the board commits one by one. start: bytes of it that the board has already."""
        for begin in range(start, len(data) or 1, AT_ONCE):
            piece = binascii.b2a_base64(data[begin : begin + AT_ONCE], newline=False)
            self.do(f"take({path!r}, {begin}, {piece!r})")
            if progress is not None:
                progress(min(begin + AT_ONCE, len(data)), len(data))

    def backup(self, report: Report) -> Backup:
        """Reads the ledgers and settings, and checks the hash of each file.

        Leaves out the file of a club: people send backups to each other, and a board joins again with one command.
        """
        store, files = self.about.store, Files()
        listed = {path[len(store) + 1 :]: file for path, file in self.listing(store).items()}
        # Files that the firmware keeps, without the file that it is just writing, and without subfolders of others.
        kept = {name: file for name, file in sorted(listed.items()) if may_store(name) and name != CLUB}
        size = sum(file.size for file in kept.values())
        for name, file in kept.items():
            files[name] = self.read(f"{store}/{name}")
            if digest(files[name]) != file.digest:
                raise Failure(f"{name}: the bytes changed on the way from the board. Run the command again.")
            report("reading", sum(map(len, files.values())), size)
        label = self.about.label
        now = datetime.now(timezone.utc).astimezone().isoformat(timespec="seconds")
        return Backup(now, label.get("board", ""), label.get("version", ""), self.about.number, files)

    # ---- the end ----

    def restart(self) -> None:
        """Restarts MicroPython with an empty heap and without main.py."""
        self._enter()
        self.do(program("files"))

    def close(self) -> None:
        """Starts the board again, if it still answers, and closes the port."""
        if self._transport is None:
            return
        with contextlib.suppress(*_BROKEN):
            line = self._transport.serial
            line.write_timeout = LEAVE_S
            line.write(b"\r\x03\x03")  # interrupts a running command
            time.sleep(SETTLE_S)
            line.reset_input_buffer()
            line.write(b"\r\x01import machine\nmachine.reset()\n\x04")
            until = time.monotonic() + LEAVE_S
            while getattr(line, "out_waiting", 0) and time.monotonic() < until:
                time.sleep(0.01)
            if getattr(line, "out_waiting", 0):
                line.reset_output_buffer()  # otherwise closing waits until it is sent
        self._hang_up()

    def _hang_up(self) -> None:
        with contextlib.suppress(*_BROKEN):
            self._transport.serial.exclusive = False  # a process that starts now has a copy, which would hold the lock
        with contextlib.suppress(*_BROKEN):
            self._transport.close()
        with contextlib.suppress(*_BROKEN):
            self._transport.serial.close()  # if the connection was broken before
        self._transport = None

    def _enter(self) -> None:
        try:
            self._repl.enter(ANSWER_S)
        except (ReplError, *_BROKEN):
            sends = "sends something, but " if self._repl.heard else ""
            port_hint = "If it is not the board, name the board's port with --port. " if self._repl.heard else ""
            raise Failure(
                f"The device at {self.port} {sends}does not answer as MicroPython does. {port_hint}Press the board's "
                "reset button, or disconnect the cable and connect it again. "
                f"If it has no MicroPython yet: {WITHOUT_MICROPYTHON}"
            ) from None

    def _about(self) -> About:
        try:
            name, version, mpy, machine, number, label, store = json.loads(self.run("about()"))
            label = {str(key): str(value) for key, value in label.items()} if isinstance(label, dict) else {}
            about = About(tuple(map(int, version)), int(mpy), str(machine), _stored(str(number)), label, str(store))
        except (ValueError, TypeError, RecursionError):
            raise Failure(f"The board at {self.port} does not report its version. {AGAIN}") from None
        if name != "micropython":
            raise Failure(f"The board at {self.port} runs {name}, not MicroPython. {WITHOUT_MICROPYTHON}")
        if about.version < MICROPYTHON or about.mpy != MPY:
            shown = ".".join(map(str, version))
            raise Failure(f"The board at {self.port} runs MicroPython {shown}. {WITHOUT_MICROPYTHON}")
        return about


@contextlib.contextmanager
def connected(port: str | None) -> Iterator[Link]:
    """Yields the board at a port, or the only connected one. Restarts it afterwards. Raises Failure."""
    try:
        with told("this PC", Failure), Link(port or find_port()) as board:  # errors of the connection are Failures
            yield board
    except BoardError as error:
        raise Failure("A command failed on the board. Run this command again.", *str(error).split("\n")) from error
    except KeyboardInterrupt:
        raise Stopped("Stopped. Nothing is lost: run the command again to continue.") from None


def _stored(number: str) -> str:
    """Returns the number of a board as archives and backups have it: the hex digits that MicroPython gives, or "".
    Anything else could be taken for another name there, and becomes a hash."""
    return number if _NUMBER.fullmatch(number) else digest(number.encode(errors="surrogatepass"))[:16]


def _refuse(_: str) -> None:
    raise ValueError("the command prints nothing")
