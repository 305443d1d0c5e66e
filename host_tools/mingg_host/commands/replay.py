"""`mingg replay`: plays a session's file, and prints the answer for every deal and everyone's balance."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from mingg.core.interchange.json_in import BadInput
from mingg_scoring.interchange.sessions import BadLine, SessionPlay
from mingg_scoring.json_text import parse

from mingg_host.commands import completing
from mingg_host.common.files import read_bytes, write
from mingg_host.common.output import printable


@click.command("replay")
@click.argument("file", default="-", shell_complete=completing.files_here)
def replay_command(file: str) -> None:
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
    Exit status: 0; 2 if a line is wrong (the message names it, and no JSON is printed).
    """
    try:
        answer = replayed(read_bytes(file))
    except BadLine as error:
        place = f"{error.pointer}: " if error.pointer else ""
        click.echo(printable(f"mingg: line {error.line}: {place}{error.message}"), err=True)
        sys.exit(2)
    write(json.dumps(answer) + "\n")


def replayed(data: bytes) -> dict[str, Any]:
    """Plays the lines of a session, and returns the answer. Skips blank lines, but counts them. Raises BadLine."""
    playing: SessionPlay | None = None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = parse(line)
        except BadInput as error:
            raise BadLine(number, error.pointer, error.message) from None
        if playing is None:
            playing = SessionPlay(value, number)
        else:
            playing.line(value, number)
    if playing is None:
        raise BadLine(1, "", "the first line is missing. Add one with rules and names.")
    return playing.stands()
