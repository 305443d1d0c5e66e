"""`mingg rules`: the rule sets, or one of them with its figures, its options, and where the book has each."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from mingg.core import rules as rule_sets

from mingg_host import completing, rules_sheet
from mingg_host.files import write
from mingg_host.score_command import printable


def _option(words: str) -> tuple[str, Any]:
    """NAME=VALUE as the interchange format would have it; NAME alone is true."""
    name, given, value = words.partition("=")
    try:
        return name, json.loads(value) if given else True
    except ValueError:
        return name, value


def _refuse(message: str) -> None:
    click.echo(printable(f"mingg: {message}"), err=True)
    sys.exit(2)


@click.command("rules")
@click.argument("name", required=False, shell_complete=completing.rule_sets)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="With this option in force; repeatable.",
    shell_complete=completing.options,
)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def rules_command(name: str | None, options: tuple[str, ...], as_json: bool) -> None:
    """List the rule sets, or print the one called NAME as a sheet: book, limit, figures, options, each with its page.

    \b
    Examples:
      mingg rules
      mingg rules babcock
      mingg rules babcock --option four_winds --option flowers=seasons
      mingg rules harr --option limit=500 --json
    Exit status: 0; 2 when there is no such rule set or option.
    """
    if name is None:
        if options:
            _refuse("an option is one of a rule set: which?")
        books = [rule_sets.load(each) for each in rule_sets.RULE_SETS]
        data = [rules_sheet.line_data(book) for book in books]
        write(json.dumps(data) + "\n" if as_json else rules_sheet.lines(books))
        return
    try:
        rules = rule_sets.load(name, dict(map(_option, options)))
    except ValueError as error:
        names = ", ".join(rule_sets.RULE_SETS)
        _refuse(f"{error}" if name in rule_sets.RULE_SETS else f"{error}: there are {names}")
    write(json.dumps(rules_sheet.data(rules)) + "\n" if as_json else rules_sheet.sheet(rules))
