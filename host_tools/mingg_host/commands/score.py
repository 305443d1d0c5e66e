"""`mingg score`, `mingg replay` and `mingg exchange`: read deals, a session or a request, and print the answer."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import click
from mingg.lang import ENGLISH
from mingg_scoring import json_answers, score_sheet
from mingg_scoring.json_answers import Played
from mingg_scoring.json_text import MinggError

from mingg_host.commands.options import (
    answer_lines,
    answer_to,
    json_errors_option,
    json_option,
    language_of,
    language_option,
    refuse,
    rule_options,
)
from mingg_host.common.output import columns, styled, write

# The options of a typed deal: name; what stands for its value, or "" for a switch; help.
_OPTIONS: tuple[tuple[str, str, str], ...] = (
    ("players", "N", "2, 3, 4 or 5.  [default: 4]"),
    ("round", "WIND", "The round wind.  [default: E]"),
    ("winner", "SEAT", "Who won: E, S, W, N, or nobody."),
    ("by", "WAY", "How they won: discard, draw, loose, or rob."),
    ("from", "SEAT", "Who discarded the tile, or had the kong."),
    ("tile", "TILE", "The winning tile.  [default: the last tile of the winner's hand]"),
    ("last", "", "The winner drew the last tile of the wall, or claimed the last discard."),
    ("hidden", "", "The winner drew the tile and did not show it."),
    ("call", "", "Won by an original call (bmja, dmjl)."),
    ("twofold", "", "Won with the second of two loose tiles in a row (bmja, dmjl)."),
    ("opening", "HOW", "An opening hand won: original, first-discard, or thirteen."),
    ("liable", "SEAT[=SHARE]", "Who is liable: S, S=half, or S=full,feeding; repeatable."),
    (
        "ending",
        "NAME=SEAT",
        "How a deal without a winner ended, and by whom: false_win=S (S,50 or S,half, if no price was "
        "agreed), dead_pays=S, not_touching=S, mummies=S,11 or washing=S,11, with 11 different tiles.",
    ),
    ("kongs", "N", "How many kongs were declared, if nobody won."),
    ("streak", "N", "How many deals East has won in a row, this one included."),
)


def _deal_options(command: Any) -> Any:
    """Adds the options of a typed deal to a command."""
    for name, metavar, text in reversed(_OPTIONS):
        kind: dict[str, Any] = {"metavar": metavar, "multiple": name == "liable"} if metavar else {"is_flag": True}
        command = click.option(f"--{name}", help=text, **kind)(command)
    return command


@click.command
@click.argument("words", metavar="[FILE | HAND...]", nargs=-1)
@click.option(
    "--rules",
    metavar="NAME",
    help="The rule set, or a file of house rules, for a typed deal.",
    type=click.Path(readable=False),
)
@rule_options
@_deal_options
@click.option("--explain", "explained", is_flag=True, help="Give the reason and the page of the book for each item.")
@language_option
@json_option
@click.option("--jsonl", is_flag=True, help="Read one deal from each line, and write one answer or error for each.")
def score(
    words: tuple[str, ...], explained: bool, language: str | None, as_json: bool, jsonl: bool, **typed: Any
) -> None:
    """Score a deal: every hand, and who pays whom. Read it from FILE, or type it here.

    Without FILE, or for -, the command reads standard input.

    \b
    Example:
      echo '{"rules": "babcock", "winner": "N", "win": {"by": "draw"},
             "hands": {"N": {"sets": ["(pung simple)", "pung dragon"], "suit": "half"},
                       "E": {"sets": ["pair dragon"]}}}' | mingg score

    \b
    A hand has its sets without the chows: pung, kong or pair, and the class: simple
    (2-8), major (1 or 9), seat, round, both, wind, dragon; in parentheses if exposed.
    Beside them "suit" (half: one suit and honours; full: one suit; honours),
    "flowers", "only_place", "last_set", "special".

    \b
    The same deal typed. The winner's hand comes first, other hands after their seat:
      mingg score --rules babcock --winner N --by draw \\
        "(pung simple), pung dragon, half" "E=pair dragon"

    \b
    Another deal, by its tiles:
      mingg score --rules babcock --winner N --by draw \\
        "(222p) (345m) 678s 999s 55z" "E=(EEE) 1234m RR 567s 9p" W=dead

    \b
    (222p) is an exposed pung, [1111z] a concealed kong; other tiles are concealed.
    m, p, s: characters, dots, bamboo; 1z-7z or E S W N Wh G R: winds and dragons.
    `mingg play` asks for each hand.
    In JSON, reasons and notes are English without --language.
    Exit status: 0; 1 if a line of --jsonl is wrong; 2 if the deal is wrong.
    """
    typed = {name: value for name, value in typed.items() if value not in (None, (), False)}
    by_hand = bool(typed) or _is_a_hand(words)
    if by_hand:
        if jsonl:
            raise click.UsageError("--jsonl reads deals from a file, but a deal was typed. Use only one of them.")
        if len(words) == 1 and (words[0] == "-" or os.path.isfile(words[0])):
            raise click.UsageError(f"{words[0]}: the file has the whole deal. Omit the options about the deal.")
        _show(_typed({**typed, "hands": words}, as_json), explained, as_json, language)
    elif words[1:]:
        extra = f"argument{'s' * bool(words[2:])} ({' '.join(words[1:])})"
        raise click.UsageError(f"Got unexpected extra {extra}. Name one file.")
    elif jsonl:
        answer_lines(
            words[0] if words else "-", lambda line: json_answers.play(line).to_json(explained, language or ENGLISH)
        )
    elif not words and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("Name a file, or type a deal. `mingg play` asks for each hand.")
    else:
        _show(answer_to(words[0] if words else "-", _played, as_json), explained, as_json, language)


def _is_a_hand(words: tuple[str, ...]) -> bool:
    """True if the words are not files, but look like a hand. The messages then say which options are missing."""
    if not words or words == ("-",) or any(map(os.path.exists, words)):
        return False
    from mingg_host.scoring.typed import looks_typed

    return looks_typed(words)


def _played(deal: bytes) -> Played:
    try:
        return json_answers.play(deal)
    except MinggError as error:
        if not deal.strip():
            raise MinggError("there is no deal here. `mingg score --help` has examples.") from None
        if "Extra data" in error.message:
            raise MinggError(f"{error.message}. If each line has a deal, add --jsonl.") from None
        raise


def _typed(typed: dict[str, Any], as_json: bool) -> Played:
    from mingg_host.scoring.typed import play, where

    try:
        return play(typed)
    except MinggError as error:
        refuse(error, as_json=as_json, place=where(error.at))


def _show(played: Played, explained: bool, as_json: bool, language: str | None) -> None:
    if as_json:
        write(json.dumps(played.to_json(explained, language or ENGLISH)) + "\n")
    else:
        write(score_sheet.text(played, explained, columns(), styled, language_of(language)))


# ---- sessions and counters ----


@click.command("replay")
@click.argument("file", default="-", type=click.Path(readable=False))
@json_errors_option
def replay_command(file: str, as_json: bool) -> None:
    """Play the session in FILE, one line for each deal, and print deals and balances as JSON.

    Without FILE, or for -, the command reads standard input.

    \b
    Example:
      printf '%s\\n' \\
        '{"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}' \\
        '{"winner": "S", "win": {"by": "draw"}, "hands": {"S": {"sets": []}}}' \\
        '{"pay": {"from": "Ann", "to": "Bo", "points": 20}}' | mingg replay

    \b
    {"undo": 1}                      takes back the last valid line
    {"correct": 3, "deal": {...}}    replaces the third valid deal
    {"count": {"Ann": [1, 9, 8, 10]}}  the counters that Ann really has; "box": [...] beside it, those of the bank

    \b
    With "counters" in the first line each deal also has its "exchange": who puts which counters in the middle, who
    takes which, what the bank lends. "open" is what could not be paid yet: it is settled with the next deal.
    Exit status: 0; 2 if a line is wrong (the message names it, and standard output stays empty).
    """
    answer = answer_to(file, lambda session: json_answers.replay(json_answers.lines_of(session)), as_json)
    write(json.dumps(answer) + "\n")


@click.command("exchange")
@click.argument("file", default="-", type=click.Path(readable=False))
@click.option("--jsonl", is_flag=True, help="Read one exchange from each line, and write one answer or error for each.")
@json_errors_option
def exchange_command(file: str, jsonl: bool, as_json: bool) -> None:
    """Find few counters that pay the gains in FILE, and print who moves which as JSON.

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
    write(json.dumps(answer_to(file, json_answers.exchange, as_json)) + "\n")
