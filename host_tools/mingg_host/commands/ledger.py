"""`mingg ledger`: lists, shows, checks and exports evenings of the archive, or of ledger files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from mingg_host.commands import completing
from mingg_host.commands.evening_options import Unreadable, archive_option, with_progress
from mingg_host.common import disk, files
from mingg_host.common.output import counted, printable
from mingg_host.evenings import evening_sheet, exporting, sources
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import EveningError
from mingg_host.evenings.loading import as_known, of_source, remarks
from mingg_host.evenings.sources import Source

EMPTY = "The archive has no evenings yet. Copy them from a connected board with `mingg pull`."


@click.group("ledger")
def ledger() -> None:
    """List, show, check and export the evenings that you copied from a board.

    Each command also reads ledger files without an archive: a folder of them, or single files.

    \b
    Example:
      mingg pull
      mingg ledger list
      mingg ledger show 3
      mingg ledger export 3 --format xlsx --to evening.xlsx
    """


@ledger.command("list", short_help="List the evenings of the archive, or of files.")
@click.argument("references", metavar="[WHAT]...", nargs=-1, shell_complete=completing.evenings)
@archive_option
def list_command(references: tuple[str, ...], archive: Path | None) -> None:
    """List the evenings of the archive, or those in WHAT: a folder of ledgers, a file, a backup.

    \b
    Example:
      mingg ledger list
      mingg ledger list evenings
    """
    rows: list[tuple[str, str, Evening | str]] = []
    for source in with_progress(_find_sources(references, archive)):
        try:
            evening: Evening | str = as_known(source)
        except EveningError as error:
            evening = str(error)
        rows.append((str(source.number or source.name), source.when, evening))
    if not rows:
        click.echo(EMPTY)
        return
    files.write(evening_sheet.listed(rows))


@ledger.command("show", short_help="Show an evening deal by deal.")
@click.argument("references", metavar="WHAT...", nargs=-1, shell_complete=completing.evenings, required=True)
@archive_option
def show(references: tuple[str, ...], archive: Path | None) -> None:
    """Show an evening deal by deal: who won, the score, who paid whom, everyone's balance.

    WHAT is a number of `mingg ledger list`, or a path: a folder of ledgers, a ledger's file, a backup, a .jsonl file.
    The command marks deals that were corrected or taken back. If an evening has lost records, it shows the rest, and
    says what is missing.

    \b
    Example:
      mingg ledger show 3
      mingg ledger show 0007-00.txt
    """
    sheets = [evening_sheet.sheet(evening) for evening in _evenings(references, archive, as_known)]
    files.write("\n".join(sheets))


@ledger.command("verify", short_help="Check evenings record by record.")
@click.argument("references", metavar="[WHAT]...", nargs=-1, shell_complete=completing.evenings)
@archive_option
def verify(references: tuple[str, ...], archive: Path | None) -> None:
    """Check the evenings of the archive or of WHAT record by record: checksums, order, and the score of every deal.

    The command reports each damaged place with its file and line. It also reports a half line after a power cut, and
    half of a character in a name. Neither is damage: no record is missing.

    \b
    Example:
      mingg ledger verify
      mingg ledger verify evenings

    \b
    Exit status: 0; 1 if a ledger is damaged; 2 if WHAT is not readable.
    """
    status = 0
    evenings = _find_sources(references, archive)
    if not evenings:
        click.echo(EMPTY)
    for source in with_progress(evenings):
        damaged, odd, count = remarks(source)
        for remark in damaged:
            files.write(printable(str(remark)) + "\n")
        for remark in odd:
            files.write(printable(f"{remark} (no damage)") + "\n")
        if damaged:
            status = 1
        else:
            files.write(printable(f"{source.name}: whole, {counted(count, 'record')}") + "\n")
    sys.exit(status)


@ledger.command("export", short_help="Export evenings for other programs.")
@click.argument("references", metavar="[WHAT]...", nargs=-1, shell_complete=completing.evenings)
@click.option(
    "--format",
    "form",
    type=click.Choice(exporting.FORMATS),
    help="The format.  [default: from the name of --to, or csv]",
)
@click.option(
    "--to",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write this file; for several evenings as jsonl, this folder.  [default: print]",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@archive_option
def export(references: tuple[str, ...], form: str | None, to: Path | None, force: bool, archive: Path | None) -> None:
    """Export the evenings of the archive or of WHAT for other programs.

    \b
    csv    a row for each deal and player; the first row has the names of the columns
    jsonl  a session as JSON Lines, for `mingg replay` and `mingg import`
    xlsx   a spreadsheet with the results of the evenings, and every deal

    \b
    Example:
      mingg ledger export 3 --to evening.jsonl
      mingg ledger export --format csv > all.csv
    """
    form = form or _form_of(to)
    evenings = _evenings(references, archive)
    if not evenings:
        raise click.ClickException(EMPTY)
    if form == "jsonl" and len(evenings) > 1:
        if to is None or (to.suffix and not to.is_dir()):
            raise click.ClickException(
                f"jsonl holds one evening, but there are {len(evenings)}. Name one, or a folder for all: --to sessions"
            )
        sessions = _file_names(evenings).items()
        _save({to / f"{name}.jsonl": exporting.jsonl(evening) for name, evening in sessions}, force)
        click.echo(f"{len(evenings)} sessions in {to}")
        return
    if to is None and form == "xlsx":
        raise click.ClickException("A spreadsheet cannot be printed. Name a file: --to evenings.xlsx")
    make = {"csv": exporting.as_csv, "xlsx": exporting.xlsx}.get(form)
    data = make(evenings) if make else exporting.jsonl(evenings[0])
    if to is None:
        if sys.stdout is not None and sys.stdout.isatty():
            files.write("".join(printable(line) + "\n" for line in data.decode().splitlines()))
        else:
            files.write_data(data)
    else:
        _save({to: data}, force)
        click.echo(f"{counted(len(evenings), 'evening')} in {to}")


def _find_sources(references: tuple[str, ...], archive: Path | None) -> list[Source]:
    try:
        return sources.find_all(references, archive)
    except EveningError as error:
        raise Unreadable(printable(str(error))) from error


def _evenings(
    references: tuple[str, ...], archive: Path | None, read: Callable[[Source], Evening] = of_source
) -> list[Evening]:
    """Reads all evenings. Raises Unreadable if one of them cannot be read."""
    try:
        return [read(source) for source in with_progress(_find_sources(references, archive))]
    except EveningError as error:
        raise Unreadable(printable(str(error))) from error


def _form_of(to: Path | None) -> str:
    """Returns the format that the name of a file means."""
    suffix = "" if to is None else to.suffix[1:].lower()
    if suffix and suffix not in exporting.FORMATS:
        formats = ", ".join(exporting.FORMATS)
        raise click.ClickException(f"{to}: this name does not say the format. Add --format with one of {formats}.")
    return suffix or "csv"


def _file_names(evenings: Iterable[Evening]) -> dict[str, Evening]:
    """Returns a different file name for each evening. Evenings of several boards may have the same name."""
    names: dict[str, Evening] = {}
    for evening in evenings:
        plain = name = "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in Path(evening.name).stem)
        number = 1
        while name in names:
            number += 1
            name = f"{plain}-{number}"
        names[name] = evening
    return names


def _save(contents: dict[Path, bytes], force: bool) -> None:
    """Writes all files, or none."""
    taken = disk.in_the_way(contents)
    if taken and not force:
        raise click.ClickException(taken)
    try:
        disk.put_all(contents)
    except OSError as error:
        raise click.ClickException(disk.why(error, next(iter(contents)))) from error
