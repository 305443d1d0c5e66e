"""Reads what a command is given, a file or what comes through a pipe, and writes what it has to say.

Where that cannot be, one line on standard error says so, and the status is 2. What is written to a disk: see disk.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

import click


def _give_up(what: str, error: OSError) -> NoReturn:
    click.echo(f"mingg: {what}: {error.strerror or error}", err=True)
    sys.exit(2)


def _piped() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def read_bytes(file: str) -> bytes:
    """All of FILE, or of standard input where it is "-"."""
    try:
        return _piped().read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        _give_up(file, error)


def read_lines(file: str) -> Iterator[bytes]:
    """The lines of FILE, or of standard input where it is "-", each as soon as it is there."""
    try:
        if file == "-":
            yield from _piped()
        else:
            with Path(file).open("rb") as lines:
                yield from lines
    except OSError as error:
        _give_up(file, error)


def write(text: str) -> None:
    """Writes on standard output, at once. Who reads no further (`| head`) is told nothing."""
    try:
        if sys.stdout is None:
            raise OSError("closed")
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        if sys.stdout is not None:
            # What could not be written is not tried again on the way out.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(2)
        _give_up("standard output", error)
