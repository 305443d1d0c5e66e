"""Connects a command to a board: finds the port, shows progress, and turns each failure into one message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from mingg_host.commands import completing
from mingg_host.common import disk
from mingg_host.common.stopped import Stopped
from mingg_host.connection.changing import ChangeError, Report
from mingg_host.connection.link import BoardError, Link, LinkError
from mingg_host.connection.ports import PortError, find_port

port_option = click.option(
    "--port",
    metavar="PORT",
    help="The board's serial port, as /dev/ttyACM0.  [default: the only board there is]",
    shell_complete=completing.ports,
)
TOOLS = "This needs the tools for boards ({} is missing). Install Mingg with them: pipx install 'mingg[board]'"


@contextmanager
def connected(port: str | None) -> Iterator[Link]:
    """The board at a port, or the only one there is; it starts again afterwards."""
    try:
        with Link(port or find_port()) as board:
            yield board
    except (PortError, LinkError, ChangeError) as error:
        raise click.ClickException(str(error)) from error
    except BoardError as error:
        raise click.ClickException(f"The board failed at what it was asked:\n{error}") from error
    except ModuleNotFoundError as error:
        raise click.ClickException(TOOLS.format(error.name)) from error
    except OSError as error:  # of a file on this PC: the board's own are LinkErrors
        raise click.ClickException(disk.why(error, "this PC")) from error
    except KeyboardInterrupt:
        raise Stopped("Stopped. Nothing is lost: the same command again goes on where this one stopped.") from None


@contextmanager
def progress() -> Iterator[Report]:
    """Shows what takes its time: a bar on a terminal, else one line for each thing."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), console=console,
        transient=True, disable=not console.is_terminal,
    ) as bars:  # fmt: skip
        begun: dict[str, TaskID] = {}

        def report(what: str, done: int, of: int) -> None:
            if what not in begun:
                begun[what] = bars.add_task(what, total=of or None)
                if not console.is_terminal:
                    click.echo(f"{what} ...", err=True)
            bars.update(begun[what], completed=done, total=of or None)

        yield report


def backups() -> Path:
    """Where copies of boards' ledgers are kept on this PC when nobody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("mingg", appauthor=False) / "backups"
