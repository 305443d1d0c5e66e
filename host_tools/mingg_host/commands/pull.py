"""`mingg pull` and `mingg import`: evenings off a board into the archive, and back onto a board."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click
from mingg.evening.state import DRAFT
from mingg.ledger.reader import segment_of

from mingg_host.commands import completing
from mingg_host.commands.connecting import connected, port_option, progress
from mingg_host.commands.evening_options import Unreadable, archive_option, with_progress
from mingg_host.common.disk import digest
from mingg_host.common.output import printable
from mingg_host.common.stopped import Stopped
from mingg_host.connection.board_backup import REPORT, read_board
from mingg_host.connection.changing import Change, change, finish
from mingg_host.evenings import archive as archives
from mingg_host.evenings import sources
from mingg_host.evenings.archive import BESIDE, GROWN, KEPT, NEW, Added, Archive, ArchiveError, Files, Kept
from mingg_host.evenings.backup import Backup, ledgers_in
from mingg_host.evenings.evening import Evening, EveningError, of_source, session_of
from mingg_host.evenings.ledger_writer import make
from mingg_host.evenings.records import read
from mingg_host.evenings.sources import Source

SAID = {
    NEW: "new",
    GROWN: "has grown",
    KEPT: "was there already",
    BESIDE: "is another one than before under this number on the board: kept beside it",
}


@click.command("pull")
@port_option
@archive_option
def pull(port: str | None, archive: Path | None) -> None:
    """Copy the evenings on a connected board into the archive on this PC.

    As often as you like: what is there already is not taken twice, an evening that went on since goes on in the
    archive, and nothing there is ever overwritten. The board keeps its evenings.

    \b
    Example:
      mingg pull
      mingg ledger list
    """
    kept = Archive(archive or archives.default())
    with connected(port) as board, progress() as report:
        found = read_board(board, report)
    if REPORT in found.files:
        click.echo("Mind: Mingg stopped once on this board. `mingg crash` prints where.", err=True)
    evenings = _ledgers(found)
    if not evenings:
        click.echo("There is no evening on the board yet.")
        return
    added = _add(kept, found.number, evenings)
    for ledger, (number, what) in added.items():
        records = read(evenings[ledger])
        count = len(records.records)
        click.echo(f"evening {number}: {SAID[what]}, {count} record{'s' * (count != 1)}")
        for remark in records.damaged:
            click.echo(printable(f"Mind: on the board {remark}. It was copied as it is."), err=True)
    click.echo(f"The archive is {kept.path}")


@click.command("import")
@click.argument("what", shell_complete=completing.evenings)
@click.option("--no-board", is_flag=True, help="Into the archive alone.")
@port_option
@archive_option
def import_command(what: str, no_board: bool, port: str | None, archive: Path | None) -> None:
    """Bring evenings into the archive, and onto a connected board.

    WHAT is a session's file (.jsonl, as `mingg ledger export` writes it), a ledger's file, a folder of ledgers, a
    backup of a board, or the number of an evening in the archive. Each is checked first, and a damaged one refused.

    On the board nothing is replaced: an evening that is not there yet gets a number of its own. The board goes on with
    the evening of the highest number; the others are in its list.

    \b
    Example:
      mingg import evening.jsonl
      mingg import 3
    """
    kept = Archive(archive or archives.default())
    try:
        found = [_found(source, kept) for source in with_progress(sources.find(what, archive))]
    except EveningError as error:
        raise Unreadable(printable(f"{str(error).removesuffix('.')}. Nothing was imported.")) from error
    except ArchiveError as error:
        raise click.ClickException(str(error)) from error
    became = {each.number: KEPT for each in found if isinstance(each, Kept)}
    fresh = dict(each for each in found if not isinstance(each, Kept))
    if fresh:
        became.update(_add(kept, "", fresh).values())
    for number, how in became.items():
        click.echo(f"evening {number}: {SAID[how] if how == KEPT else SAID[NEW]}, in the archive")
    if no_board:
        return
    with connected(port) as board:
        with progress() as report:
            finish(board, report)
            there = read_board(board, report)
        changes = changes_onto(
            there, [each.files if isinstance(each, Kept) else each[1] for each in found], board.about.store
        )
        if not changes:
            click.echo("All of it is on the board already.")
            return
        with progress() as report:
            change(board, changes, report)
            listed = board.listing(board.about.store)
        for path, data in changes:
            if data is not None and (path not in listed or listed[path].digest != digest(data)):
                raise click.ClickException(f"{path} is not as it was sent. Try again.")
    count = len(ledgers_in(each.path.rpartition("/")[2] for each in changes))
    click.echo(f"{count} evening{'s' * (count != 1)}: on the board, and read back. It starts again.")
    if DRAFT in there.files:
        click.echo("Mind: a deal was half entered on the board; it may have to be entered again.", err=True)


def _ledgers(found: Backup) -> dict[int, Files]:
    return {ledger: {name: found.files[name] for name in names} for ledger, names in found.ledgers.items()}


def _found(source: Source, kept: Archive) -> tuple[int, Files] | Kept:
    """Its number and files, once all of it was counted; or what it is in this archive, where it comes out of it. A
    session is written as a board would have, but where it was exported out of this archive that is the evening, and has
    more than a session tells. A ledger from elsewhere is refused where half of a character is in it. Raises
    EveningError."""
    evening = of_source(source)
    if source.files is None:
        return _exported(kept, evening) or (0, make(evening))
    if source.when:
        return Kept(source.number, source.when, source.board, _number(source.files), source.files)
    marked = read(source.files, source.folder).marked
    if marked:
        raise EveningError(f"{marked[0]}. Export it with `mingg ledger export --format jsonl`, and import that")
    return _number(source.files), source.files


def _exported(kept: Archive, evening: Evening) -> Kept | None:
    """The evening in the archive that says the same."""
    for each in kept.evenings():
        ledger = read(each.files)
        if not ledger.damaged and [line for _, line in session_of(ledger)] == evening.lines:
            return each
    return None


def _number(files: Files) -> int:
    segment = segment_of(next(iter(files)))
    return segment[0] if segment else 0


def _add(kept: Archive, board: str, evenings: dict[int, Files]) -> dict[int, Added]:
    try:
        return kept.add(board, evenings)
    except ArchiveError as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        raise Stopped("Stopped. Nothing was changed.") from None


def changes_onto(there: Backup, evenings: list[Files], store: str) -> list[Change]:
    """What brings these onto a board that keeps `there`."""
    on_board = _ledgers(there)
    changes = []
    for files in evenings:
        tails = _tails(files)
        if any(_tails(old) == tails for old in on_board.values()):
            continue
        number = _free(on_board)
        new = {f"{number:04}{tail}": data for tail, data in tails.items()}
        on_board[number] = new
        changes += [Change(f"{store}/{name}", data) for name, data in new.items()]
    return changes


def _free(numbers: Collection[int]) -> int:
    """The number after the largest one; if that is too large for a ledger, the smallest free number."""
    following = max(numbers, default=0) + 1
    if segment_of(f"{following:04}.txt") is not None:
        return following
    return next(each for each in range(1, following) if each not in numbers)


def _tails(files: Files) -> Files:
    return {name.lstrip("0123456789"): data for name, data in files.items()}
