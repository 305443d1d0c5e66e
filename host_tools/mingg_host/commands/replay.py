"""`mingg replay`: a session's file in, every deal's answer and what everybody has out."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from mingg.core.interchange.json_in import BadInput

from mingg_host.commands import completing
from mingg_host.common.files import read_bytes, write
from mingg_host.common.json_text import parse
from mingg_host.common.output import printable
from mingg_host.scoring.interchange.sessions import BadLine, SessionReplay


@click.command("replay")
@click.argument("file", default="-", shell_complete=completing.files_here)
def replay_command(file: str) -> None:
    """Play the session in FILE (- or none: standard input), a line a deal, and print where it stands, as JSON.

    \b
    Example:
      printf '%s\\n' \\
        '{"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}' \\
        '{"winner": "S", "win": {"by": "draw"}, "hands": {"S": {"card": {}}}}' \\
        '{"pay": {"from": "Ann", "to": "Bo", "points": 20}}' | mingg replay

    \b
    {"undo": 1}                      takes back the last line that stands
    {"correct": 3, "deal": {...}}    replaces the third deal that stands
    {"count": {"Ann": [1, 9, 8, 10]}}  the counters that somebody was found to have; "box": [...] beside it, the box

    \b
    A first line with "edition": 1 is counted by the first edition of the rules, as an older evening's export says.
    With "counters" in the first line each deal also has its "exchange": who puts which counters in the middle, who
    takes which, what the box lends. "open" is what could not be paid yet: it is settled with the next deal.
    Exit status: 0; 2 when a line was wrong (it is named, and nothing is printed).
    """
    try:
        found = replayed(read_bytes(file))
    except BadLine as error:
        at = f"{error.at}: " if error.at else ""
        click.echo(printable(f"mingg: line {error.line}: {at}{error.message}"), err=True)
        sys.exit(2)
    write(json.dumps(found) + "\n")


def replayed(data: bytes) -> dict[str, Any]:
    """Plays the lines; a blank one counts as a line and says nothing."""
    replay: SessionReplay | None = None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = parse(line)
        except BadInput as error:
            raise BadLine(number, error.at, error.message) from None
        if replay is None:
            replay = SessionReplay(value, number)
        else:
            replay.line(value, number)
    if replay is None:
        raise BadLine(1, "", "the first line, which seats the table, is missing")
    return replay.stands()
