"""Prints a rule set in force as a sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mingg.core.explain import explain
from mingg.core.rules import Rules, agreed
from mingg.core.rules.rows import HOUSE
from mingg_scoring.figures import SETTINGS, data
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mingg_host.common import printing
from mingg_host.common.output import columns, counted

PAGE = 13  # width of the column with the pages
DITTO = '"'
FOR = {"winner": "for the winner", "all": "for everybody", "losers": "for the losers"}


def _tiles(entry: dict[str, Any]) -> str:
    """Returns the tiles of a hand of house rules, and what it needs beside them."""
    flowers = entry.get("flowers", 0)
    number = counted(flowers, "flower") if isinstance(flowers, int) else flowers
    parts = [
        entry["tiles"],
        number if flowers else "",
        "concealed" if entry.get("concealed", False) else "",
        "" if entry.get("claim", True) else "winning tile drawn",
    ]
    return ", ".join(part for part in parts if part)


def lines(books: list[Rules]) -> str:
    """Returns a list with one line for each rule set."""
    table = printing.table("")
    for _ in range(3):
        table.add_column()
    for rules in books:
        parts = rules.book.split(", ")
        author = parts[0].split()[-1]
        limit = "no limit" if rules.limit is None else f"limit {rules.limit}"
        table.add_row(rules.id, limit, f"{author}, {parts[1]}, {parts[-1]}")
    return printing.printed(table, "", "mingg rules NAME prints one with its figures, options and pages.")


def _columns(title: str) -> Table:
    """Returns a table with columns for words, a figure and a page, 80 letters wide in all."""
    table = printing.table(title)
    table.add_column(width=min(57, columns() - PAGE - 10))
    table.add_column(justify="right", width=4)
    table.add_column(width=PAGE)
    return table


def _page(source: str, rules: Rules) -> str:
    """Returns a source, without the author's name if the sheet's heading names that book."""
    own = explain.sourced(rules, "p.")[:-2]
    return source[len(own) :] if source.startswith(own + "p.") else source.removeprefix(own.rstrip() + ", ")


def _figures(
    title: str, entries: list[dict[str, Any]], worth: Callable[[dict[str, Any]], str], rules: Rules
) -> list[RenderableType]:
    """Returns a table for each kind of player that the figures belong to."""
    parts: list[RenderableType] = []
    for who, words in FOR.items():
        rows = [entry for entry in entries if entry["who"] == who]
        if rows:
            table = _columns(f"{title}, {words}")
            above = ""
            for entry in rows:
                page = _instead(entry, worth) if "house" in entry else _page(entry["source"], rules)
                again = page == above and len(page) > PAGE
                why = f"{_tiles(entry)}. {entry['why']}" if "tiles" in entry else entry["why"]
                line = printing.noted(entry["name"], why) if "name" in entry else Text(why)
                table.add_row(line, Text(worth(entry)), Text(DITTO if again else page))
                above = page
            parts += ["", table]
    return parts


def _instead(entry: dict[str, Any], worth: Callable[[dict[str, Any]], str]) -> str:
    """Returns the book's figure for a figure of the house. It replaces the page."""
    was = entry["house"]
    if was is None:
        return "house, new"
    return f"book has {was if 'share' in entry else worth({**entry, 'points': was, 'times': was})}"


def _without(without: dict[str, list[dict[str, Any]]], rules: Rules) -> list[RenderableType]:
    """Lists what the book counts and the house does not."""
    entries = [entry for entries in without.values() for entry in entries]
    if not entries:
        return []
    table = _columns("Not counted here")
    for entry in entries:
        table.add_row(*map(Text, (entry["why"], "-", _page(entry["source"], rules))))
    return ["", table]


def _share(entry: dict[str, Any]) -> str:
    return "-" if entry["points"] is None else str(entry["points"])


def _set_to(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _settlement(entries: list[dict[str, Any]], rules: Rules) -> Table:
    table = _columns("Settlement and play")
    for entry in entries:
        table.add_row(*map(Text, (entry["why"], entry["shown"], _page(entry["source"], rules))))
    return table


def _options(entries: list[dict[str, Any]], rules: Rules) -> Table:
    table = _columns("Options in force; true or false if no values are listed")
    for entry in entries:
        text = f"{entry['name']}: {_set_to(entry['set'])}"
        if entry["settings"] != SETTINGS[agreed.SWITCH][0]:
            text += f" (may be {entry['settings']})"
        table.add_row(printing.noted(text, entry["does"]), "", Text(_page(entry["source"], rules)))
    return table


def sheet(rules: Rules) -> str:
    """Returns a rule set in force as a printed sheet."""
    values = data(rules)
    parts: list[RenderableType] = [
        Text.assemble((values["title"], "bold"), f" ({values['id']}), {values['players']} players"),
        Text(values["book"] if rules.house is None else f"House rules, derived from {values['book']}"),
        Text(values["limit"]["why"]),
        Text(_page(values["limit"]["source"], rules)),
    ]
    parts += _figures("Points", values["points"], lambda entry: str(entry["points"]), rules)
    parts += _figures("Doublings", values["doublings"], lambda entry: f"x{1 << entry['times']}", rules)
    parts += _figures("Special hands", values["special"], _share, rules)
    parts += _figures("Waiting for a special hand", values["waiting"], _share, rules)
    parts += _figures("Added to the score", values["added"], _share, rules)
    if rules.house is not None:
        parts += _without(values[HOUSE]["without"], rules)
    parts += ["", _settlement(values["settlement"], rules), "", _options(values["options"], rules)]
    return printing.printed(*parts)
