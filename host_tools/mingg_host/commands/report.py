"""`mingg report`: writes a page about an evening or a season, to read and to print."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mingg_host.commands import completing
from mingg_host.commands.evening_options import archive_option, with_progress
from mingg_host.common.disk import in_the_way, put_all, why
from mingg_host.common.files import read_bytes, write_data
from mingg_host.common.output import not_read, printable
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import EveningError
from mingg_host.evenings.loading import as_known
from mingg_host.evenings.sources import Source, find
from mingg_host.report import MARK
from mingg_host.report.figures import title_of

if TYPE_CHECKING:
    from mingg_host.report.club_page import ClubReport
    from mingg_host.report.page import Picture, Report

PIPED = "standard input"
HEAD = 1024  # bytes at the start of a page that contain MARK
NIGHT, BOOK = ".toml", ".sqlite"  # the file of a club night, and what keeps a night


def _refuse(message: str) -> NoReturn:
    click.echo(printable(f"mingg: {message}"), err=True)
    sys.exit(2)


@click.command("report")
@click.argument("references", metavar="EVENING...", nargs=-1, required=True, shell_complete=completing.evenings)
@click.option(
    "-o",
    "--output",
    metavar="PAGE",
    help="Write this file; - is standard output.  [default: a file in this folder with the evening's name, or"
    " season.html]",
)
@click.option("--title", help="The title of the page.  [default: the evening's name, or Season]")
@click.option(
    "--pictures",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Also write the page's pictures as files into this folder.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(("png", "pdf", "svg")),
    default="png",
    show_default=True,
    help="The format of these pictures.",
)
@click.option("--force", is_flag=True, help="Overwrite existing pictures.")
@click.option("--season", is_flag=True, help="All nights of the club whose file is named.")
@click.option("--since", metavar="TIME", help="Only nights that began then, such as 2026-05 or 2026-05-31.")
@click.option(
    "--folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where club nights are kept.  [default: the folder club in Mingg's data]",
)
@archive_option
def report_command(
    references: tuple[str, ...],
    output: str | None,
    title: str | None,
    pictures: Path | None,
    form: str,
    force: bool,
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
      mingg report friday.jsonl --pictures pictures --as pdf
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
            _refuse(
                "--season, --since and --folder are for club nights. Name the file of a night, such as friday.toml."
            )
        try:
            evenings = [as_known(source) for source in with_progress(_find_sources(references, archive))]
            _say_what_is_lost(evenings)
        except EveningError as error:
            _refuse(str(error))
        name = "season" if len(evenings) > 1 else title_of(evenings[0])
        report = _report(evenings, title or ("Season" if len(evenings) > 1 else name))
    page = Path(output or f"{_file_name(name)}.html")
    if output != "-":
        _check_place(page)
    if pictures is not None:
        if pictures.exists() and not pictures.is_dir():
            _refuse(f"{pictures}: this is a file. Name a folder for the pictures.")
        _check_folder(pictures, pictures)
        taken = in_the_way(pictures / f"{picture.name}.{form}" for picture in report.pictures())
        if taken and not force:
            _refuse(taken)
    text = report.page(_drawing)
    files = {} if pictures is None else {pictures / name: data for name, data in _drawn(report, form).items()}
    if output != "-":
        files[page] = text.encode()
    try:
        put_all(files)
    except OSError as error:
        _refuse(why(error, page))
    for path in files:
        click.echo(printable(f"{path}"), err=True)
    if output == "-":
        write_data(text.encode())


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
    from mingg_host.club.night import NightError
    from mingg_host.club.records import BookError

    other = next((reference for reference in references if Path(reference).suffix not in (NIGHT, BOOK)), None)
    if other is not None:
        _refuse(f"{other}: this is no club night. Write a page of its own for evenings at a single table.")
    try:
        from mingg_host.report import club_nights
        from mingg_host.report.club_page import ClubReport

        books = nights.find(map(Path, references), folder, season, since)
        found = [club_nights.read(book) for book in with_progress(books)]
    except (BookError, DocumentError, NightError) as error:
        _refuse(str(error))
    for night in found:
        for words in night.lost:
            click.echo(printable(f"Warning: {night.title}, {night.date}: {words}"), err=True)
    default = f"Season of {found[0].plan.club}" if len(found) > 1 else found[0].title
    return ClubReport(found, title or default)


def _file_name(title: str) -> str:
    """Returns the title as the name of a file."""
    return re.sub(r'[\\/:*?"<>|\s]+', "-", title).strip("-.") or "report"


def _report(evenings: list[Evening], title: str) -> Report:
    from mingg_host.report.page import Report  # the libraries for charts and templates are slow to load

    return Report(evenings, title)


def _drawn(report: Report | ClubReport, form: str) -> dict[str, bytes]:
    from mingg_host.report.charts import render

    return {f"{picture.name}.{form}": render(picture.draw, form) for picture in _drawing(report.pictures())}


def _drawing(pictures: Iterable[Picture]) -> Iterator[Picture]:
    return with_progress(pictures, "drawing")


# ---- output ----


def _check_place(page: Path) -> None:
    """Refuses to overwrite a file that is not a report."""
    _check_folder(page.parent, page)
    try:
        with page.open("rb") as file:
            if MARK.encode() not in file.read(HEAD):
                _refuse(f"{page}: this file exists and is not a report. Name another file with -o.")
    except FileNotFoundError:
        return
    except OSError as error:
        _refuse(not_read(error, page))


def _check_folder(folder: Path, wanted: Path) -> None:
    """Checks, before anything is drawn, that `wanted` can be written into its folder."""
    folder = folder.absolute()
    above = next(parent for parent in (folder, *folder.parents) if os.path.exists(parent))
    if not above.is_dir():
        _refuse(f"{wanted}: {above} is a file. Name another place.")
    if not os.access(above, os.W_OK):
        _refuse(f"{wanted}: you are not permitted to write into {above}. Name another place.")
