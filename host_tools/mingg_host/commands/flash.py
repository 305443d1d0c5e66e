"""`mingg flash`: the firmware onto a connected board."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.board.data import BoardError
from mingg_host.commands import completing
from mingg_host.commands.connecting import backups, connected, port_option, progress
from mingg_host.commands.firmware import made
from mingg_host.common import disk, places
from mingg_host.connection.board_backup import read_board
from mingg_host.connection.link import Link
from mingg_host.deploy import firmware
from mingg_host.deploy.flash import flash as bring
from mingg_host.deploy.flash import warning
from mingg_host.deploy.geometry import machine_of
from mingg_host.evenings import backup


@click.command("flash")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--board",
    "name",
    metavar="NAME",
    help="For which board to compile.  [default: as the board says]",
    shell_complete=completing.boards,
)
@port_option
def flash(folder: Path | None, name: str | None, port: str | None) -> None:
    """Bring a connected board to this version of Mingg, or to the firmware in FOLDER.

    Only what changed is sent, what is on the board then is read back, and the board starts again. Evenings on it stay;
    a copy of them is made on the PC first. Where the cable is pulled half-way the board has the old firmware or goes on
    by itself; the same command again ends it.

    \b
    Example:
      mingg flash
      mingg flash build/pico --port /dev/ttyACM1
    """
    with connected(port) as board, progress() as report:
        click.echo(f"{board.about.machine} at {board.port}, MicroPython {'.'.join(map(str, board.about.version))}")
        wanted = firmware_for(folder, name or ("" if folder else board_of(board)))
        doubt = warning(board, wanted)
        if doubt:
            click.echo(f"Mind: {doubt}", err=True)

        def keep() -> None:
            kept = read_board(board, report)
            if kept.files:
                click.echo(f"Evenings and settings on the board are copied to {backup.write(kept, backups())}")

        done = bring(board, wanted, report, keep)
    if done.finished:
        click.echo("An earlier update, cut off, was ended first.")
    if done.sent or done.removed:
        gone = f", {done.removed} old ones removed" if done.removed else ""
        click.echo(f"Mingg {wanted.version} is on the board: {done.sent} files were new{gone}. It starts again.")
    else:
        click.echo(f"Mingg {wanted.version} is on the board already; nothing was sent. It starts again.")


def firmware_for(folder: Path | None, name: str) -> firmware.Firmware:
    if folder is not None:
        try:
            return firmware.load(folder)
        except firmware.FirmwareError as error:
            raise click.ClickException(str(error)) from error
    with disk.scratch() as scratch:
        return made(name, scratch / "firmware", image=False)[0]


def board_of(board: Link) -> str:
    """Which of the boards known this is: the one whose firmware it has had, or the one of its kind."""
    boards = places.boards()
    label = board.about.label.get("board", "")
    if label in boards:
        return label
    alike = [name for name, folder in boards.items() if _is_kind(board.about.machine, folder)]
    if len(alike) == 1:
        return alike[0]
    raise click.ClickException(
        f"Which board is this? It says: {board.about.machine}. Name one with --board: {', '.join(alike or boards)}"
    )


def _is_kind(machine: str, folder: Path) -> bool:
    try:
        return machine.startswith(machine_of(folder))
    except BoardError:
        return False
