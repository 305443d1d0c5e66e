"""`mingg score`: deals in, scores and payments out."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from mingg.core.interchange.answers import write_answer
from mingg.core.interchange.json_in import BadInput

from mingg_host import reading, score_sheet
from mingg_host.explaining import write_explained
from mingg_host.files import read_bytes, read_lines, write


@click.command()
@click.argument("file", default="-")
@click.option("--explain", "explained", is_flag=True, help="Say of each item why it counts and where the book has it.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option(
    "--jsonl", is_flag=True, help="Read a deal a line, write an answer a line; what is wrong stays in its place."
)
def score(file: str, explained: bool, as_json: bool, jsonl: bool) -> None:
    """Score the deal in FILE (- or none: standard input): every hand, and who pays whom.

    \b
    Example:
      echo '{"rules": "babcock", "winner": "N", "win": {"by": "draw"},
             "hands": {"N": {"card": {"pungs": [1, 0, 0, 1], "dragons": 1}},
                       "E": {"card": {"pairs": ["dragon"]}}}}' | mingg score

    \b
    A card counts sets: "pungs" and "kongs" as [2-8 on the table, 2-8 in the hand,
    majors on the table, majors in the hand]; then "dragons", "seat_wind", "pairs",
    "suit" (half: one suit and honours; full: one suit; honours), "only_place".
    Exit status: 0; 1 when a line of --jsonl was wrong; 2 when the deal was wrong.
    """
    if jsonl:
        sys.exit(_score_lines(file, explained))
    try:
        played = reading.play(read_bytes(file))
    except BadInput as error:
        click.echo(
            printable(f"mingg: {error.at}: {error.message}" if error.at else f"mingg: {error.message}"), err=True
        )
        sys.exit(2)
    write(_json(played, explained) if as_json else score_sheet.sheet(played, explained))


def _json(played: reading.Played, explained: bool) -> str:
    return json.dumps(write_explained(played) if explained else write_answer(played.answer, played.deal)) + "\n"


def _score_lines(file: str, explained: bool) -> int:
    status = 0
    for line in read_lines(file):
        if not line.strip():
            continue
        try:
            found = _json(reading.play(line), explained)
        except BadInput as error:
            wrong: dict[str, Any] = {"error": {"at": error.at, "message": error.message}}
            found = json.dumps(wrong) + "\n"
            status = 1
        write(found)
    return status


def printable(text: str) -> str:
    """On one line, and with nothing in it that a terminal would obey."""
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in text)
