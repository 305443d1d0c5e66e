"""`mingg ledger`: the evenings of the archive, or of files as they lie on a board: listed, shown, checked, exported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from mingg_host.commands import completing
from mingg_host.commands.evening_options import Unreadable, archive_option, with_progress
from mingg_host.common import disk, files
from mingg_host.common.output import printable
from mingg_host.evenings import evening_sheet, exporting, sources
from mingg_host.evenings.damaged import as_known
from mingg_host.evenings.evening import Evening, EveningError, of_source, remarks
from mingg_host.evenings.sources import Source

EMPTY = "There is no evening in the archive yet. `mingg pull` copies them off a connected board."


@click.group("ledger")
def ledger() -> None:
    """The evenings that you pulled off a board: list, show, check and export them.

    All of these also read ledgers as they lie on a board, a folder of them or single files, without an archive.

    \b
    Example:
      mingg pull
      mingg ledger list
      mingg ledger show 3
      mingg ledger export 3 --format xlsx --to evening.xlsx
    """


@ledger.command("list", short_help="List the evenings of the archive, or of files.")
@click.argument("what", nargs=-1, shell_complete=completing.evenings)
@archive_option
def list_command(what: tuple[str, ...], archive: Path | None) -> None:
    """List the evenings of the archive, or those in WHAT: a folder of ledgers, a file, a backup."""
    found = _found(what, archive)
    rows: list[tuple[str, str, Evening | str]] = []
    for source in with_progress(found):
        try:
            told: Evening | str = as_known(source)
        except EveningError as error:
            told = str(error)
        rows.append((str(source.number or source.name), source.when, told))
    if not rows:
        click.echo(EMPTY)
        return
    files.write(evening_sheet.listed(rows))


@ledger.command("show", short_help="Show an evening deal by deal.")
@click.argument("what", nargs=-1, shell_complete=completing.evenings, required=True)
@archive_option
def show(what: tuple[str, ...], archive: Path | None) -> None:
    """Show an evening deal by deal: who won, how many points, who paid whom, what everybody had then.

    WHAT is a number of `mingg ledger list`, or a path: a folder of ledgers, a ledger's file, a backup, a .jsonl.
    Deals that were corrected or taken back are marked. Of an evening that lost records all is shown that is known, and
    what is missing is said.

    \b
    Example:
      mingg ledger show 3
      mingg ledger show 0007-00.txt
    """
    sheets = [evening_sheet.sheet(evening) for evening in _evenings(what, archive, as_known)]
    files.write("\n".join(sheets))


@ledger.command("verify", short_help="Check evenings record by record.")
@click.argument("what", nargs=-1, shell_complete=completing.evenings)
@archive_option
def verify(what: tuple[str, ...], archive: Path | None) -> None:
    """Check evenings record by record, those of the archive or of WHAT: checksums, order, and every deal counted again.

    Each damage is named with its file and line. A half line that a power cut left is told, and is no damage: nothing is
    missing for it. Half of a character, which some program put into a name, is told as well.

    \b
    Exit status: 0; 1 where something is damaged; 2 where WHAT cannot be read.
    """
    status = 0
    found = _found(what, archive)
    if not found:
        click.echo(EMPTY)
    for source in with_progress(found):
        damaged, odd, count = remarks(source)
        for remark in damaged:
            files.write(printable(str(remark)) + "\n")
        for remark in odd:
            files.write(printable(f"{remark} (no damage)") + "\n")
        if damaged:
            status = 1
        else:
            files.write(printable(f"{source.name}: whole, {count} record{'s' * (count != 1)}") + "\n")
    sys.exit(status)


@ledger.command("export", short_help="Export evenings for other programs.")
@click.argument("what", nargs=-1, shell_complete=completing.evenings)
@click.option(
    "--format", "form", type=click.Choice(exporting.FORMATS), help="[default: by the name after --to, or csv]"
)
@click.option(
    "--to",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write this file; several evenings as jsonl: this folder. [default: print]",
)
@click.option("--replace", is_flag=True, help="Overwrite a file that is there.")
@archive_option
def export(what: tuple[str, ...], form: str | None, to: Path | None, replace: bool, archive: Path | None) -> None:
    """Export evenings for other programs, those of the archive or of WHAT.

    \b
    csv    a row for each deal and player, with the names of the columns first
    jsonl  a session, JSON Lines: what `mingg replay` plays and `mingg import` takes back
    xlsx   a spreadsheet: how the evenings ended, and every deal

    \b
    Example:
      mingg ledger export 3 --to evening.jsonl
      mingg ledger export --format csv > all.csv
    """
    form = form or _form_of(to)
    evenings = _evenings(what, archive)
    if not evenings:
        raise click.ClickException(EMPTY)
    if form == "jsonl" and len(evenings) > 1:
        if to is None or (to.suffix and not to.is_dir()):
            raise click.ClickException("A session is one evening: name one of them, or a folder for all: --to sessions")
        _save({to / f"{name}.jsonl": exporting.jsonl(each) for name, each in _file_names(evenings).items()}, replace)
        click.echo(f"{len(evenings)} sessions in {to}")
        return
    if to is None and form == "xlsx":
        raise click.ClickException("Name the spreadsheet: --to evenings.xlsx")
    data = (
        exporting.jsonl(evenings[0])
        if form == "jsonl"
        else exporting.as_csv(evenings)
        if form == "csv"
        else exporting.xlsx(evenings)
    )
    if to is None:
        if sys.stdout is not None and sys.stdout.isatty():
            files.write("".join(printable(line) + "\n" for line in data.decode().splitlines()))
        else:
            files.write_data(data)
    else:
        _save({to: data}, replace)
        click.echo(f"{len(evenings)} evening{'s' * (len(evenings) != 1)} in {to}")


def _found(what: tuple[str, ...], archive: Path | None) -> list[Source]:
    try:
        return sources.find_all(what, archive)
    except EveningError as error:
        raise Unreadable(printable(str(error))) from error


def _evenings(
    what: tuple[str, ...], archive: Path | None, read: Callable[[Source], Evening] = of_source
) -> list[Evening]:
    """All of them, or none."""
    try:
        return [read(source) for source in with_progress(_found(what, archive))]
    except EveningError as error:
        raise Unreadable(printable(str(error))) from error


def _form_of(to: Path | None) -> str:
    """What a file is to be by its name."""
    ending = "" if to is None else to.suffix[1:].lower()
    if ending and ending not in exporting.FORMATS:
        raise click.ClickException(f"{to}: what is it to be? Say --format {', '.join(exporting.FORMATS)}.")
    return ending or "csv"


def _file_names(evenings: Iterable[Evening]) -> dict[str, Evening]:
    """What to call a file of each; evenings of several boards may have the same name."""
    found: dict[str, Evening] = {}
    for evening in evenings:
        plain = name = "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in Path(evening.name).stem)
        number = 1
        while name in found:
            number += 1
            name = f"{plain}-{number}"
        found[name] = evening
    return found


def _save(made: dict[Path, bytes], replace: bool) -> None:
    """All of them, each whole, or none."""
    for path in made:
        if path.is_dir():
            raise click.ClickException(f"{path} is a folder. Name a file.")
        if path.exists() and not replace:
            raise click.ClickException(f"{path} is there already. Name another file, or say --replace.")
    try:
        disk.put_all(made)
    except OSError as error:
        raise click.ClickException(disk.why(error, next(iter(made)))) from error
