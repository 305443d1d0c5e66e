"""A command's input and output: a file or standard input is read, standard output is written.

A failure is one line on standard error, and status 2. disk.py writes files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from mingg_host.common.output import Output, give_up


def _piped() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def read_bytes(file: str) -> bytes:
    """All of FILE, or of standard input where it is "-"."""
    try:
        return _piped().read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        give_up(file, error)


def read_lines(file: str) -> Iterator[bytes]:
    """The lines of FILE, or of standard input where it is "-", each as soon as it is there."""
    try:
        if file == "-":
            yield from _piped()
        else:
            with Path(file).open("rb") as lines:
                yield from lines
    except OSError as error:
        give_up(file, error)


@contextmanager
def room_for(path: Path | None) -> Iterator[None]:
    """Tries whether a file can be written, before work begins whose result goes into it; None: into no file. A file
    that was made for the trial is removed if it stays empty. Raises OSError, which names the file."""
    if path is None:
        yield
        return
    made = not os.path.lexists(path)
    if path.is_file() or path.is_dir() or not path.exists():  # a pipe or a device is opened once, at the end
        path.open("ab").close()
    try:
        yield
    finally:
        with suppress(OSError):  # the first error counts
            if made and path.is_file() and not path.stat().st_size:
                path.unlink()


def write(text: str) -> None:
    """Writes text for people on standard output, at once. See mingg_host.common.output."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_data(data: bytes) -> None:
    """Writes what another program reads on standard output, byte by byte as it is."""
    if isinstance(sys.stdout, Output):
        sys.stdout.write_data(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
