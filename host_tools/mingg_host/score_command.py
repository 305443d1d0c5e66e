"""`mingg score`: deals in, scores and payments out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

import click
from mingg.core.interchange import BadInput, write_answer

from mingg_host import reading, score_sheet


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option(
    "--jsonl", is_flag=True, help="Read a deal a line, write an answer a line; what is wrong stays in its place."
)
def score(file: BinaryIO, as_json: bool, jsonl: bool) -> None:
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
        sys.exit(_score_lines(file))
    _score_one(file.read(), as_json)


def _score_one(data: bytes, as_json: bool) -> None:
    try:
        rules, deal, answer = reading.play(data)
    except BadInput as error:
        click.echo(
            printable(f"mingg: {error.at}: {error.message}" if error.at else f"mingg: {error.message}"), err=True
        )
        sys.exit(2)
    if as_json:
        click.echo(json.dumps(write_answer(answer)))
    else:
        score_sheet.show(rules, deal, answer)


def _score_lines(lines: Iterable[bytes]) -> int:
    status = 0
    for line in lines:
        if not line.strip():
            continue
        found: dict[str, Any]
        try:
            found = write_answer(reading.play(line)[2])
        except BadInput as error:
            found = {"error": {"at": error.at, "message": error.message}}
            status = 1
        click.echo(json.dumps(found))
    return status


def printable(text: str) -> str:
    """On one line, and with nothing in it that a terminal would obey."""
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in text)
