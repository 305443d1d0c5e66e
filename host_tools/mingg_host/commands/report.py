"""`mingg report`: writes a page about an evening or a season, to read and to print."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mingg_host.commands.options import (
    archive_option,
    language_of,
    language_option,
    output_option,
    read_bytes,
    write_files,
)
from mingg_host.common.output import printable, write_data
from mingg_host.common.printing import counted_off
from mingg_host.evenings.evening import joined, of_session
from mingg_host.evenings.sources import whole
from mingg_host.report.figures import title_of

PIPED = "standard input"


@click.command("report")
@click.argument("references", metavar="EVENING...", nargs=-1, required=True, type=click.Path(readable=False))
@output_option(
    "Write this page; - is standard output.  [default: a file in this folder with the evening's name, or season.html]"
)
@click.option("--title", help="The title of the page.  [default: the evening's name, or Season]")
@language_option
@archive_option
def report_command(
    references: tuple[str, ...],
    output: Path | None,
    force: bool,
    title: str | None,
    language: str | None,
    archive: Path | None,
) -> None:
    """Write a page about an evening: the standing, charts, who paid whom, whose discards won, and every deal with its
    hands.

    EVENING is a number in the archive, a session's file for `mingg replay` (- is standard input), a ledger's file, a
    folder of ledgers, or a backup. Several evenings make a season; the same name means the same player. If a ledger has
    lost records, the page shows the rest and says what is missing.

    \b
    Examples:
      mingg report 3
      mingg report friday.jsonl
      mingg report may.jsonl june.jsonl -o spring.html --title "Spring"

    Exit status: 0; 2 if an evening or one of its lines is wrong (the message names it, and no file is written).
    """
    name, text = _of_evenings(references, title, language_of(language), archive)
    if output == Path("-"):
        write_data(text.encode())
        return
    page = output or Path(re.sub(r'[\\/:*?"<>|\s]+', "-", printable(name)).strip("-.") or "report").with_suffix(".html")
    write_files({page: text.encode()}, force)
    click.echo(printable(f"{page}"), err=True)


def _of_evenings(
    references: tuple[str, ...], title: str | None, language: str, archive: Path | None
) -> tuple[str, str]:
    """Returns the name and the text of a page about evenings."""
    found = (
        of_session(read_bytes("-"), PIPED) if reference == "-" else reference for reference in dict.fromkeys(references)
    )
    evenings = list(map(joined, counted_off(whole(found, archive))))
    for damage in (damage for evening in evenings for damage in evening.damage):
        click.echo(printable(f"Warning: {damage}. The page shows the rest, and says what is missing."), err=True)
    from mingg_host.report.page import report  # the library for templates is slow to load

    return "season" if len(evenings) > 1 else title_of(evenings[0]), report(evenings, title, language)
