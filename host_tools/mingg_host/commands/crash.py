"""`mingg crash`: prints where Mingg stopped on a board."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mingg_host.commands import completing
from mingg_host.commands.firmware import made
from mingg_host.commands.flash import board_of
from mingg_host.commands.options import port_option
from mingg_host.common import disk
from mingg_host.common.output import Failure, printable
from mingg_host.connection.link import connected
from mingg_host.deploy import firmware
from mingg_host.deploy.short_names import Names
from mingg_host.evenings.backup import CRASH

_FRAME = re.compile(r'  File "([^"]*)", line \d+, in (.+)')
_QUOTED = re.compile(r"'(\w+)'")


@click.command("crash")
@click.argument("report", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--firmware",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The folder that `mingg firmware` made for that board.  [default: compile again]",
)
@click.option("--board", "name", metavar="NAME", help="The board to compile for.", shell_complete=completing.boards)
@port_option
def crash(report: Path | None, folder: Path | None, name: str | None, port: str | None) -> None:
    """Print where Mingg stopped, from the report on a connected board or from the file REPORT.

    On a board all names are short. This command replaces them by the names in the sources. If a short name stands for
    several functions, it prints all of them. It needs the same version of the firmware that stopped.

    \b
    Example:
      mingg crash
      mingg crash crash.txt --board pico
    """
    digest = ""
    if report is not None:
        if folder is None and name is None:
            raise click.UsageError(
                "The firmware that stopped is unknown. Name its folder with --firmware, or its board with --board."
            )
        with disk.told(report, Failure):
            data = report.read_bytes()
    else:
        with connected(port) as board:
            path = f"{board.about.store}/{CRASH}"
            if path not in board.listing(board.about.store):
                click.echo("The board has no report: Mingg has not stopped on it.")
                return
            data = board.read(path)
            digest = board.about.label.get("digest", "")
            if folder is None and name is None:
                name = board_of(board)
    names = _names(folder, name or "")
    if digest not in ("", names.digest):
        click.echo("Warning: the board has another firmware than this one. The names may be wrong.", err=True)
    for line in translated(data.decode("utf-8", "replace"), names.modules).splitlines():
        click.echo(printable(line))


def _names(folder: Path | None, name: str) -> firmware.OnBoard:
    if folder is not None:
        return firmware.names_in(folder)
    with disk.scratch() as scratch:
        made(name, scratch / "firmware")
        return firmware.names_in(scratch / "firmware")


def translated(report: str, known: Names) -> str:
    """Returns a traceback with the names of the sources. Unknown names stay."""
    lines = []
    of_module: dict[str, list[str]] = {}  # the names of the module of the last frame

    def unquoted(match: re.Match[str]) -> str:
        ends = {name.rpartition(".")[2] for name in of_module.get(match[1], ())}
        return f"'{' or '.join(sorted(ends))}'" if ends else match[0]

    for line in report.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame:
            of_module = known.get(frame[1], {})
            full_names = [name for name in of_module.get(frame[2], []) if name[0] != "."]
            lines.append(line[: frame.start(2)] + (" or ".join(full_names) or frame[2]))
        else:  # the message of the error
            lines.append(_QUOTED.sub(unquoted, line))
    return "\n".join(lines)
