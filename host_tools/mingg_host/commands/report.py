"""`mingg report`: writes a page about an evening or a season, to read and to print."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mingg_host.commands import completing
from mingg_host.commands.paths import FOLDER, archive_option, output_option, refuse_to_overwrite
from mingg_host.commands.progress import counted_off
from mingg_host.common import disk
from mingg_host.common.failures import Refused
from mingg_host.common.files import read_bytes, write_data
from mingg_host.common.output import printable
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import Source, find
from mingg_host.report.figures import title_of

if TYPE_CHECKING:
    from mingg_host.report.club_page import ClubReport
    from mingg_host.report.page import Report

PIPED = "standard input"
NIGHT, BOOK = ".toml", ".sqlite"  # the file of a club night, and what keeps a night


@click.command("report")
@click.argument("references", metavar="EVENING...", nargs=-1, required=True, shell_complete=completing.evenings)
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
    season: bool,
    since: str | None,
    folder: Path | None,
    archive: Path | None,
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
    report: Report | ClubReport
    if any(Path(reference).suffix in (NIGHT, BOOK) for reference in references):
        report = _club_report(references, title, season, since, folder)
        name = report.title
    else:
        if season or since or folder:
            raise Refused(
                "--season, --since and --folder are for club nights. Name the file of a night, such as friday.toml."
            )
        evenings = [source.known() for source in counted_off(_find_sources(references, archive))]
        _say_what_is_lost(evenings)
        name = "season" if len(evenings) > 1 else title_of(evenings[0])
        report = _report(evenings, title or ("Season" if len(evenings) > 1 else name))
    page = output or Path(f"{_file_name(name)}.html")
    printed = page == Path("-")
    if not printed:
        _check_folder(page)
        refuse_to_overwrite([page], force)
    text = report.page().encode()
    if printed:
        write_data(text)
        return
    with disk.told(page):
        disk.put_all({page: text})
    click.echo(printable(f"{page}"), err=True)


# ---- input ----


def _find_sources(references: tuple[str, ...], archive: Path | None) -> Iterator[Source]:
    for reference in dict.fromkeys(references):
        if reference == "-":
            yield Source(PIPED, session=read_bytes("-"))
        else:
            yield from find(reference, archive)


def _say_what_is_lost(evenings: list[Evening]) -> None:
    for evening in evenings:
        for damage in evening.damage:
            click.echo(printable(f"Warning: {damage}. The page shows the rest, and says what is missing."), err=True)


def _club_report(
    references: tuple[str, ...], title: str | None, season: bool, since: str | None, folder: Path | None
) -> ClubReport:
    from mingg_host.club import nights
    from mingg_host.club.document import DocumentError
    from mingg_host.club.records import BookError

    other = next((reference for reference in references if Path(reference).suffix not in (NIGHT, BOOK)), None)
    if other is not None:
        raise Refused(f"{other}: this is no club night. Write a page of its own for evenings at a single table.")
    try:
        from mingg_host.report import club_nights
        from mingg_host.report.club_page import ClubReport

        books = nights.find(map(Path, references), folder, season, since)
        found = [club_nights.read(book) for book in counted_off(books)]
    except (BookError, DocumentError) as error:
        raise Refused(str(error)) from error
    for night in found:
        for words in night.lost:
            click.echo(printable(f"Warning: {night.title}, {night.date}: {words}"), err=True)
    default = f"Season of {found[0].plan.club}" if len(found) > 1 else found[0].title
    return ClubReport(found, title or default)


def _file_name(title: str) -> str:
    """Returns the title as the name of a file."""
    return re.sub(r'[\\/:*?"<>|\s]+', "-", title).strip("-.") or "report"


def _report(evenings: list[Evening], title: str) -> Report:
    from mingg_host.report.page import Report  # the library for templates is slow to load

    return Report(evenings, title)


# ---- output ----


def _check_folder(wanted: Path) -> None:
    """Checks, before anything is drawn, that a file can be written into its folder."""
    folder = wanted.absolute().parent
    above = next(parent for parent in (folder, *folder.parents) if os.path.exists(parent))
    if not above.is_dir():
        raise Refused(f"{wanted}: {above} is a file. Name another place.")
    if not os.access(above, os.W_OK):
        raise Refused(f"{wanted}: you are not permitted to write into {above}. Name another place.")
