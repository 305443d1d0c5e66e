"""`mingg exchange`: finds the counters to move, from everyone's tray and gain."""

from __future__ import annotations

import json

import click
from mingg_scoring import json_answers

from mingg_host.commands import completing
from mingg_host.commands.options import answer_lines, json_errors_option, read_bytes, refusing
from mingg_host.common.output import write


@click.command("exchange")
@click.argument("file", default="-", shell_complete=completing.files_here)
@click.option("--jsonl", is_flag=True, help="Read one exchange from each line, and write one answer or error for each.")
@json_errors_option
def exchange_command(file: str, jsonl: bool, as_json: bool) -> None:
    """Find the smallest number of counters that pays the gains in FILE, and print who moves which as JSON.

    Without FILE, or for -, the command reads standard input.

    \b
    Example:
      echo '{"values": [500, 100, 10, 2], "box": [0, 0, 0, 0],
             "trays": {"E": [2, 9, 8, 10], "S": [2, 9, 8, 10], "W": [2, 9, 8, 10]},
             "net": {"E": -88, "S": 44, "W": 44}}' | mingg exchange

    \b
    "trays" has the counters of each player, "box" those of the bank: how many of each value.
    "net" is what each player gains.
    Exit status: 0; 1 if a line of --jsonl is wrong; 2 if the exchange is wrong or impossible.
    """
    if jsonl:
        answer_lines(file, json_answers.exchange)
    with refusing(as_json, "" if file == "-" else file):
        answer = json_answers.exchange(read_bytes(file))
    write(json.dumps(answer) + "\n")
