"""Reads files and standard input for a command, and writes standard output. disk.py writes files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from mingg_host.common.failures import Refused
from mingg_host.common.output import Output, not_read

if TYPE_CHECKING:
    from pathlib import Path


def _piped() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed. Name a file.")
    return sys.stdin.buffer


def read_bytes(file: str) -> bytes:
    """Returns all bytes of a file, or of standard input for "-". Raises Refused."""
    try:
        if file == "-":
            return _piped().read()
        with open(file, "rb") as content:
            return content.read()
    except OSError as error:
        raise Refused(not_read(error, file)) from error


def read_lines(file: str) -> Iterator[bytes]:
    """Yields the lines of a file, or of standard input for "-", each as soon as it comes. Raises Refused."""
    try:
        if file == "-":
            yield from _piped()
        else:
            with open(file, "rb") as lines:
                yield from lines
    except OSError as error:
        raise Refused(not_read(error, file)) from error


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
