"""`mingg backup` and `mingg restore`: copy a board's evenings and settings to the PC and back."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.connecting import backups, connected, port_option, progress
from mingg_host.common import disk
from mingg_host.common.output import counted, printable
from mingg_host.connection.board_backup import read_board, restoring
from mingg_host.connection.changing import change_and_check, finish
from mingg_host.evenings import backup as archive


@click.command("backup")
@click.argument("to", required=False, type=click.Path(path_type=Path))
@port_option
def backup(to: Path | None, port: str | None) -> None:
    """Copy the evenings and settings on a connected board into a backup: the file TO, or a new file in the folder TO.

    Without TO, the backup goes to the folder for backups in Mingg's data, which `mingg flash` uses, too. The command
    prints its name. A backup is a zip file with the board's files and their checksums. `mingg restore` copies it back.

    \b
    Example:
      mingg backup
      mingg backup evenings.zip
    """
    with connected(port) as board, progress() as report:
        kept = read_board(board, report)
    if not kept.files:
        raise click.ClickException("The board has no evenings and no settings. There is nothing to back up.")
    try:
        path = archive.write(kept, to or backups())
    except archive.BackupError as error:
        raise click.ClickException(printable(str(error))) from error
    except OSError as error:
        raise click.ClickException(printable(disk.why(error, to))) from error
    click.echo(f"{_count(kept)} in {path}")
    for name, lines in kept.damaged.items():
        click.echo(
            printable(f"Warning: {name}, line {_listed(lines)}: damaged on the board. It was copied as it is."),
            err=True,
        )


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace other evenings and settings on the board without asking.")
@port_option
def restore(file: Path, replace: bool, port: str | None) -> None:
    """Copy the evenings and settings of the backup FILE onto a connected board.

    Other evenings on the board stay. If the board has another evening with the same number, the command asks first, and
    copies the board's files to the PC.

    \b
    Example:
      mingg restore evenings.zip
    """
    try:
        wanted = archive.read(file)
    except archive.BackupError as error:
        raise click.ClickException(printable(str(error))) from error
    for name, lines in wanted.damaged.items():
        click.echo(printable(f"Warning: {name}, line {_listed(lines)}: was already damaged on the board."), err=True)
    with connected(port) as board:
        with progress() as report:
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
            if not replace:
                click.confirm("Replace it? The board's files are copied to the PC first", abort=True)
            click.echo(f"Copied the board's files to {archive.write(board_files, backups())}")
        with progress() as report:
            change_and_check(board, plan.changes, report)
    click.echo(f"Restored {_count(wanted)}, and checked them. The board restarts.")


def _count(kept: archive.Backup) -> str:
    return f"{counted(len(kept.ledgers), 'evening')} of {counted(kept.records, 'record')}"


def _listed(lines: list[int]) -> str:
    return ", ".join(map(str, lines))
