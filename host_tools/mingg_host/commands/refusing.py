"""Ends a command that was given something wrong, with one line on standard error: text, or JSON with --json."""

from __future__ import annotations

import json
import sys
from typing import NoReturn

import click
from mingg_scoring.errors import MinggError

from mingg_host.common.output import cause, printable
from mingg_host.scoring.tile_words import in_words

json_errors_option = click.option("--json", "as_json", is_flag=True, help="Print an error as JSON, too.")


def refuse(*errors: MinggError, as_json: bool, before: str = "", place: str | None = None) -> NoReturn:
    """Prints a line for each error. before: what a line of text begins with, such as a file. place: in words, where it
    differs."""
    for error in errors:
        at = error.place if place is None else place
        parts = (before, f"line {error.line}" if error.line else "", at, in_words(error.message))
        text = json.dumps(error.to_json()) if as_json else printable(f"mingg: {': '.join(filter(None, parts))}")
        click.echo(text, err=True)
    sys.exit(2)


def refuse_file(file: str, error: OSError, as_json: bool) -> NoReturn:
    """Says why a file cannot be read."""
    refuse(MinggError(f"{file}: {cause(error)}"), as_json=as_json)
