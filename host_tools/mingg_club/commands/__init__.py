"""`mingg club`: runs a night of a club with many tables."""

from __future__ import annotations

import click
from mingg_host.commands import LazyGroup
from mingg_host.common import extras

COMMANDS = {
    "new": "Write the file of a night.",
    "run": "Run a night.",
    "standing": "Print the standing of a night or a season.",
    "join": "Make a device join a table.",
    "rehearse": "Play a whole night with simulated players.",
    "mosquitto": "Write the configuration of a broker.",
}


@click.group(
    "club",
    cls=LazyGroup,
    package=__name__,
    headings={"Commands": COMMANDS},
    modules={
        "night": ("new", "standing"),
        "run": ("run", "rehearse"),
        "devices": ("join",),
        "brokers": ("mosquitto",),
    },
    page="docs/club.md",
)
def club() -> None:
    """Run a night of a club: many tables, one room.

    NIGHT is a file that `mingg club new` writes: players, movement, sittings, rules.

    \b
    Example:
      mingg club new -o friday.toml --players 16
      mingg club rehearse friday.toml
      mingg club run friday.toml
      mingg club standing friday.toml -o friday.html
    """
    extras.need("club")
