"""The generated reference of the site: figures, differences and options of rule sets, commands, library, JSON keys.

Nothing here is in the repository: docs/tools/site_of_pages.py makes these pages whenever it makes the site.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import click
import differences
import json_reference
import mingg_scoring
from mingg.core.rules import RULE_SETS, load
from mingg.lang import say, use
from mingg_host.cli import main as mingg
from mingg_scoring.figures import data as figures_of

FOR = {"winner": "winner", "all": "everybody", "losers": "losers"}


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "/") for cell in cells) + " |\n"


def _head(*cells: str) -> str:
    return _row(*cells) + _row(*("---:" if cell == "counts" else "---" for cell in cells))


def _title(name: str, whom: str) -> str:
    return f"# {name}\n\n{whom} Made from the tables that Mingg scores with.\n\n"


# ---- rule sets ----


def points(entry: dict[str, Any]) -> str:
    """Returns the points of a figure, "-" if it has none of its own."""
    return "-" if entry["points"] is None else str(entry["points"])


def sheet(rules: str) -> str:
    """Returns all that counts by a rule set without agreed options, with the pages."""
    data = figures_of(load(rules, {}, 4))
    text = f"## {rules}\n\n{data['book']}. {data['limit']['why']} {data['limit']['source']}.\n\n"
    text += _head("what", "for", "counts", "where")
    for part, figure in (
        ("points", points),
        ("doubled", lambda entry: f"x{1 << entry['times']}"),
        ("special", points),
        ("added", lambda entry: f"+{entry['points']}"),
    ):
        for entry in data[part]:
            text += _row(entry["why"], FOR[entry["who"]], figure(entry), entry["source"])
    return text + "\n"


def figures() -> str:
    whom = "For players who want every figure, as `mingg rules` prints it. *Our reading* marks what no source decides."
    return _title("Figures", whom) + "".join(map(sheet, RULE_SETS))


def options() -> str:
    """Returns what each option does, and its value in each rule set; an empty cell: the rules have no such option."""
    use(("setup", "options"))
    by_name: dict[str, dict[str, Any]] = {}
    for rules in RULE_SETS:
        for entry in figures_of(load(rules, {}, 4))["options"]:
            by_name.setdefault(entry["name"], {"does": entry["does"]})[rules] = entry
    text = _title(
        "Options", "For players who agree on more than the rules say. An empty cell: these rules have no such option."
    )
    text += _head("option", "what it does", *RULE_SETS)
    for name, entry in by_name.items():
        values = [_set_to(entry[rules]["set"]) if rules in entry else "" for rules in RULE_SETS]
        text += _row(say(f"option {name}"), entry["does"], *values)
    return text


def _set_to(value: Any) -> str:
    if value is None:
        return "none"
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def between() -> str:
    whom = (
        "For players who know one rule set and play by another. `W`: for the winner only. `option`: players can agree "
        "on it. Fractions are shares of the limit. [What is certain](../rules.md#what-is-certain) explains the marks."
    )
    return _title("Where the rule sets differ", whom) + differences.differences()


# ---- programs ----


def commands() -> str:
    """Returns the help of each command."""
    text = _title("Commands", "For everyone who types `mingg`: what `mingg COMMAND --help` says.")
    return text + "".join(_help(mingg, None, "mingg"))


def _help(command: click.Command, parent: click.Context | None, name: str) -> Iterator[str]:
    context = click.Context(command, parent=parent, info_name=name.rpartition(" ")[2], max_content_width=90)
    yield f"## {name}\n\n```text\n{command.get_help(context)}\n```\n\n"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None and not found.hidden:
                yield from _help(found, context, f"{name} {inner}")


def library() -> str:
    """Returns the functions and classes of the library."""
    text = _title(
        "Library", "For programmers: the functions of `mingg_scoring`. [Python library](../api.md) shows them at work."
    )
    for name in mingg_scoring._MODULES["functions"].split(","):
        function = getattr(mingg_scoring, name)
        if not inspect.isfunction(function):  # the words of an argument
            continue
        signature = inspect.signature(function)
        told, _, example = (inspect.getdoc(function) or "").partition("\n\n")
        text += f"## {name}\n\n```python\n{name}{signature}\n```\n\n{told}\n\n```python\n{example}\n```\n\n"
    text += f"## MinggError\n\n```text\n{inspect.getdoc(mingg_scoring.MinggError)}\n```\n\n"
    return text + "The dataclasses that they take and return have the names and keys of [JSON](keys.md).\n"


def keys() -> str:
    text = _title(
        "JSON keys",
        "For programmers: every key of deals, sessions and answers. [JSON format](../json.md) has the rest.",
    )
    return text + json_reference.tables()


REFERENCE: dict[str, Callable[[], str]] = {
    "differences": between,
    "figures": figures,
    "options": options,
    "commands": commands,
    "library": library,
    "keys": keys,
}
