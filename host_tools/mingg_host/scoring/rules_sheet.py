"""Prints a rule set in force as a sheet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from mingg_scoring.json_answers import Json
from rich.console import RenderableType
from rich.text import Text

from mingg_host.common import printing
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
    table = printing.table("")
    for _ in range(3):
        table.add_column()
    for line in rule_sets:
        parts = line["book"].split(", ")
        limit = line["limit"]["points"]
        shown = "no limit" if limit is None else f"limit {limit}"
        table.add_row(line["id"], shown, f"{_author(line['book'])}, {parts[1]}, {parts[-1]}")
    return printing.printed(table, "", "mingg rules NAME prints one with its figures, options and pages.")


def _author(book: str) -> str:
    """Returns the last name of the author of a book."""
    return book.partition(",")[0].split()[-1]


Worth = Callable[[Json], str]
Row = tuple[RenderableType, str, str]  # words, a figure and a page


def _table(title: str, rows: Iterable[Row]) -> list[RenderableType]:
    """Returns a blank line and a table, 80 letters wide in all; nothing if there are no rows."""
    table = printing.table(title)
    table.add_column(width=min(57, columns() - PAGE - 10))
    table.add_column(justify="right", width=4)
    table.add_column(width=PAGE)
    for words, figure, page in rows:
        table.add_row(words, Text(figure), Text(page))
    return ["", table] if table.row_count else []


def _page(entry: Json, book: str) -> str:
    """Returns a source, without the author's name if it is that of the sheet's heading."""
    source, author = str(entry["source"]), _author(book)
    return source[len(author) + 1 :] if source.startswith(f"{author} p.") else source.removeprefix(f"{author}, ")


def _figures(title: str, entries: list[Json], worth: Worth, book: str) -> Iterator[RenderableType]:
    """Yields a table for each kind of player that the figures belong to."""
    for who, words in FOR.items():
        yield from _table(f"{title}, {words}", _rows([entry for entry in entries if entry["who"] == who], worth, book))


def _rows(entries: list[Json], worth: Worth, book: str) -> Iterator[Row]:
    above = ""
    for entry in entries:
        page = _instead(entry, worth) if "house" in entry else _page(entry, book)
        why = f"{_tiles(entry)}. {entry['why']}" if "tiles" in entry else entry["why"]
        line = printing.noted(entry["name"], why) if "name" in entry else Text(why)
        yield line, worth(entry), DITTO if page == above and len(page) > PAGE else page
        above = page


def _instead(entry: Json, worth: Worth) -> str:
    """Returns the book's figure for a figure of the house. It replaces the page."""
    was = entry["house"]
    if was is None:
        return "house, new"
    return f"book has {was if 'share' in entry else worth({**entry, 'points': was, 'times': was})}"


def _share(entry: Json) -> str:
    return "-" if entry["points"] is None else str(entry["points"])


def _option(entry: Json) -> RenderableType:
    text = f"{entry['name']}: {entry['set'] if isinstance(entry['set'], str) else json.dumps(entry['set'])}"
    if entry["settings"] != "true, false":
        text += f" (may be {entry['settings']})"
    return printing.noted(text, entry["does"])


def sheet(rules: Json) -> str:
    """Returns a rule set in force as a printed sheet."""
    book, house = rules["book"], rules.get("house", {"without": {}})
    not_counted = [entry for entries in house["without"].values() for entry in entries]
    options = [(_option(entry), "", _page(entry, book)) for entry in rules["options"]]
    return printing.printed(
        Text.assemble((rules["title"], "bold"), f" ({rules['id']}), {rules['players']} players"),
        Text(f"House rules, derived from {book}" if "house" in rules else book),
        Text(rules["limit"]["why"]),
        Text(_page(rules["limit"], book)),
        *_figures("Points", rules["points"], lambda entry: str(entry["points"]), book),
        *_figures("Doublings", rules["doublings"], lambda entry: f"x{1 << entry['times']}", book),
        *_figures("Special hands", rules["special"], _share, book),
        *_figures("Waiting for a special hand", rules["waiting"], _share, book),
        *_figures("Added to the score", rules["added"], _share, book),
        *_table("Not counted here", _rows(not_counted, lambda _: "-", book)),
        *_table("Settlement and play", _rows(rules["settlement"], lambda entry: str(entry["shown"]), book)),
        *_table("Options in force; true or false if no values are listed", options),
    )
