"""What the commands that read evenings share: --archive, a progress bar, and the error for an unreadable evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track

T = TypeVar("T")
archive_option = click.option(
    "--archive", metavar="FILE", type=click.Path(path_type=Path), help="Another archive than your own, a file."
)


class Unreadable(click.ClickException):
    """An evening cannot be read, or is damaged."""

    exit_code = 2


def with_progress(items: Iterable[T], activity: str = "counting") -> Iterator[T]:
    """The items one after the other, with a progress bar on a terminal: scoring every deal again takes time."""
    console = Console(stderr=True)
    yield from track(list(items), activity, console=console, transient=True, disable=not console.is_terminal)
