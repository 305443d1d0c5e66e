"""`mingg backup` and `mingg restore`: copy a board's evenings and settings to the PC and back."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.connecting import connected, port_option
from mingg_host.commands.options import output_option, refuse_to_overwrite
from mingg_host.common import disk, places
from mingg_host.common.output import counted, printable
from mingg_host.common.printing import measured
from mingg_host.connection.board_backup import read_board, restoring
from mingg_host.connection.changing import change_and_check, finish
from mingg_host.evenings import backup as archive


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
        kept = read_board(board, report)
    if not kept.files:
        raise click.ClickException("The board has no evenings and no settings. There is nothing to back up.")
    with disk.told(output):
        path = archive.write(kept, output or places.data("backups"))
    click.echo(f"{_count(kept)} in {path}")
    for name, lines in kept.damaged.items():
        click.echo(
            printable(f"Warning: {name}, line {_listed(lines)}: damaged on the board. It was copied as it is."),
            err=True,
        )


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
    wanted = archive.read(file)
    for name, lines in wanted.damaged.items():
        click.echo(printable(f"Warning: {name}, line {_listed(lines)}: was already damaged on the board."), err=True)
    with connected(port) as board:
        with measured() as report:
            finish(board, report)
            board_files = read_board(board, report)
        plan = restoring(wanted, board_files, board.about.store)
        if not plan.changes:
            click.echo("The board has all of it already.")
            return
        if plan.overwrites:
            click.echo(
                "The board has something else:\n" + "\n".join(f"  {printable(line)}" for line in plan.overwrites)
            )
            if not force:
                click.confirm("Replace it? The board's files are copied to the PC first", abort=True)
            click.echo(f"Copied the board's files to {archive.write(board_files, places.data('backups'))}")
        with measured() as report:
            change_and_check(board, plan.changes, report)
    click.echo(f"Restored {_count(wanted)}, and checked them. The board restarts.")


def _count(kept: archive.Backup) -> str:
    return f"{counted(len(kept.ledgers), 'evening')} of {counted(kept.records, 'record')}"


def _listed(lines: list[int]) -> str:
    return ", ".join(map(str, lines))
