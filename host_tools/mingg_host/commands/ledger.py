"""`mingg ledger`: lists, shows, checks and exports evenings of the archive, or of ledger files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from mingg_host.commands.options import archive_option, json_option, output_option, write_files, write_json
from mingg_host.common.output import Failure, Refused, counted, printable, write, write_data
from mingg_host.common.printing import counted_off
from mingg_host.evenings import sheets, sources
from mingg_host.evenings.evening import Evening, check, joined
from mingg_host.evenings.ledger import EveningError, Ledger

FORMATS = ("csv", "jsonl", "xlsx")
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
      mingg ledger export 3 -o evening.xlsx
    """


@ledger.command("list", short_help="List the evenings of the archive, or of files.")
@click.argument("references", metavar="[WHAT]...", nargs=-1, type=click.Path(readable=False))
@json_option
@archive_option
def list_command(references: tuple[str, ...], as_json: bool, archive: Path | None) -> None:
    """List the evenings of the archive, or those in WHAT: a folder of ledgers, a file, a backup.

    \b
    Example:
      mingg ledger list
      mingg ledger list evenings
    """
    rows: list[tuple[str, str, Evening | str]] = []
    for found in _found(references, archive):
        try:
            evening: Evening | str = Evening(found)
        except EveningError as error:
            evening = str(error)
        rows.append((str(found.number or found.name), found.when, evening))
    if as_json:
        write_json([sheets.summary(*row) for row in rows])
    elif rows:
        write(sheets.listed(rows))
    else:
        click.echo(EMPTY)


@ledger.command("show", short_help="Show an evening deal by deal.")
@click.argument("references", metavar="WHAT...", nargs=-1, type=click.Path(readable=False), required=True)
@json_option
@archive_option
def show(references: tuple[str, ...], as_json: bool, archive: Path | None) -> None:
    """Show an evening deal by deal: who won, the score, who paid whom, everyone's balance.

    WHAT is a number of `mingg ledger list`, or a path: a folder of ledgers, a ledger's file, a backup, a .jsonl file.
    The command marks deals that were corrected or taken back. If the players went on under other rules, it shows all
    parts of the evening. If an evening has lost records, it shows the rest, and says what is missing.

    \b
    Example:
      mingg ledger show 3
      mingg ledger show 0007-00.txt
    """
    evenings = list(map(joined, counted_off(sources.whole(references, archive))))
    if as_json:
        write_json([sheets.whole(evening) for evening in evenings])
    else:
        write("\n".join(map(sheets.sheet, evenings)))


@ledger.command("verify", short_help="Check evenings record by record.")
@click.argument("references", metavar="[WHAT]...", nargs=-1, type=click.Path(readable=False))
@json_option
@archive_option
def verify(references: tuple[str, ...], as_json: bool, archive: Path | None) -> None:
    """Check the evenings of the archive or of WHAT record by record: checksums, order, and the score of every deal.

    The command reports each damaged place with its file and line. It also reports a half line after a power cut, which
    is no damage: no record is missing.

    \b
    Example:
      mingg ledger verify
      mingg ledger verify evenings

    \b
    Exit status: 0; 1 if a ledger is damaged; 2 if WHAT is not readable.
    """
    checked = [(found, check(found), sorted(found.torn)) for found in _found(references, archive)]
    if as_json:
        write_json([
            {"name": found.name, "whole": not damaged, "records": len(found.texts), "damaged": list(map(str, damaged)),
             "remarks": list(map(str, odd))}
            for found, damaged, odd in checked
        ])  # fmt: skip
    else:
        for found, damaged, odd in checked:
            lines = [*map(str, damaged), *(f"{remark} (no damage)" for remark in odd)]
            lines += [] if damaged else [f"{found.name}: whole, {counted(len(found.texts), 'record')}"]
            write("".join(printable(line) + "\n" for line in lines))
        if not checked:
            click.echo(EMPTY)
    sys.exit(any(damaged for _, damaged, _ in checked))


@ledger.command("export", short_help="Export evenings for other programs.")
@click.argument("references", metavar="[WHAT]...", nargs=-1, type=click.Path(readable=False))
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="The format.  [default: from the name of -o, or csv]",
)
@output_option("Write this file; for several evenings as jsonl, this folder.  [default: print]", "PATH")
@archive_option
def export(
    references: tuple[str, ...], form: str | None, output: Path | None, force: bool, archive: Path | None
) -> None:
    """Export the evenings of the archive or of WHAT for other programs.

    \b
    csv    a row for each deal and player; the first row has the names of the columns
    jsonl  a session as JSON Lines, for `mingg replay` and `mingg import`
    xlsx   a spreadsheet with the results of the evenings, and every deal

    \b
    Example:
      mingg ledger export 3 -o evening.jsonl
      mingg ledger export --format csv > all.csv
    """
    form = form or _form_of(output)
    evenings = [Evening(found).whole() for found in _found(references, archive)]
    if not evenings:
        raise Failure(EMPTY)
    if form == "jsonl" and len(evenings) > 1:
        if output is None or (output.suffix and not output.is_dir()):
            raise Failure(
                f"jsonl holds one evening, but there are {len(evenings)}. Name one, or a folder for all: -o sessions"
            )
        sessions = _file_names(evenings).items()
        write_files({output / f"{name}.jsonl": sheets.jsonl(evening) for name, evening in sessions}, force)
        click.echo(f"{len(evenings)} sessions in {output}")
        return
    if output is None and form == "xlsx":
        raise Failure("A spreadsheet cannot be printed. Name a file: -o evenings.xlsx")
    deals = sheets.deals(evenings)
    if form == "xlsx":
        data = sheets.xlsx({"Evenings": sheets.ends(evenings), "Deals": deals})
    else:
        data = sheets.as_csv(deals) if form == "csv" else sheets.jsonl(evenings[0])
    if output is None:
        if sys.stdout is not None and sys.stdout.isatty():
            write("".join(printable(line) + "\n" for line in data.decode().splitlines()))
        else:
            write_data(data)
    else:
        write_files({output: data}, force)
        click.echo(f"{counted(len(evenings), 'evening')} in {output}")


def _found(references: tuple[str, ...], archive: Path | None) -> Iterator[Ledger]:
    return counted_off(sources.find_all(references, archive))


def _form_of(to: Path | None) -> str:
    """Returns the format that the name of a file means."""
    suffix = "" if to is None else to.suffix[1:].lower()
    if suffix and suffix not in FORMATS:
        formats = ", ".join(FORMATS)
        raise Refused(f"{to}: this name does not say the format. Add --format with one of {formats}.")
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
