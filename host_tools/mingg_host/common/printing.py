"""Tables as text for people, and how far a command is. rich decides about colours: a terminal has them, if NO_COLOR is
not set. Progress is shown on standard error, and only in a terminal: a log needs none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Table
from rich.text import Text

from mingg_host.common.output import columns

T = TypeVar("T")


# ---- tables ----


def table(title: str | Text) -> Table:
    """Returns a table without columns, headers or lines. A blank line separates sections."""
    return Table(
        title=(Text(title, style="bold") if isinstance(title, str) else title) if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        show_header=False,
    )


def noted(line: RenderableType, note: str) -> RenderableType:
    """Returns a line with a dim note under it."""
    return Group(Text(line) if isinstance(line, str) else line, Padding(Text(note, style="dim"), (0, 0, 0, 2)))


def printed(*parts: RenderableType) -> str:
    """Returns the parts as text, one below the other, as wide as the terminal (or 80 columns)."""
    console = Console(width=columns(), highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


# ---- progress ----


def counted_off(items: Iterable[T], activity: str = "counting") -> Iterator[T]:
    """Yields the items, and shows how many are done. Scoring every deal of an evening again takes time."""
    console = Console(stderr=True)
    if console.is_terminal:
        # The answers go to standard output meanwhile: rich would send them to the terminal.
        with Progress(console=console, transient=True, redirect_stdout=False) as progress:
            yield from progress.track(list(items), description=activity)
    else:
        yield from items  # before 14.3, rich would print an empty line


@contextmanager
def busy(activity: str) -> Iterator[None]:
    """Shows what is done, if nobody knows how long it takes."""
    with Console(stderr=True).status(activity):
        yield


@contextmanager
def measured() -> Iterator[Callable[[str, int, int], object]]:
    """Yields a function that shows a bar for each activity: it gets its name, what is done, and the whole."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    bars = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bars if console.is_terminal else nullcontext():  # as above
        tasks: dict[str, TaskID] = {}

        def report(activity: str, done: int, total: int) -> None:
            if activity not in tasks:
                tasks[activity] = bars.add_task(activity)
            bars.update(tasks[activity], completed=done, total=total or None)

        yield report
