"""`mingg club standing`: the standing of a night or a season."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mingg_host.commands.club.options import explained, folder_option
from mingg_host.commands.options import json_option, write_json
from mingg_host.commands.paths import FILE, output_option, refuse_to_overwrite, write_files
from mingg_host.commands.progress import counted_off
from mingg_host.common import files
from mingg_host.common.failures import Refused
from mingg_host.common.output import printable


@click.command("standing", short_help="Print the standing of a night or a season.")
@click.argument("references", metavar="NIGHT...", nargs=-1, required=True, type=FILE)
@click.option("--season", is_flag=True, help="All nights of the club that are kept here.")
@click.option("--list", "listed", is_flag=True, help="List the nights that are kept here, with their files.")
@click.option(
    "--since",
    metavar="TIME",
    help="Only nights that began then, such as 2026-05 or 2026-05-31.  [default: the last one]",
)
@json_option
@output_option("Write this file: .json, .csv or .xlsx.")
@folder_option
def standing_command(
    references: tuple[Path, ...],
    season: bool,
    listed: bool,
    since: str | None,
    as_json: bool,
    output: Path | None,
    force: bool,
    folder: Path | None,
) -> None:
    """Print the standing, computed from the ledgers alone. It needs no broker, and a night may be running.

    NIGHT is the file of a night, or a kept night: a file .sqlite in the club's folder, as --list shows it. Several make
    a season; the same name means the same player.

    \b
    Example:
      mingg club standing friday.toml
      mingg club standing friday.toml --season -o spring.xlsx
      mingg club standing friday.toml --season --since 2026-05 --json
    """
    with explained():
        from mingg_host.club import nights, standing
        from mingg_host.club.night import read

        if listed:
            plan = read(references[0])
            found_nights = nights.ClubFolder(folder, plan.club).nights()
            if as_json:
                write_json([
                    {"began": one.since, "name": one.plan.name, "sittings": len(one.sittings), "over": bool(one.over),
                     "file": str(path)}
                    for path, one in found_nights
                ])  # fmt: skip
                return
            for path, one in found_nights:
                sitting = f"sitting {len(one.sittings)}" + (f" of {one.plan.sittings}" if one.plan.sittings else "")
                over = ", over" if one.over else ""
                click.echo(printable(f"{one.since}  {one.plan.name}, {sitting}{over}  {path}"))
            return
        books = nights.find(references, folder, season, since)
        read_nights = [nights.results(book) for book in counted_off(books)]
    found = [results for results, _ in read_nights]
    plan = read_nights[-1][1]
    ranks = standing.standing(found, plan.rank)
    title = f"Season of {plan.club}" if season or len(found) > 1 else plan.name
    if output is not None:
        _write(output, force, {
            ".json": lambda: standing.as_json(title, ranks).encode(),
            ".csv": lambda: standing.as_csv(ranks),
            ".xlsx": lambda: standing.as_xlsx(ranks, found),
        })  # fmt: skip
    elif as_json:
        files.write_data(standing.as_json(title, ranks).encode())
    else:
        files.write(standing.as_text(title, ranks))


def _write(to: Path, force: bool, forms: dict[str, Any]) -> None:
    if to.suffix not in forms:
        raise Refused(f"{to}: the name must end in {', '.join(forms)}.")
    refuse_to_overwrite([to], force)
    write_files({to: forms[to.suffix]()}, force)
