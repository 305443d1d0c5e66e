"""`mingg replay`: plays a session's file, and prints the answer for every deal and everyone's balance."""

from __future__ import annotations

import json

import click
from mingg_scoring import json_answers

from mingg_host.commands import completing
from mingg_host.commands.options import json_errors_option, read_bytes, refusing
from mingg_host.common.output import write


@click.command("replay")
@click.argument("file", default="-", shell_complete=completing.files_here)
@json_errors_option
def replay_command(file: str, as_json: bool) -> None:
    """Play the session in FILE, one line for each deal, and print deals and balances as JSON.

    Without FILE, or for -, the command reads standard input.

    \b
    Example:
      printf '%s\\n' \\
        '{"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}' \\
        '{"winner": "S", "win": {"by": "draw"}, "hands": {"S": {"card": {}}}}' \\
        '{"pay": {"from": "Ann", "to": "Bo", "points": 20}}' | mingg replay

    \b
    {"undo": 1}                      takes back the last valid line
    {"correct": 3, "deal": {...}}    replaces the third valid deal
    {"count": {"Ann": [1, 9, 8, 10]}}  the counters that Ann really has; "box": [...] beside it, those of the bank

    \b
    "edition": 1 in the first line uses the first edition of the rules, as exports of older evenings do.
    With "counters" in the first line each deal also has its "exchange": who puts which counters in the middle, who
    takes which, what the bank lends. "open" is what could not be paid yet: it is settled with the next deal.
    Exit status: 0; 2 if a line is wrong (the message names it, and standard output stays empty).
    """
    with refusing(as_json, "" if file == "-" else file):
        answer = json_answers.replay(json_answers.lines_of(read_bytes(file)))
    write(json.dumps(answer) + "\n")
