"""Prints a rule set in force as a sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mingg_scoring.json_answers import Json
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mingg_host.common import tables
from mingg_host.common.output import columns, counted

PAGE = 13  # width of the column with the pages
DITTO = '"'
FOR = {"winner": "for the winner", "all": "for everybody", "losers": "for the losers"}


def _tiles(entry: Json) -> str:
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


def lines(rule_sets: list[Json]) -> str:
    """Returns a list with one line for each rule set."""
    table = tables.table("")
    for _ in range(3):
        table.add_column()
    for line in rule_sets:
        parts = line["book"].split(", ")
        limit = line["limit"]["points"]
        shown = "no limit" if limit is None else f"limit {limit}"
        table.add_row(line["id"], shown, f"{_author(line['book'])}, {parts[1]}, {parts[-1]}")
    return tables.printed(table, "", "mingg rules NAME prints one with its figures, options and pages.")


def _author(book: str) -> str:
    """Returns the last name of the author of a book."""
    return book.partition(",")[0].split()[-1]


def _columns(title: str) -> Table:
    """Returns a table with columns for words, a figure and a page, 80 letters wide in all."""
    table = tables.table(title)
    table.add_column(width=min(57, columns() - PAGE - 10))
    table.add_column(justify="right", width=4)
    table.add_column(width=PAGE)
    return table


def _page(source: str, book: str) -> str:
    """Returns a source, without the author's name if it is that of the sheet's heading."""
    author = _author(book)
    return source[len(author) + 1 :] if source.startswith(f"{author} p.") else source.removeprefix(f"{author}, ")


def _figures(title: str, entries: list[Json], worth: Callable[[Json], str], book: str) -> list[RenderableType]:
    """Returns a table for each kind of player that the figures belong to."""
    parts: list[RenderableType] = []
    for who, words in FOR.items():
        rows = [entry for entry in entries if entry["who"] == who]
        if rows:
            table = _columns(f"{title}, {words}")
            above = ""
            for entry in rows:
                page = _instead(entry, worth) if "house" in entry else _page(entry["source"], book)
                again = page == above and len(page) > PAGE
                why = f"{_tiles(entry)}. {entry['why']}" if "tiles" in entry else entry["why"]
                line = tables.noted(entry["name"], why) if "name" in entry else Text(why)
                table.add_row(line, Text(worth(entry)), Text(DITTO if again else page))
                above = page
            parts += ["", table]
    return parts


def _instead(entry: Json, worth: Callable[[Json], str]) -> str:
    """Returns the book's figure for a figure of the house. It replaces the page."""
    was = entry["house"]
    if was is None:
        return "house, new"
    return f"book has {was if 'share' in entry else worth({**entry, 'points': was, 'times': was})}"


def _without(without: dict[str, list[Json]], book: str) -> list[RenderableType]:
    """Lists what the book counts and the house does not."""
    entries = [entry for entries in without.values() for entry in entries]
    if not entries:
        return []
    table = _columns("Not counted here")
    for entry in entries:
        table.add_row(*map(Text, (entry["why"], "-", _page(entry["source"], book))))
    return ["", table]


def _share(entry: Json) -> str:
    return "-" if entry["points"] is None else str(entry["points"])


def _set_to(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _settlement(entries: list[Json], book: str) -> Table:
    table = _columns("Settlement and play")
    for entry in entries:
        table.add_row(*map(Text, (entry["why"], entry["shown"], _page(entry["source"], book))))
    return table


def _options(entries: list[Json], book: str) -> Table:
    table = _columns("Options in force; true or false if no values are listed")
    for entry in entries:
        text = f"{entry['name']}: {_set_to(entry['set'])}"
        if entry["settings"] != "true, false":
            text += f" (may be {entry['settings']})"
        table.add_row(tables.noted(text, entry["does"]), "", Text(_page(entry["source"], book)))
    return table


def sheet(rules: Json) -> str:
    """Returns a rule set in force as a printed sheet."""
    book, house = rules["book"], rules.get("house")
    parts: list[RenderableType] = [
        Text.assemble((rules["title"], "bold"), f" ({rules['id']}), {rules['players']} players"),
        Text(f"House rules, derived from {book}" if house else book),
        Text(rules["limit"]["why"]),
        Text(_page(rules["limit"]["source"], book)),
    ]
    parts += _figures("Points", rules["points"], lambda entry: str(entry["points"]), book)
    parts += _figures("Doublings", rules["doublings"], lambda entry: f"x{1 << entry['times']}", book)
    parts += _figures("Special hands", rules["special"], _share, book)
    parts += _figures("Waiting for a special hand", rules["waiting"], _share, book)
    parts += _figures("Added to the score", rules["added"], _share, book)
    if house:
        parts += _without(house["without"], book)
    parts += ["", _settlement(rules["settlement"], book), "", _options(rules["options"], book)]
    return tables.printed(*parts)
