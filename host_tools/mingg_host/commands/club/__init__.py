"""`mingg club`: runs a night of a club with many tables."""

from __future__ import annotations

import click

from mingg_host.commands.club import brokers, fill, join, new, rehearse, run, seats, standing


@click.group("club")
def club() -> None:
    """Run a night of a club: many tables, one room.

    NIGHT is a file that `mingg club new` writes: players, movement, sittings, rules. Read docs/club.md first: it leads
    through a night.

    \b
    Example:
      mingg club new -o friday.toml --players 16
      mingg club rehearse friday.toml
      mingg club run friday.toml
      mingg club standing friday.toml -o friday.xlsx
    """


for command in (
    new.new,
    run.run,
    seats.next_command,
    standing.standing_command,
    join.join,
    fill.fill,
    brokers.mosquitto,
    brokers.cluster,
    rehearse.rehearse,
):
    club.add_command(command)
