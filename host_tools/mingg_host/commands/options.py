"""The options that mean the same in every command.

paths.py has those that name files. `mingg score` needs none of them, and starts faster without their modules.
"""

from __future__ import annotations

import json
from typing import Any

import click

from mingg_host.commands import completing
from mingg_host.common.files import write_data

rule_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the rule set; repeatable.",
    shell_complete=completing.options,
)
port_option = click.option(
    "--port",
    metavar="PORT",
    help="The board's serial port, for example /dev/ttyACM0.  [default: the only connected board]",
    shell_complete=completing.ports,
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")


def write_json(value: Any) -> None:
    """Prints a value for --json."""
    write_data(json.dumps(value, ensure_ascii=False).encode() + b"\n")
