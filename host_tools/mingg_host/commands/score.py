"""`mingg score`: deals in, scores and payments out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from mingg.core.interchange.json_in import BadInput

from mingg_host.commands import completing
from mingg_host.common.files import read_bytes, read_lines, write
from mingg_host.common.output import printable
from mingg_host.scoring import played_deal, score_sheet
from mingg_host.scoring.explaining import write_explained
from mingg_host.scoring.interchange.answers import write_answer
from mingg_host.scoring.typed.deal import Typed, looks_typed, read, where


@click.command
@click.argument("words", metavar="[FILE | HAND...]", nargs=-1, shell_complete=completing.files_here)
@click.option(
    "--rules",
    metavar="NAME",
    help="The rule set, or a file of house rules, of a deal typed here.",
    shell_complete=completing.rule_sets,
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="With this option of the rule set; repeatable.",
    shell_complete=completing.options,
)
@click.option("--players", metavar="N", help="2, 3, 4 or 5.  [default: 4]", shell_complete=completing.players)
@click.option("--round", metavar="WIND", help="The round wind.  [default: E]", shell_complete=completing.seats)
@click.option("--winner", metavar="SEAT", help="Who won: E, S, W, N, or nobody.", shell_complete=completing.winners)
@click.option("--by", metavar="WAY", help="How: discard, draw, loose, or rob.", shell_complete=completing.ways)
@click.option("--from", "source", metavar="SEAT", help="Whose discard, or whose kong.", shell_complete=completing.seats)
@click.option("--tile", metavar="TILE", help="The winning tile.  [default: the last one written in the winner's hand]")
@click.option("--last", is_flag=True, help="It was drawn, and the last that may be.")
@click.option("--hidden", is_flag=True, help="It was drawn, and mixed into the hand unshown.")
@click.option(
    "--opening",
    metavar="HOW",
    help="Won at once: original, first-discard, or thirteen.",
    shell_complete=completing.openings,
)
@click.option(
    "--liable",
    metavar="SEAT[=SHARE]",
    multiple=True,
    help="Who is liable: S, S=half, or S=full,feeding; repeatable.",
    shell_complete=completing.seats,
)
@click.option(
    "--ending",
    metavar="NAME=SEAT",
    help="Another end of a deal: false_win=S, washing=S,11 ...",
    shell_complete=completing.endings,
)
@click.option("--kongs", metavar="N", help="How many were declared, in a draw.")
@click.option("--streak", metavar="N", help="How many deals running East has won, with this one.")
@click.option("--ask", is_flag=True, help="Ask for the deal, question by question.")
@click.option("--explain", "explained", is_flag=True, help="Say of each item why it counts and where the book has it.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option(
    "--jsonl", is_flag=True, help="Read a deal a line, write an answer a line; what is wrong stays in its place."
)
def score(words: tuple[str, ...], ask: bool, explained: bool, as_json: bool, jsonl: bool, **typed: Any) -> None:
    """Score the deal in FILE (- or none: standard input), or one typed here: every hand, and who pays whom.

    \b
    Example:
      echo '{"rules": "babcock", "winner": "N", "win": {"by": "draw"},
             "hands": {"N": {"card": {"pungs": [1, 0, 0, 1], "dragons": 1}},
                       "E": {"card": {"pairs": ["dragon"]}}}}' | mingg score

    \b
    A card counts sets: "pungs" and "kongs" as [2-8 on the table, 2-8 in the hand,
    majors on the table, majors in the hand]; then "dragons", "seat_wind", "pairs",
    "suit" (half: one suit and honours; full: one suit; honours), "only_place".

    \b
    The same typed, the winner's hand first, any other with its seat before it:
      mingg score --rules babcock --winner N --by draw \\
        "(222p) (345m) 678s 999s 55z" "E=(EEE) 1234m RR 567s 9p" W=dead
      mingg score --rules babcock --winner N --by draw \\
        "pungs=1,0,0,1 dragons=1" "E=pairs=dragon"

    \b
    (222p) lies on the table, [1111z] is a concealed kong, the rest is in the hand.
    m, p, s: characters, dots, bamboo; 1z-7z or E S W N Wh G R: winds and dragons.
    --ask asks for all of it, and so does `mingg score` alone in a terminal.
    Exit status: 0; 1 when a line of --jsonl was wrong; 2 when the deal was wrong.
    """
    told = Typed(hands=words, **typed)
    by_hand = told != Typed(hands=words) or _is_a_hand(words)
    if ask or (not words and not by_hand and not jsonl and _at_a_terminal()):
        if jsonl or words or by_hand:
            raise click.UsageError("--ask asks for everything: name nothing else but --explain or --json")
        _ask(explained, as_json)
    elif by_hand:
        if jsonl:
            raise click.UsageError("--jsonl reads deals from a file; this one was typed")
        if len(words) == 1 and (words[0] == "-" or os.path.isfile(words[0])):
            raise click.UsageError(f"{words[0]}: a deal in a file says all of it; leave out what says how it was won")
        _score_typed(told, explained, as_json)
    elif words[1:]:
        raise click.UsageError(f"Got unexpected extra argument{'s' * bool(words[2:])} ({' '.join(words[1:])})")
    elif jsonl:
        sys.exit(_score_lines(words[0] if words else "-", explained))
    else:
        try:
            played = played_deal.play(read_bytes(words[0] if words else "-"))
        except BadInput as error:
            file = words[0] if words and words[0] != "-" else ""
            _refuse(": ".join(filter(None, (file, error.at))), error)
        _show(played, explained, as_json)


def _at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _is_a_hand(words: tuple[str, ...]) -> bool:
    """Whether these are no files but a hand, though no option says so: then it is told what is missing."""
    return bool(words) and looks_typed(words) and not any(map(os.path.exists, words))


def _ask(explained: bool, as_json: bool) -> None:
    from mingg_host.scoring.typed import asking

    told, found = asking.ask()
    played = played_deal.played(found.deal)
    if as_json:
        _show(played, explained, as_json, found.notes)
        return
    write(score_sheet.sheet(played, explained, found.notes))
    write(f"\nThe same again:\n\n{told.command()}\n\nAs JSON:\n\n{json.dumps(found.deal)}\n")


def _score_typed(told: Typed, explained: bool, as_json: bool) -> None:
    try:
        found = read(told)
        played = played_deal.played(found.deal)
    except BadInput as error:
        _refuse(where(error.at), error)
    _show(played, explained, as_json, found.notes)


def _show(played: played_deal.Played, explained: bool, as_json: bool, notes: Sequence[str] = ()) -> None:
    write(_json(played, explained, notes) if as_json else score_sheet.sheet(played, explained, notes))


def _refuse(at: str, error: BadInput) -> NoReturn:
    click.echo(printable(f"mingg: {at}: {error.message}" if at else f"mingg: {error.message}"), err=True)
    sys.exit(2)


def _json(played: played_deal.Played, explained: bool, notes: Sequence[str] = ()) -> str:
    """notes: of a deal that was typed, what was taken to be so."""
    answer = write_explained(played) if explained else write_answer(played.answer, played.deal)
    return json.dumps({**answer, "notes": list(notes)} if notes else answer) + "\n"


def _score_lines(file: str, explained: bool) -> int:
    status = 0
    for line in read_lines(file):
        if not line.strip():
            continue
        try:
            found = _json(played_deal.play(line), explained)
        except BadInput as error:
            wrong: dict[str, Any] = {"error": {"at": error.at, "message": error.message}}
            found = json.dumps(wrong) + "\n"
            status = 1
        write(found)
    return status
