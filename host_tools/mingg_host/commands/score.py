"""`mingg score`: reads deals, and prints scores and payments."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click
from mingg.core.deal.deal import ENDINGS, OPENINGS, SEATS, WAYS, WINDS
from mingg.core.interchange.json_in import BadInput
from mingg_scoring import json_answers, played_deal
from mingg_scoring.errors import MinggError
from mingg_scoring.interchange.answers import write_standalone

from mingg_host.commands import completing
from mingg_host.commands.options import answer_lines, json_option, read_bytes, refuse, refusing, rule_options
from mingg_host.common.output import write
from mingg_host.scoring import score_sheet

if TYPE_CHECKING:
    from mingg_host.scoring.typed.deal import Typed

_NOT_TYPED: tuple[object, ...] = (None, (), False)  # options that the command line does not have


@click.command
@click.argument("words", metavar="[FILE | HAND...]", nargs=-1, shell_complete=completing.files_here)
@click.option(
    "--rules",
    metavar="NAME",
    help="The rule set, or a file of house rules, for a typed deal.",
    shell_complete=completing.rule_sets,
)
@rule_options
@click.option(
    "--players", metavar="N", help="2, 3, 4 or 5.  [default: 4]", shell_complete=completing.among(map(str, SEATS))
)
@click.option("--round", metavar="WIND", help="The round wind.  [default: E]", shell_complete=completing.among(WINDS))
@click.option(
    "--winner",
    metavar="SEAT",
    help="Who won: E, S, W, N, or nobody.",
    shell_complete=completing.among((*WINDS, "nobody")),
)
@click.option(
    "--by", metavar="WAY", help="How they won: discard, draw, loose, or rob.", shell_complete=completing.among(WAYS)
)
@click.option(
    "--from",
    "source",
    metavar="SEAT",
    help="Who discarded the tile, or had the kong.",
    shell_complete=completing.among(WINDS),
)
@click.option("--tile", metavar="TILE", help="The winning tile.  [default: the last tile of the winner's hand]")
@click.option("--last", is_flag=True, help="The winner drew the last tile of the wall, or claimed the last discard.")
@click.option("--hidden", is_flag=True, help="The winner drew the tile and did not show it.")
@click.option("--call", is_flag=True, help="Won by an original call (bmja, dmjl).")
@click.option("--twofold", is_flag=True, help="Won with the second of two loose tiles in a row (bmja, dmjl).")
@click.option(
    "--opening",
    metavar="HOW",
    help="An opening hand won: original, first-discard, or thirteen.",
    shell_complete=completing.among(OPENINGS),
)
@click.option(
    "--liable",
    metavar="SEAT[=SHARE]",
    multiple=True,
    help="Who is liable: S, S=half, or S=full,feeding; repeatable.",
    shell_complete=completing.among(WINDS),
)
@click.option(
    "--ending",
    metavar="NAME=SEAT",
    help="How a deal without a winner ended, and by whom: false_win=S (S,50 or S,half, if no price was "
    "agreed), dead_pays=S, not_touching=S, mummies=S,11 or washing=S,11, with 11 different tiles.",
    shell_complete=completing.among(f"{ending}=" for ending in ENDINGS),
)
@click.option("--kongs", metavar="N", help="How many kongs were declared, if nobody won.")
@click.option("--streak", metavar="N", help="How many deals East has won in a row, this one included.")
@click.option("--ask", is_flag=True, help="Ask questions about the deal.")
@click.option("--explain", "explained", is_flag=True, help="Give the reason and the page of the book for each item.")
@json_option
@click.option("--jsonl", is_flag=True, help="Read one deal from each line, and write one answer or error for each.")
def score(words: tuple[str, ...], ask: bool, explained: bool, as_json: bool, jsonl: bool, **typed: Any) -> None:
    """Score a deal: every hand, and who pays whom. Read it from FILE, or type it here.

    Without FILE, or for -, the command reads standard input.

    \b
    Example:
      echo '{"rules": "babcock", "winner": "N", "win": {"by": "draw"},
             "hands": {"N": {"card": {"pungs": [1, 0, 0, 1], "dragons": 1}},
                       "E": {"card": {"pairs": ["dragon"]}}}}' | mingg score

    \b
    A card counts sets: "pungs" and "kongs" as [exposed 2-8, concealed 2-8,
    exposed 1 9 honour, concealed 1 9 honour]; then "dragons", "seat_wind", "pairs",
    "suit" (half: one suit and honours; full: one suit; honours), "only_place".

    \b
    The same deal typed. The winner's hand comes first, other hands after their seat:
      mingg score --rules babcock --winner N --by draw \\
        "pungs=1,0,0,1 dragons=1" "E=pairs=dragon"

    \b
    Another deal, by its tiles:
      mingg score --rules babcock --winner N --by draw \\
        "(222p) (345m) 678s 999s 55z" "E=(EEE) 1234m RR 567s 9p" W=dead

    \b
    (222p) is an exposed pung, [1111z] a concealed kong; other tiles are concealed.
    m, p, s: characters, dots, bamboo; 1z-7z or E S W N Wh G R: winds and dragons.
    --ask asks questions about the deal. So does `mingg score` alone in a terminal.
    Exit status: 0; 1 if a line of --jsonl is wrong; 2 if the deal is wrong.
    """
    by_hand = any(value not in _NOT_TYPED for value in typed.values()) or _is_a_hand(words)
    if ask or (not words and not by_hand and not jsonl and _at_a_terminal()):
        if jsonl or words or by_hand:
            raise click.UsageError("--ask asks for the whole deal. Use it only with --explain or --json.")
        _ask(explained, as_json)
    elif by_hand:
        if jsonl:
            raise click.UsageError("--jsonl reads deals from a file, but a deal was typed. Use only one of them.")
        if len(words) == 1 and (words[0] == "-" or os.path.isfile(words[0])):
            raise click.UsageError(f"{words[0]}: the file has the whole deal. Omit the options about the deal.")
        from mingg_host.scoring.typed.deal import Typed

        _score_typed(Typed(hands=words, **typed), explained, as_json)
    elif words[1:]:
        extra = f"argument{'s' * bool(words[2:])} ({' '.join(words[1:])})"
        raise click.UsageError(f"Got unexpected extra {extra}. Name one file.")
    elif jsonl:
        answer_lines(words[0] if words else "-", lambda line: json_answers.answer(played_deal.play(line), explained))
    else:
        file = words[0] if words else "-"
        with refusing(as_json, "" if file == "-" else file):
            played = played_deal.play(read_bytes(file))
        _show(played, explained, as_json)


def _at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _is_a_hand(words: tuple[str, ...]) -> bool:
    """True if the words are not files, but look like a hand. The messages then say which options are missing."""
    if not words or words == ("-",) or any(map(os.path.exists, words)):
        return False
    from mingg_host.scoring.typed.deal import looks_typed

    return looks_typed(words)


def _ask(explained: bool, as_json: bool) -> None:
    from mingg_host.scoring.typed import asking

    typed, played = asking.ask()
    _show(played, explained, as_json)
    if not as_json:
        deal = json.dumps(write_standalone(played.rules, played.round_wind, played.deal))
        write(f"\nThis command scores the same deal:\n\n{typed.command()}\n\nAs JSON:\n\n{deal}\n")


def _score_typed(typed: Typed, explained: bool, as_json: bool) -> None:
    from mingg_host.scoring.typed.deal import play, where

    try:
        played = play(typed)
    except BadInput as error:
        refuse(MinggError(error.message, error.pointer), as_json=as_json, place=where(error.pointer))
    _show(played, explained, as_json)


def _show(played: played_deal.Played, explained: bool, as_json: bool) -> None:
    if as_json:
        write(json.dumps(json_answers.answer(played, explained)) + "\n")
    else:
        write(score_sheet.sheet(played, explained))
