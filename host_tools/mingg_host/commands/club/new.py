"""`mingg club new`: the file of a night."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.paths import output_option, refuse_to_overwrite, write_files
from mingg_host.common.failures import Refused
from mingg_host.common.output import printable

PLAYERS = 12
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lu", "Max", "Nell", "Otto", "Pia")


@click.command("new", short_help="Write the file of a night.")
@output_option("Write this file, such as friday.toml.", required=True)
@click.option("--name", help="The night's name.  [default: that of the file]")
@click.option("--club", "club_name", default="club", show_default=True, help="The club, in addresses.")
@click.option(
    "--players", metavar="N or NAMES", default=str(PLAYERS), show_default=True, help="Ann,Bo,Cy,... or how many."
)
@click.option("--movement", default="progressive", show_default=True, help="progressive, meet, swiss or fixed.")
@click.option("--sittings", type=int, default=4, show_default=True, help="0: until the director ends the night.")
@click.option(
    "--deals", type=int, default=4, show_default=True, help="Deals of a sitting. 0: until the director ends it."
)
@click.option(
    "--rules", default="babcock", show_default=True, help="A rule set, or a file of house rules beside the new one."
)
@click.option("--odd", default="three", show_default=True, help="Who fills no table of four: three, five or out.")
@click.option("--rank", default="points", show_default=True, help="points or table_points.")
def new(
    output: Path,
    force: bool,
    name: str | None,
    club_name: str,
    players: str,
    movement: str,
    sittings: int,
    deals: int,
    rules: str,
    odd: str,
    rank: str,
) -> None:
    """Write the file of a night, with a comment at each line. Edit it, and enter the players' names.

    In progressive play East passes after every deal, as in Babcock's Red Book. Sections and lines that you leave out
    have the values that this command writes.

    \b
    Example:
      mingg club new -o friday.toml --players 16 --movement meet
      mingg club new -o friday.toml --players Ann,Bo,Cy,Di,Eve,Flo,Gus,Hal
    """
    from mingg_host.club.night import NightError, Plan, as_toml, by_the_book, parse

    refuse_to_overwrite([output], force)
    names = player_names(players)
    title = name if name is not None else output.stem.replace("-", " ").capitalize()
    options = by_the_book(movement)
    plan = Plan(title, club_name, movement, sittings, deals, rules, options, odd=odd, rank=rank, players=tuple(names))
    text = as_toml(plan)
    try:
        parse(text, "", output.parent)
    except NightError as error:
        lines = [f"--{key}: {message}" for _, key, message in error.problems]
        raise Refused(*lines) from None
    write_files({output: text.encode()}, force)
    click.echo(printable(f"{output}: {len(names)} players. Next: mingg club rehearse {output}"))


def player_names(players: str) -> list[str]:
    if not players.isdecimal():
        return [name.strip() for name in players.split(",")]
    count = min(int(players), 4000)
    return [name if turn == 0 else f"{name} {turn + 1}" for turn in range(count) for name in NAMES][:count]
