"""`mingg pull` and `mingg import`: copy evenings from a board into the archive, and back onto a board."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click
from mingg.evening.evening import DRAFT
from mingg.records.line import segment_of

from mingg_host.commands import completing
from mingg_host.commands.connecting import connected, port_option
from mingg_host.commands.options import archive_option, json_option, write_json
from mingg_host.common.output import Refused, Stopped, counted, printable
from mingg_host.common.printing import counted_off, measured
from mingg_host.connection.board_backup import REPORT, read_board
from mingg_host.connection.changing import Change, change_and_check, finish
from mingg_host.evenings import sources
from mingg_host.evenings.archive import BESIDE, GROWN, KEPT, NEW, Added, Archive
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import EveningError, read
from mingg_host.evenings.ledger_files import Files, renumbered
from mingg_host.evenings.loading import make, of_ledger, of_source
from mingg_host.evenings.sources import Source

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
        backup = read_board(board, report)
    if REPORT in backup.files:
        click.echo("Warning: Mingg stopped once on this board. `mingg crash` prints where.", err=True)
    evenings = backup.ledgers
    added = _add(kept, backup.number, evenings) if evenings else {}
    records = {number: read(evenings[ledger]) for ledger, (number, _) in added.items()}
    for one in records.values():
        for remark in one.damaged:
            click.echo(printable(f"Warning: on the board, {remark}. It was copied as it is."), err=True)
    if as_json:
        write_json([
            {"evening": number, "change": change, "records": len(records[number].texts)}
            for number, change in added.values()
        ])  # fmt: skip
        return
    for number, change in added.values():
        click.echo(f"evening {number}: {SAID[change]}, {counted(len(records[number].texts), 'record')}")
    click.echo(f"The archive is {kept.path}" if added else "The board has no evenings yet.")


@click.command("import")
@click.argument("reference", metavar="WHAT", shell_complete=completing.evenings)
@click.option("--no-board", is_flag=True, help="Copy only into the archive.")
@port_option
@archive_option
def import_command(reference: str, no_board: bool, port: str | None, archive: Path | None) -> None:
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
        imported = [_evening_files(source, kept) for source in counted_off(sources.find(reference, archive))]
    except EveningError as error:
        raise Refused(f"{str(error).removesuffix('.')}. Nothing was imported.") from error
    results = {number: KEPT for number, _, _ in imported if number}
    fresh = {ledger: files for number, ledger, files in imported if not number}
    if fresh:
        results.update(_add(kept, "", fresh).values())
    for number, result in results.items():
        click.echo(f"evening {number}: {SAID[NEW if result == BESIDE else result]}, in the archive")
    if no_board:
        return
    with connected(port) as board:
        with measured() as report:
            finish(board, report)
            on_board = read_board(board, report)
        new = new_on(on_board, [files for _, _, files in imported])
        if not new:
            click.echo("The board has all of it already.")
            return
        store = board.about.store
        changes = [Change(f"{store}/{name}", data) for files in new.values() for name, data in files.items()]
        with measured() as report:
            change_and_check(board, changes, report)
    click.echo(f"Copied {counted(len(new), 'evening')} onto the board, and checked them. The board restarts.")
    if DRAFT in on_board.files:
        click.echo("Warning: the board had the draft of a deal. You may have to enter that deal again.", err=True)


def _evening_files(source: Source, kept: Archive) -> tuple[int, int, Files]:
    """Checks an evening. Returns its number in the archive, or 0 if it is not there yet; of the ledger; and the files.

    A session is written as a board would write it. If it was exported from this archive, the archive's evening is used,
    because it has more than a session. Raises EveningError, also for a ledger from elsewhere with half of a character.
    """
    evening = of_source(source)
    if source.files is None:
        return _exported(kept, evening) or (0, 0, make(evening))
    marked = [] if source.when else read(source.files, source.folder).marked
    if marked:
        raise EveningError(f"{marked[0]}. Export it with `mingg ledger export --format jsonl`, and import that.")
    return source.number if source.when else 0, source.number, source.files


def _exported(kept: Archive, evening: Evening) -> tuple[int, int, Files] | None:
    """Returns the evening in the archive with the same lines, or None."""
    for archived in kept.evenings():
        ledger = read(archived.files)
        alike = not ledger.damaged and len(ledger.records) + 1 == len(evening.lines)
        if alike and of_ledger(ledger, evening.name).lines == evening.lines:
            return archived.number, 0, archived.files
    return None


def _add(kept: Archive, board: str, evenings: dict[int, Files]) -> dict[int, Added]:
    try:
        return kept.add(board, evenings)
    except KeyboardInterrupt:
        raise Stopped("Stopped. Nothing was changed.") from None


def new_on(board: Backup, evenings: list[Files]) -> dict[int, Files]:
    """Returns the evenings that a board does not have yet, by their new numbers on it."""
    on_board = board.ledgers
    new: dict[int, Files] = {}
    for files in evenings:
        if all(renumbered(old, 1) != renumbered(files, 1) for old in on_board.values()):
            number = _free(on_board)
            on_board[number] = new[number] = renumbered(files, number)
    return new


def _free(numbers: Collection[int]) -> int:
    """Returns the number after the largest one, or the smallest free number if that is too large for a ledger."""
    following = max(numbers, default=0) + 1
    if segment_of(f"{following:04}.txt") is not None:
        return following
    return next(number for number in range(1, following) if number not in numbers)
