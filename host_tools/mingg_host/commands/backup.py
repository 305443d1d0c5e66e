"""`mingg backup` and `mingg restore`: copy a board's evenings and settings to the PC and back."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.options import port_option
from mingg_host.commands.paths import output_option, refuse_to_overwrite
from mingg_host.commands.progress import measured
from mingg_host.common import disk, places
from mingg_host.common.failures import Failure
from mingg_host.common.output import printable
from mingg_host.connection.changing import change_store, finish
from mingg_host.connection.link import connected
from mingg_host.evenings import backup as backups


@click.command("backup")
@output_option(
    "Write this zip file, or a new file in this folder.  [default: the folder for backups in Mingg's data]", "PATH"
)
@port_option
def backup(output: Path | None, force: bool, port: str | None) -> None:
    """Copy the evenings and settings on a connected board into a backup.

    A backup is a zip file with the board's files and their checksums. `mingg restore` copies it back. `mingg flash`
    writes its backups into the same folder in Mingg's data. The command prints the name of the file.

    \b
    Example:
      mingg backup
      mingg backup -o evenings.zip
    """
    if output is not None and not output.is_dir():
        refuse_to_overwrite([output], force)
    with connected(port) as board, measured() as report:
        kept = board.backup(report)
    if not kept.files:
        raise Failure("The board has no evenings and no settings. There is nothing to back up.")
    with disk.told(output):
        path = backups.write(kept, output or places.data("backups"))
    click.echo(f"{kept} in {path}")
    _warn(kept, "damaged on the board. It was copied as it is.")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--force", is_flag=True, help="Overwrite other evenings and settings on the board without asking.")
@port_option
def restore(file: Path, force: bool, port: str | None) -> None:
    """Copy the evenings and settings of the backup FILE onto a connected board.

    Other evenings on the board stay. If the board has another evening with the same number, the command asks first, and
    copies the board's files to the PC.

    \b
    Example:
      mingg restore evenings.zip
    """
    wanted = backups.read(file)
    _warn(wanted, "was already damaged on the board.")
    with connected(port) as board:
        with measured() as report:
            finish(board, report)
            on_board = board.backup(report)
        files, overwrites = wanted.restoring(on_board)
        if not files:
            click.echo("The board has all of it already.")
            return
        if overwrites:
            click.echo("The board has something else:\n" + "\n".join(f"  {printable(line)}" for line in overwrites))
            if not force:
                click.confirm("Replace it? The board's files are copied to the PC first", abort=True)
            click.echo(f"Copied the board's files to {backups.write(on_board, places.data('backups'))}")
        with measured() as report:
            change_store(board, files, report)
    click.echo(f"Restored {wanted}, and checked them. The board restarts.")


def _warn(kept: backups.Backup, what: str) -> None:
    for name, lines in kept.damaged.items():
        click.echo(printable(f"Warning: {name}, line {', '.join(map(str, lines))}: {what}"), err=True)
