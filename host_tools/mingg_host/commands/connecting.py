"""Connects a command to a board: finds the port, and turns each failure into one message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from mingg_host.commands import completing
from mingg_host.common import disk
from mingg_host.common.output import Stopped
from mingg_host.connection.link import BoardError, Link
from mingg_host.connection.ports import find_port

port_option = click.option(
    "--port",
    metavar="PORT",
    help="The board's serial port, for example /dev/ttyACM0.  [default: the only connected board]",
    shell_complete=completing.ports,
)


@contextmanager
def connected(port: str | None) -> Iterator[Link]:
    """Yields the board at a port, or the only connected one. Restarts it afterwards. Raises Failure."""
    try:
        with Link(port or find_port()) as board:
            yield board
    except BoardError as error:
        raise click.ClickException(f"A command failed on the board. Run this command again.\n{error}") from error
    except OSError as error:  # of a file on this PC: errors of the connection are LinkErrors
        raise click.ClickException(disk.why(error, "this PC")) from error
    except KeyboardInterrupt:
        raise Stopped("Stopped. Nothing is lost: run the command again to continue.") from None
