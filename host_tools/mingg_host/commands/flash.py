"""`mingg flash`: installs the firmware on a connected board."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.board.data import BoardError, firmware_of
from mingg_host.commands import completing
from mingg_host.commands.firmware import made
from mingg_host.commands.options import port_option
from mingg_host.common import disk, places
from mingg_host.common.printing import measured
from mingg_host.connection.link import Link, connected
from mingg_host.deploy import firmware
from mingg_host.deploy.flash import flash as bring
from mingg_host.deploy.flash import warning
from mingg_host.evenings import backup


@click.command("flash")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--board",
    "name",
    metavar="NAME",
    help="The board to compile for.  [default: the connected one]",
    shell_complete=completing.boards,
)
@port_option
def flash(folder: Path | None, name: str | None, port: str | None) -> None:
    """Install this version of Mingg, or the firmware in FOLDER, on a connected board.

    The command first copies the evenings on the board to the PC. It sends only files that changed, reads them back, and
    restarts the board. The evenings on the board stay. If the cable is pulled meanwhile, the board keeps the old
    firmware or completes the update when it starts. You can also run the command again.

    \b
    Example:
      mingg flash
      mingg flash build/pico --port /dev/ttyACM1
    """
    with connected(port) as board:
        click.echo(f"{board.about.machine} at {board.port}, MicroPython {'.'.join(map(str, board.about.version))}")
        wanted = firmware_for(folder, name or ("" if folder else board_of(board)))
        doubt = warning(board, wanted)
        if doubt:
            click.echo(f"Warning: {doubt}", err=True)
        with measured() as report:

            def keep() -> None:
                kept = board.backup(report)
                if kept.files:
                    click.echo(
                        f"Copied the board's evenings and settings to {backup.write(kept, places.data('backups'))}"
                    )

            result = bring(board, wanted, report, keep)
    if result.finished:
        click.echo("Completed an earlier update that was interrupted.")
    if result.sent or result.removed:
        removed = f" and removed {result.removed}" if result.removed else ""
        click.echo(f"Mingg {wanted.version} is on the board: sent {result.sent} files{removed}. The board restarts.")
    else:
        click.echo(f"Mingg {wanted.version} is on the board already: sent no files. The board restarts.")


def firmware_for(folder: Path | None, name: str) -> firmware.Firmware:
    """Reads the firmware in a folder, or compiles it for the board `name`. Raises click.ClickException."""
    if folder is not None:
        return firmware.load(folder)
    with disk.scratch() as scratch:
        return made(name, scratch / "firmware")


def board_of(board: Link) -> str:
    """Finds the name of a connected board: from the firmware on it, or from its kind. Raises click.ClickException."""
    boards = places.boards()
    label = board.about.label.get("board", "")
    if label in boards:
        return label
    of_kind = [name for name, folder in boards.items() if _is_kind(board.about.machine, folder)]
    if len(of_kind) == 1:
        return of_kind[0]
    raise click.ClickException(
        f"The connected board is unknown: {board.about.machine}. Name it with --board: {', '.join(of_kind or boards)}"
    )


def _is_kind(machine: str, folder: Path) -> bool:
    try:
        return machine.startswith(firmware_of(folder).machine)
    except BoardError:
        return False
