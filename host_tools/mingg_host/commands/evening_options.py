"""Shared parts of the commands that read evenings: --archive, a progress bar, the error for an unreadable evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track

T = TypeVar("T")
archive_option = click.option(
    "--archive",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Use this file as the archive.  [default: your own archive]",
)


class Unreadable(click.ClickException):
    """An evening cannot be read, or is damaged."""

    exit_code = 2


def with_progress(items: Iterable[T], activity: str = "counting") -> Iterator[T]:
    """Yields the items with a progress bar on a terminal, because scoring every deal again takes time."""
    console = Console(stderr=True)
    if console.is_terminal:
        yield from track(list(items), activity, console=console, transient=True)
    else:
        yield from items  # before 14.3, rich would print an empty line
