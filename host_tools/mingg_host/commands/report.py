"""`mingg report`: an evening's file in, a page to read, print and keep out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mingg_host.commands import completing
from mingg_host.commands.evening_options import archive_option, with_progress
from mingg_host.common.disk import put_all, why
from mingg_host.common.files import read_bytes, write_data
from mingg_host.common.output import printable
from mingg_host.evenings.damaged import as_known
from mingg_host.evenings.records import EveningError
from mingg_host.evenings.sources import Source, find
from mingg_host.report import MARK
from mingg_host.report.content import Evening, tell

if TYPE_CHECKING:
    from mingg_host.report.page import Picture, Report

PIPED = "standard input"
HEAD = 1024  # bytes of a page in which it says who made it


def _refuse(message: str) -> NoReturn:
    click.echo(printable(f"mingg: {message}"), err=True)
    sys.exit(2)


@click.command("report")
@click.argument("whats", metavar="EVENING...", nargs=-1, required=True, shell_complete=completing.evenings)
@click.option(
    "-o",
    "--output",
    metavar="PAGE",
    help="Write the page here; - is standard output. Otherwise beside you, called as the evening is, or season.html.",
)
@click.option("--title", help="What stands above the page; otherwise the evening's name, or Season.")
@click.option(
    "--pictures",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Also write the page's pictures into this folder.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(("png", "pdf", "svg")),
    default="png",
    show_default=True,
    help="Their kind.",
)
@archive_option
def report_command(
    whats: tuple[str, ...],
    output: str | None,
    title: str | None,
    pictures: Path | None,
    form: str,
    archive: Path | None,
) -> None:
    """Write an evening as one page: the standing, charts, who paid and who fed whom, and every deal to its hands.

    EVENING is a number in the archive, a session's file as `mingg replay` takes it (- is standard input), a ledger's
    file, or a folder or backup of ledgers. Several evenings make a season: who has the same name is the same player.
    Of a ledger that lost records the page shows what is known, and says what is missing.

    \b
    Examples:
      mingg report 3
      mingg report friday.jsonl --pictures pictures --as pdf
      mingg report may.jsonl june.jsonl -o spring.html --title "Spring"

    Exit status: 0; 2 when an evening or one of its lines was wrong (it is named, and nothing is written).
    """
    try:
        told = [tell(as_known(source)) for source in with_progress(_found(whats, archive))]
        _say_what_is_lost(told)
    except EveningError as error:
        _refuse(str(error))
    page = Path(output or f"{'season' if len(told) > 1 else told[0].title.replace(' ', '-')}.html")
    if output != "-":
        _check_place(page)
    if pictures is not None:
        if pictures.exists() and not pictures.is_dir():
            _refuse(f"{pictures} is a file: name a folder for the pictures")
        _check_folder(pictures, pictures)
    report = _report(told, title or ("Season" if len(told) > 1 else told[0].title))
    text = report.page(_drawing)
    made = {} if pictures is None else {pictures / name: data for name, data in _drawn(report, form).items()}
    if output != "-":
        made[page] = text.encode()
    try:
        put_all(made)
    except OSError as error:
        _refuse(why(error, page))
    for path in made:
        click.echo(printable(f"{path}"), err=True)
    if output == "-":
        write_data(text.encode())


# ---- what comes in ----


def _found(whats: tuple[str, ...], archive: Path | None) -> Iterator[Source]:
    for what in dict.fromkeys(whats):
        if what == "-":
            yield Source(PIPED, session=read_bytes("-"))
        else:
            yield from find(what, archive)


def _say_what_is_lost(told: list[Evening]) -> None:
    for evening in told:
        for damage in evening.damage:
            click.echo(printable(f"Mind: {damage}. The page shows what is known, and says so."), err=True)


def _report(told: list[Evening], title: str) -> Report:
    try:
        # The chart and template libraries are an extra, and slow to load.
        from mingg_host.report.page import Report
    except ModuleNotFoundError as error:
        _refuse(f"a report needs {error.name}: install it with pipx install 'mingg[report]'")
    return Report(told, title)


def _drawn(report: Report, form: str) -> dict[str, bytes]:
    from mingg_host.report.charts import render

    return {f"{picture.name}.{form}": render(picture.draw, form) for picture in _drawing(report.pictures())}


def _drawing(pictures: Iterable[Picture]) -> Iterator[Picture]:
    return with_progress(pictures, "drawing")


# ---- what goes out ----


def _check_place(page: Path) -> None:
    """An older report may be written over; nothing else."""
    _check_folder(page.parent, page)
    try:
        with page.open("rb") as file:
            if MARK.encode() not in file.read(HEAD):
                _refuse(f"{page} is there, and no report: name another place with -o")
    except FileNotFoundError:
        return
    except OSError as error:
        _refuse(f"{page}: {error.strerror}")


def _check_folder(folder: Path, wanted: Path) -> None:
    """Refuses, before anything is drawn, if `wanted` cannot be written because of its folder."""
    folder = folder.absolute()
    above = next(each for each in (folder, *folder.parents) if os.path.exists(each))
    if not above.is_dir():
        _refuse(f"{wanted}: {above} is a file")
    if not os.access(above, os.W_OK):
        _refuse(f"{wanted}: nothing may be written into {above}")
