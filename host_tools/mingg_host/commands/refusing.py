"""Ends a command that was given something wrong: with one line on standard error, text, or JSON with --json."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click
from mingg_scoring.json_text import MinggError

from mingg_host.common.failures import Refused
from mingg_host.common.files import read_lines, write
from mingg_host.scoring.score_sheet import in_words

json_errors_option = click.option("--json", "as_json", is_flag=True, help="Print an error as JSON, too.")


def refuse(*errors: MinggError, as_json: bool, before: str = "", place: str | None = None) -> NoReturn:
    """before: what a line of text begins with, such as a file. place: in words, where it differs."""
    if as_json:
        for error in errors:
            click.echo(json.dumps(error.to_json()), err=True)
        sys.exit(2)
    error = errors[0]
    at = error.place if place is None else place
    parts = (before, f"line {error.line}" if error.line else "", at, in_words(error.message))
    raise Refused(": ".join(filter(None, parts)))


@contextmanager
def refusing(as_json: bool, before: str = "") -> Iterator[None]:
    """Ends the command if a file cannot be read, or what is in it is wrong."""
    try:
        yield
    except MinggError as error:
        refuse(error, as_json=as_json, before=before)
    except Refused as error:
        refuse(MinggError(error.message), as_json=as_json)


def answer_lines(file: str, answer: Callable[[bytes], dict[str, Any]]) -> NoReturn:
    """Prints an answer or an error for each line of a file. Ends the command with status 1 if a line is wrong."""
    status = 0
    for line in filter(bytes.strip, read_lines(file)):
        try:
            answered: dict[str, Any] = answer(line)
        except MinggError as error:
            answered, status = error.to_json(), 1
        write(json.dumps(answered) + "\n")
    sys.exit(status)
