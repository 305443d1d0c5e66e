"""`mingg exchange`: trays and what everybody won in, the counters that move out."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from mingg.core.interchange.json_in import BadInput

from mingg_host.commands import completing
from mingg_host.common.files import read_bytes, read_lines, write
from mingg_host.common.json_text import parse
from mingg_host.common.output import printable
from mingg_host.scoring.interchange.exchanges import answer_exchange


@click.command("exchange")
@click.argument("file", default="-", shell_complete=completing.files_here)
@click.option(
    "--jsonl", is_flag=True, help="Read an exchange a line, write an answer a line; what is wrong stays in its place."
)
def exchange_command(file: str, jsonl: bool) -> None:
    """Say which counters move, the fewest there can be, for what FILE (- or none: standard input) tells, as JSON.

    \b
    Example:
      echo '{"values": [500, 100, 10, 2], "box": [0, 0, 0, 0],
             "trays": {"E": [2, 9, 8, 10], "S": [2, 9, 8, 10], "W": [2, 9, 8, 10]},
             "net": {"E": -88, "S": 44, "W": 44}}' | mingg exchange

    \b
    "trays" and "box" count the counters of each value; "net" is what each player gains.
    Exit status: 0; 1 when a line of --jsonl was wrong; 2 when the exchange was wrong, or cannot be made.
    """
    if jsonl:
        sys.exit(_exchange_lines(file))
    try:
        found = answer_exchange(parse(read_bytes(file)))
    except BadInput as error:
        click.echo(
            printable(f"mingg: {error.at}: {error.message}" if error.at else f"mingg: {error.message}"), err=True
        )
        sys.exit(2)
    write(json.dumps(found) + "\n")


def _exchange_lines(file: str) -> int:
    status = 0
    for line in read_lines(file):
        if not line.strip():
            continue
        found: dict[str, Any]
        try:
            found = answer_exchange(parse(line))
        except BadInput as error:
            found = {"error": {"at": error.at, "message": error.message}}
            status = 1
        write(json.dumps(found) + "\n")
    return status
