"""`mingg report`: writes a page about an evening or a season, to read and to print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mingg_host.commands.options import FOLDER, archive_option, output_option, read_bytes, write_files
from mingg_host.common.output import Refused, printable, write_data
from mingg_host.common.printing import counted_off
from mingg_host.evenings.evening import joined, of_session
from mingg_host.evenings.ledger import Ledger
from mingg_host.evenings.sources import find_whole, whole
from mingg_host.report.figures import title_of

PIPED = "standard input"
NIGHT, BOOK = ".toml", ".sqlite"  # the file of a club night, and what keeps a night


@click.command("report")
@click.argument("references", metavar="EVENING...", nargs=-1, required=True, type=click.Path(readable=False))
@output_option(
    "Write this page; - is standard output.  [default: a file in this folder with the evening's name, or season.html]"
)
@click.option("--title", help="The title of the page.  [default: the evening's name, or Season]")
@click.option("--season", is_flag=True, help="All nights of the club whose file is named.")
@click.option("--since", metavar="TIME", help="Only nights that began then, such as 2026-05 or 2026-05-31.")
@click.option(
    "--folder",
    metavar="FOLDER",
    type=FOLDER,
    help="Where club nights are kept.  [default: the folder club in Mingg's data]",
)
@archive_option
def report_command(
    references: tuple[str, ...],
    output: Path | None,
    force: bool,
    title: str | None,
    archive: Path | None,
    **of_club: Any,
) -> None:
    """Write a page about an evening: the standing, charts, who paid whom, whose discards won, and every deal with its
    hands. Of a club night: the standing, who sat where, the best hands, every table, penalties.

    EVENING is a number in the archive, a session's file for `mingg replay` (- is standard input), a ledger's file, a
    folder of ledgers, or a backup. Several evenings make a season; the same name means the same player. If a ledger has
    lost records, the page shows the rest and says what is missing.

    EVENING may also be the file of a club night: then the page is about the last night that was run with it, or with
    --season about all nights of the club. A single kept night is a file .sqlite in the club's folder.

    \b
    Examples:
      mingg report 3
      mingg report friday.jsonl
      mingg report may.jsonl june.jsonl -o spring.html --title "Spring"
      mingg report friday.toml
      mingg report friday.toml --season --since 2026 --title "2026"

    Exit status: 0; 2 if an evening or one of its lines is wrong (the message names it, and no file is written).
    """
    if any(Path(reference).suffix in (NIGHT, BOOK) for reference in references):
        name, text = _of_club(references, title, **of_club)
    elif any(of_club.values()):
        raise Refused(
            "--season, --since and --folder are for club nights. Name the file of a night, such as friday.toml."
        )
    else:
        name, text = _of_evenings(references, title, archive)
    if output == Path("-"):
        write_data(text.encode())
        return
    page = output or Path(re.sub(r'[\\/:*?"<>|\s]+', "-", printable(name)).strip("-.") or "report").with_suffix(".html")
    write_files({page: text.encode()}, force)
    click.echo(printable(f"{page}"), err=True)


def _of_evenings(references: tuple[str, ...], title: str | None, archive: Path | None) -> tuple[str, str]:
    """Returns the name and the text of a page about evenings."""
    evenings = list(map(joined, counted_off(whole(_found(references, archive)))))
    for damage in (damage for evening in evenings for damage in evening.damage):
        click.echo(printable(f"Warning: {damage}. The page shows the rest, and says what is missing."), err=True)
    from mingg_host.report.page import report  # the library for templates is slow to load

    name = "Season" if len(evenings) > 1 else title_of(evenings[0])
    return name.lower() if len(evenings) > 1 else name, report(evenings, title or name)


def _found(references: tuple[str, ...], archive: Path | None) -> Iterator[list[Ledger]]:
    """Yields the parts of each evening."""
    for reference in dict.fromkeys(references):
        yield from [[of_session(read_bytes("-"), PIPED)]] if reference == "-" else find_whole(reference, archive)


def _of_club(
    references: tuple[str, ...], title: str | None, season: bool, since: str | None, folder: Path | None
) -> tuple[str, str]:
    """Returns the name and the text of a page about club nights."""
    from mingg_host.club import nights
    from mingg_host.club.decisions import DecisionError
    from mingg_host.club.records import BookError
    from mingg_host.report.club_nights import ClubNight, report

    other = next((reference for reference in references if Path(reference).suffix not in (NIGHT, BOOK)), None)
    if other is not None:
        raise Refused(f"{other}: this is no club night. Write a page of its own for evenings at a single table.")
    try:
        books = nights.find(map(Path, references), folder, season, since)
        found = list(map(ClubNight, counted_off(books)))
    except (BookError, DecisionError) as error:
        raise Refused(str(error)) from error
    for night in found:
        for words in night.lost:
            click.echo(printable(f"Warning: {night.title}, {night.date}: {words}"), err=True)
    name = title or (f"Season of {found[0].plan.club}" if len(found) > 1 else found[0].title)
    return name, report(found, name)
