"""Reads files and standard input for a command, and writes standard output. disk.py writes files.

A failure prints one line on standard error, and ends the command with status 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from mingg_host.common.output import Output, give_up

if TYPE_CHECKING:
    from pathlib import Path


def _piped() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed. Name a file.")
    return sys.stdin.buffer


def read_bytes(file: str, refuse: Callable[[str, OSError], NoReturn] = give_up) -> bytes:
    """Returns all bytes of a file, or of standard input for "-". refuse: ends the command if it cannot be read."""
    try:
        if file == "-":
            return _piped().read()
        with open(file, "rb") as content:
            return content.read()
    except OSError as error:
        refuse(file, error)


def read_lines(file: str) -> Iterator[bytes]:
    """Yields the lines of a file, or of standard input for "-", each as soon as it comes."""
    try:
        if file == "-":
            yield from _piped()
        else:
            with open(file, "rb") as lines:
                yield from lines
    except OSError as error:
        give_up(file, error)


@contextmanager
def room_for(path: Path | None) -> Iterator[None]:
    """Checks that a file can be written before long work begins. None: there is no file.

    Makes a missing file, and removes it after the block if it is still empty. Raises OSError, which names the file.
    """
    if path is None:
        yield
        return
    is_new = not os.path.lexists(path)
    if path.is_file() or path.is_dir() or not path.exists():  # a pipe or a device must be opened only once, at the end
        path.open("ab").close()
    try:
        yield
    finally:
        with suppress(OSError):  # the first error counts
            if is_new and path.is_file() and not path.stat().st_size:
                path.unlink()


def write(text: str) -> None:
    """Writes text for people to standard output, and flushes it. See mingg_host.common.output."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_data(data: bytes) -> None:
    """Writes data for other programs to standard output, and changes no byte."""
    if isinstance(sys.stdout, Output):
        sys.stdout.write_data(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
