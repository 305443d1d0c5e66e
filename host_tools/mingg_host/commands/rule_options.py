"""A shared part of the commands that load a rule set: --option."""

from __future__ import annotations

import click

from mingg_host.commands import completing

options_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the rule set; repeatable.",
    shell_complete=completing.options,
)
