"""`mingg backup` and `mingg restore`: what a board keeps, copied to the PC and back."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.connecting import backups, connected, port_option, progress
from mingg_host.common import disk
from mingg_host.common.disk import digest
from mingg_host.connection.board_backup import read_board, restoring
from mingg_host.connection.changing import change, finish
from mingg_host.evenings import backup as archive


@click.command("backup")
@click.argument("to", required=False, type=click.Path(path_type=Path))
@port_option
def backup(to: Path | None, port: str | None) -> None:
    """Copy the evenings and settings on a connected board into an archive: the file TO, or one in the folder TO.

    Without TO it is kept where `mingg flash` keeps its own. The archive is a zip of the board's files and their hashes;
    `mingg restore` brings it back.

    \b
    Example:
      mingg backup
      mingg backup evenings.zip
    """
    with connected(port) as board, progress() as report:
        kept = read_board(board, report)
    if not kept.files:
        raise click.ClickException("There is nothing on the board to keep: no evening, no settings.")
    try:
        path = archive.write(kept, to or backups())
    except archive.BackupError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(disk.why(error, to)) from error
    click.echo(f"{_count(kept)} in {path}")
    for name, lines in kept.damaged.items():
        click.echo(f"Mind: {name} is damaged on the board, line {_listed(lines)}. It was copied as it is.", err=True)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace what is another one on the board, without asking.")
@port_option
def restore(file: Path, replace: bool, port: str | None) -> None:
    """Bring the evenings and settings of a backup, FILE, onto a connected board.

    Other evenings on the board stay. Where it has another evening of the same number, you are asked first, and what was
    there is copied to the PC.

    \b
    Example:
      mingg restore evenings.zip
    """
    try:
        wanted = archive.read(file)
    except archive.BackupError as error:
        raise click.ClickException(str(error)) from error
    for name, lines in wanted.damaged.items():
        click.echo(f"Mind: {name} was damaged when it was copied, line {_listed(lines)}.", err=True)
    with connected(port) as board:
        with progress() as report:
            finish(board, report)
            there = read_board(board, report)
        plan = restoring(wanted, there, board.about.store)
        if not plan.changes:
            click.echo("All of it is on the board already.")
            return
        if plan.overwrites:
            click.echo("On the board there is something else:\n" + "\n".join(f"  {line}" for line in plan.overwrites))
            if not replace:
                click.confirm("Replace it? What is there is copied to the PC first", abort=True)
            click.echo(f"What was on the board is in {archive.write(there, backups())}")
        with progress() as report:
            change(board, plan.changes, report)
            found = board.listing(board.about.store)
        wrong = [
            path
            for path, data in plan.changes
            if (found.get(path) is not None) != (data is not None)
            or (data is not None and found[path].digest != digest(data))
        ]
        if wrong:
            raise click.ClickException(f"{wrong[0]} is not as it was sent. Try again.")
    click.echo(f"{_count(wanted)}: they are on the board, and were read back. It starts again.")


def _count(kept: archive.Backup) -> str:
    count = len(kept.ledgers)
    return f"{count} evening{'s' * (count != 1)} of {kept.records} records"


def _listed(lines: list[int]) -> str:
    return ", ".join(map(str, lines))
