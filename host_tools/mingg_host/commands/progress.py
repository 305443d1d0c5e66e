"""Shows on standard error how far a command is. Only a terminal shows it: a log needs no progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, track

if TYPE_CHECKING:
    from mingg_host.connection.link import Report

T = TypeVar("T")


def _terminal() -> Console:
    return Console(stderr=True)


def counted_off(items: Iterable[T], activity: str = "counting") -> Iterator[T]:
    """Yields the items, and shows how many are done. Scoring every deal of an evening again takes time."""
    console = _terminal()
    if console.is_terminal:
        yield from track(list(items), activity, console=console, transient=True)
    else:
        yield from items  # before 14.3, rich would print an empty line


@contextmanager
def busy(activity: str) -> Iterator[None]:
    """Shows what is done, if nobody knows how long it takes."""
    with _terminal().status(activity):
        yield


@contextmanager
def measured() -> Iterator[Report]:
    """Yields a function that shows a bar for each activity."""
    console = _terminal()
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    bars = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bars if console.is_terminal else nullcontext():  # as above
        tasks: dict[str, TaskID] = {}

        def report(activity: str, done: int, total: int) -> None:
            if activity not in tasks:
                tasks[activity] = bars.add_task(activity)
            bars.update(tasks[activity], completed=done, total=total or None)

        yield report
