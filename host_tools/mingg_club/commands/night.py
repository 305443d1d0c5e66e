"""`mingg club new` and `mingg club standing`: the file of a night, and what its records say. They need no broker."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from mingg_host.commands.options import FILE, json_option, output_option, write_files, write_json
from mingg_host.common import disk
from mingg_host.common.output import Refused, cause, printable, write, write_data
from mingg_host.common.printing import counted_off
from mingg_host.common.toml_text import BadFile

from mingg_club import nights, standing
from mingg_club.commands.options import folder_option
from mingg_club.decisions import Night
from mingg_club.night import KEYS, Plan, as_toml, by_the_book, parse, read

PLAYERS = 12
GUEST = {
    **dict.fromkeys(("", "no", "n", "false", "0", "-"), False),
    **dict.fromkeys(("yes", "y", "true", "1", "x", "guest"), True),
}  # what a file may have in the column guest
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lu", "Max", "Nell", "Otto", "Pia")


def _keys(*names: str) -> Callable[[Any], Any]:
    """Adds an option for each of these keys of a file."""

    def with_keys(command: Any) -> Any:
        for name in reversed(names):
            default, says = getattr(Plan, name), KEYS[name].says.replace("\n#  ", "")
            words = f"{says[0].upper()}{says[1:]}."
            settings = {"type": type(default), "default": default, "show_default": True, "help": words}
            command = click.option(f"--{name}", **settings)(command)
        return command

    return with_keys


@click.command("new")
@output_option("Write this file, such as friday.toml.", required=True)
@click.option("--name", help="The night's name.  [default: that of the file]")
@click.option(
    "--players",
    metavar="N or NAMES",
    default=str(PLAYERS),
    show_default=True,
    help="Ann,Bo,Cy,... or how many, or a file .csv with the columns name, number and guest.",
)
@_keys("club", "movement", "sittings", "deals", "rules", "odd", "rank")
def new(output: Path, force: bool, name: str | None, players: str, movement: str, **more: Any) -> None:
    """Write the file of a night, with a comment at each line. Edit it, and enter the players' names.

    In progressive play East passes after every deal, as in Babcock's Red Book. Sections and lines that you leave out
    have the values that this command writes.

    \b
    Example:
      mingg club new -o friday.toml --players 16 --movement meet
      mingg club new -o friday.toml --players Ann,Bo,Cy,Di,Eve,Flo,Gus,Hal
    """
    who = _from_csv(Path(players)) if players.endswith(".csv") else {"players": tuple(player_names(players))}
    title = name if name is not None else output.stem.replace("-", " ").capitalize()
    values = {**more, "name": title, "movement": movement, **who}
    text = as_toml(Plan(**values, options=by_the_book(movement)))  # parse() checks them
    try:
        parse(text, "", output.parent)
    except BadFile as error:
        raise Refused(*(f"--{key}: {message}" for _, key, message in error.problems)) from None
    write_files({output: text.encode()}, force)
    click.echo(printable(f"{output}: {len(who['players'])} players. Next: mingg club rehearse {output}"))


def _from_csv(path: Path) -> dict[str, Any]:
    """Returns players, guests and numbers of a file with a heading; guest: see GUEST."""
    try:
        rows = list(csv.DictReader(disk.read(path).decode("utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path}: {cause(error) if isinstance(error, OSError) else 'this is no CSV in UTF-8'}") from None
    if not rows or "name" not in rows[0]:
        raise Refused(f"{path}: the first line must name the columns: name, and if you like number and guest.")
    people = [{key: (row.get(key) or "").strip() for key in ("name", "number", "guest")} for row in rows]
    people = [one for one in people if one["name"]]
    for one in people:
        if one["guest"].lower() not in GUEST:
            raise Refused(f"{path}: guest of {one['name']} is {one['guest']}. Write yes or no, or leave it empty.")
    return {
        "players": tuple(one["name"] for one in people),
        "guests": tuple(one["name"] for one in people if GUEST[one["guest"].lower()]),
        "numbers": {one["name"]: one["number"] for one in people if one["number"]},
    }


def player_names(players: str) -> list[str]:
    if not players.isdecimal():
        return [name.strip() for name in players.split(",")]
    count = min(int(players), 4000)
    return [name if turn == 0 else f"{name} {turn + 1}" for turn in range(count) for name in NAMES][:count]


@click.command("standing")
@click.argument("references", metavar="NIGHT...", nargs=-1, required=True, type=FILE)
@click.option("--season", is_flag=True, help="All nights of the club that are kept here.")
@click.option("--list", "listed", is_flag=True, help="List the nights that are kept here, with their files.")
@click.option(
    "--since",
    metavar="TIME",
    help="Only nights that began then, such as 2026-05 or 2026-05-31.  [default: the last one]",
)
@json_option
@click.option("--title", help="Of the standing.  [default: the night's name, or Season of the club]")
@output_option("Write this file: .json, .csv, .xlsx, or a page, .html.")
@folder_option
def standing_command(
    references: tuple[Path, ...],
    season: bool,
    listed: bool,
    since: str | None,
    title: str | None,
    as_json: bool,
    output: Path | None,
    force: bool,
    folder: Path | None,
) -> None:
    """Print the standing, computed from the ledgers alone. It needs no broker, and a night may be running.

    NIGHT is the file of a night, or a kept night: a file .sqlite in the club's folder, as --list shows it. Several make
    a season; the same name means the same player. The page has also who sat where, every deal, the best hands, charts
    and penalties.

    \b
    Example:
      mingg club standing friday.toml
      mingg club standing friday.toml --season -o spring.html --title Spring
      mingg club standing friday.toml --season -o spring.xlsx
      mingg club standing friday.toml --season --since 2026-05 --json
    """
    if listed:
        _list(nights.ClubFolder(folder, read(references[0]).club).nights(), as_json)
        return
    books = nights.find(references, folder, season, since)
    if output is not None and output.suffix == ".html":
        write_files({output: _page(books, season, title).encode()}, force)
        return
    courses = [nights.opened(book) for book in counted_off(books)]
    found, plan = [course.results() for course in courses], courses[-1].night.plan
    ranks = standing.standing(found, plan.rank)
    title = title or _title(plan, season or len(found) > 1)
    forms = {
        ".json": lambda: standing.as_json(title, ranks).encode(),
        ".csv": lambda: standing.as_csv(ranks),
        ".xlsx": lambda: standing.as_xlsx(ranks, found),
    }
    if output is None:
        write_data(forms[".json"]()) if as_json else write(standing.as_text(title, ranks))
    elif output.suffix not in forms:
        raise Refused(f"{output}: the name must end in {', '.join(forms)} or .html.")
    else:
        write_files({output: forms[output.suffix]()}, force)


def _title(plan: Plan, season: bool) -> str:
    return f"Season of {plan.club}" if season else plan.name


def _page(books: list[Path], season: bool, title: str | None) -> str:
    from mingg_club.report import ClubNight, report  # the library for templates is slow to load

    found = [ClubNight(nights.opened(book)) for book in counted_off(books)]
    for night in found:
        for words in night.lost:
            click.echo(printable(f"Warning: {night.title}, {night.date}: {words}"), err=True)
    return report(found, title or _title(found[-1].plan, season or len(found) > 1))


def _list(kept: list[tuple[Path, Night]], as_json: bool) -> None:
    rows = []
    for path, night in kept:
        count, over, name = len(night.sittings), bool(night.over), night.plan.name
        of = f" of {night.plan.sittings}" if night.plan.sittings else ""
        rows.append({"began": night.since, "name": name, "sittings": count, "over": over, "file": str(path)})
        if not as_json:
            over_text = ", over" if over else ""
            click.echo(printable(f"{night.since}  {name}, sitting {count}{of}{over_text}  {path}"))
    if as_json:
        write_json(rows)
    elif not rows:
        click.echo("No night is kept here. `mingg club run` begins one.")
