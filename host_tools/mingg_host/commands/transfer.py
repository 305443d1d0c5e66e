"""`mingg pull`, `import`, `backup` and `restore`: copy evenings between a board, the archive and backups on this PC."""

from __future__ import annotations

import itertools
from pathlib import Path

import click

from mingg_host.commands.options import (
    archive_option,
    json_option,
    output_option,
    port_option,
    refuse_to_overwrite,
    write_json,
)
from mingg_host.common import disk, places
from mingg_host.common.output import Failure, Refused, Stopped, counted, printable
from mingg_host.common.printing import counted_off, measured
from mingg_host.connection.changing import change_store, finish
from mingg_host.connection.link import connected
from mingg_host.evenings import backup as backup_files
from mingg_host.evenings import sources
from mingg_host.evenings.archive import BESIDE, GROWN, KEPT, NEW, Archive
from mingg_host.evenings.backup import CRASH, DRAFT, Backup
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import EveningError, Files, Ledger, in_utf8, ledger_of, renumbered

SAID = {
    NEW: "new",
    GROWN: "has grown",
    KEPT: "was there already",
    BESIDE: "new; the board used this number for another evening before, which stays in the archive",
}


@click.command("pull")
@json_option
@port_option
@archive_option
def pull(as_json: bool, port: str | None, archive: Path | None) -> None:
    """Copy the evenings on a connected board into the archive on this PC.

    You can repeat it at any time: it adds new evenings, and new deals of evenings that continued. It never overwrites
    anything in the archive. The evenings on the board stay.

    \b
    Example:
      mingg pull
      mingg ledger list
    """
    kept = Archive(archive)
    with connected(port) as board, measured() as report:
        on_board = board.backup(report)
    if CRASH in on_board.files:
        click.echo("Warning: Mingg stopped once on this board. `mingg crash` prints where.", err=True)
    evenings = on_board.ledgers
    added = _add(kept, on_board.number, evenings)
    ledgers = {number: Ledger(evenings[ledger]) for ledger, (number, _) in added.items()}
    for ledger in ledgers.values():
        for remark in ledger.damaged:
            click.echo(printable(f"Warning: on the board, {remark}. It was copied as it is."), err=True)
    changes = [(number, change, len(ledgers[number].texts)) for number, change in added.values()]
    if as_json:
        write_json([{"evening": number, "change": change, "records": count} for number, change, count in changes])
        return
    for number, change, count in changes:
        click.echo(f"evening {number}: {SAID[change]}, {counted(count, 'record')}")
    click.echo(f"The archive is {kept.path}" if added else "The board has no evenings yet.")


@click.command("import")
@click.argument("reference", metavar="WHAT", type=click.Path(readable=False))
@click.option("--no-board", is_flag=True, help="Copy only into the archive.")
@json_option
@port_option
@archive_option
def import_command(reference: str, no_board: bool, as_json: bool, port: str | None, archive: Path | None) -> None:
    """Copy evenings into the archive, and onto a connected board.

    WHAT is a session's file (.jsonl, as `mingg ledger export` writes it), a ledger's file, a folder of ledgers, a
    backup of a board, or the number of an evening in the archive. The command checks each evening first, and refuses a
    damaged one.

    It replaces nothing on the board: an evening that is not there yet gets a new number. The board continues with the
    evening that has the highest number. The others are in its list of evenings.

    \b
    Example:
      mingg import evening.jsonl
      mingg import 3
    """
    kept = Archive(archive)
    try:
        imported = [_checked(ledger, kept) for ledger in counted_off(sources.find(reference, archive))]
    except EveningError as error:
        raise Refused(f"{str(error).removesuffix('.')}. Nothing was imported.") from error
    added = _add(kept, "", {ledger: files for number, ledger, files in imported if not number})
    changes = [(number, KEPT) if number else added[ledger] for number, ledger, _ in imported]
    changes = [(number, NEW if change == BESIDE else change) for number, change in changes]
    for number, change in () if as_json else changes:
        click.echo(f"evening {number}: {SAID[change]}, in the archive")
    copied = {} if no_board else _copy(port, [files for _, _, files in imported], quiet=as_json)
    if as_json:
        write_json([
            {"evening": number, "change": change, "copied": index in copied}
            for index, (number, change) in enumerate(changes)
        ])  # fmt: skip


def _copy(port: str | None, evenings: list[Files], quiet: bool) -> dict[int, Files]:
    """Copies evenings onto a board. Returns those that it did not have yet, by their index. quiet: prints warnings
    only."""
    with connected(port) as board, measured() as report:
        finish(board, report)
        on_board = board.backup(report)
        new = new_on(on_board, evenings)
        if new:
            change_store(board, {name: data for files in new.values() for name, data in files.items()}, report)
    if not quiet:
        what = f"Copied {counted(len(new), 'evening')} onto the board, and checked them. The board restarts."
        click.echo(what if new else "The board has all of it already.")
    if new and DRAFT in on_board.files:
        click.echo("Warning: the board had the draft of a deal. You may have to enter that deal again.", err=True)
    return new


def _checked(ledger: Ledger, kept: Archive) -> tuple[int, int, Files]:
    """Checks an evening. Returns its number in the archive, 0 if it is not there yet; its number elsewhere; its files.
    Raises EveningError.

    A session is written as a board would write it. If it was exported from this archive, the archive's evening is used,
    because it has more than a session.
    """
    evening = Evening(ledger).whole()
    if ledger.made_of:
        for archived in kept.evenings():
            other = Ledger(archived.files)
            alike = not other.damaged and len(other.played()) + 1 == len(evening.lines)
            if alike and Evening(other).lines == evening.lines:
                return archived.number, 0, archived.files
        return 0, 0, in_utf8(ledger.files)
    return ledger.number if ledger.when else 0, ledger.number, ledger.files


def _add(kept: Archive, board: str, evenings: dict[int, Files]) -> dict[int, tuple[int, str]]:
    try:
        return kept.add(board, evenings) if evenings else {}
    except KeyboardInterrupt:
        raise Stopped("Stopped. Nothing was changed.") from None


def new_on(board: Backup, evenings: list[Files]) -> dict[int, Files]:
    """Returns the evenings that a board does not have yet, by their index, with their new numbers on it: the number
    after the largest one, or the smallest free number if that is too large for a ledger."""
    on_board = board.ledgers
    known = {disk.digest_of_all(renumbered(in_utf8(old), 1)) for old in on_board.values()}
    last, free = max(on_board, default=0), (number for number in itertools.count(1) if number not in on_board)
    new = {}
    for index, files in enumerate(map(in_utf8, evenings)):
        content = disk.digest_of_all(renumbered(files, 1))
        if content not in known:
            known.add(content)
            last += 1
            number = last if ledger_of(f"{last:04}-00.txt") else next(free)
            new[index] = renumbered(files, number)
    return new


# ---- backups ----


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
        path = backup_files.write(kept, output or places.data("backups"))
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
    wanted = backup_files.read(file)
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
            click.echo(f"Copied the board's files to {backup_files.write(on_board, places.data('backups'))}")
        with measured() as report:
            change_store(board, files, report)
    click.echo(f"Restored {wanted}, and checked them. The board restarts.")


def _warn(kept: backup_files.Backup, what: str) -> None:
    for name, lines in kept.damaged.items():
        click.echo(printable(f"Warning: {name}, line {', '.join(map(str, lines))}: {what}"), err=True)
