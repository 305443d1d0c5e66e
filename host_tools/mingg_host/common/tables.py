"""Makes tables as text for people. rich decides about colours: a terminal has them, if NO_COLOR is not set."""

from __future__ import annotations

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mingg_host.common.output import columns


def table(title: str | Text) -> Table:
    """Returns a table without columns, headers or lines. A blank line separates sections."""
    return Table(
        title=(Text(title, style="bold") if isinstance(title, str) else title) if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        show_header=False,
    )


def noted(line: str | Text, note: str) -> RenderableType:
    """Returns a line with a dim note under it."""
    return Group(Text(line) if isinstance(line, str) else line, Padding(Text(note, style="dim"), (0, 0, 0, 2)))


def printed(*parts: RenderableType) -> str:
    """Returns the parts as text, one below the other, as wide as the terminal (or 80 columns)."""
    console = Console(width=columns(), highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())
