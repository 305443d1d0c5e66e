"""`mingg rules`: lists rule sets, prints one with its figures and options and their pages, checks and installs house
rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
from mingg_scoring import figures
from mingg_scoring.json_answers import RULE_SETS, Json
from mingg_scoring.json_text import MinggError
from rich.console import RenderableType
from rich.text import Text

from mingg_host.commands.options import json_option, ledger_option, port_option, refuse, rule_options
from mingg_host.common import disk, printing
from mingg_host.common.output import Failure, columns, counted, write, write_data
from mingg_host.common.printing import measured
from mingg_host.common.toml_text import BadFile
from mingg_host.connection.changing import change_store, finish
from mingg_host.connection.link import connected
from mingg_host.scoring import house
from mingg_host.scoring.typed import rules_of, where


class _Rules(click.Group):
    """A group whose first word may also be a rule set or a file. Then it runs the command `show`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = args[:1] if args[:1] and not args[0].startswith("-") else []
        is_command = named and (args[0] in self.commands or (args[1:] and not args[1].startswith("-")))
        if not is_command and args[:1] not in [[name] for name in ctx.help_option_names]:
            args = ["show", *args]
        return super().parse_args(ctx, args)


class _AsGroup(click.Context):
    """The context of the command `show`, which nobody types."""

    @property
    def command_path(self) -> str:
        return self.parent.command_path if self.parent else ""


@click.group(
    "rules",
    cls=_Rules,
    subcommand_metavar="[NAME | FILE | COMMAND] [OPTIONS]...",
)
def rules_command() -> None:
    """List the rule sets, or print one by NAME: its book, limit, figures and options, each with its page.

    FILE contains house rules: a rule set that changes another one. The printed sheet marks the changes.

    \b
    --option NAME=VALUE  set an option of the rule set; repeatable
    --players N          print the sheet for 2, 3, 4 or 5 players  [default: 4]
    --json               print the same as JSON
    --example            print an example of house rules: everything that FILE can contain

    \b
    Examples:
      mingg rules
      mingg rules babcock
      mingg rules babcock --option four_winds --option flowers=seasons
      mingg rules babcock --players 3
      mingg rules harr --option limit=500 --json
      mingg rules --example
    House rules:
      mingg rules --example > tuesday.toml
      mingg rules check tuesday.toml
      mingg rules tuesday.toml
      mingg rules install tuesday.toml
    Exit status: 0; 2 if the rule set or option does not exist, or the file is wrong.
    """


@rules_command.command("show", hidden=True)
@click.argument("name", required=False, metavar="[NAME | FILE]", type=click.Path(readable=False))
@rule_options
@click.option(
    "--players", type=click.Choice(["2", "3", "4", "5"]), metavar="N",
    help="Print the sheet for 2, 3, 4 or 5 players.  [default: 4]",
)  # fmt: skip
@json_option
@click.option("--example", is_flag=True, help="Print an example of house rules, with comments.")
def show(name: str | None, options: tuple[str, ...], players: str | None, as_json: bool, example: bool) -> None:
    """Print a rule set, or list them."""
    if example:
        write_data(house.EXAMPLE.read_bytes())
        return
    if name is None:
        if options or players:
            given, known = "--option" if options else "--players", ", ".join(RULE_SETS)
            refuse(MinggError(f"{given} needs a rule set. Name one of {known}"), as_json=as_json)
        data = figures.rule_sets()
        write(json.dumps(data) + "\n" if as_json else listed(data))
        return
    try:
        table = rules_of(name, options, also=rules_command.commands)
        rules = figures.rule_set({**table, "players": int(players or 4)})
    except MinggError as error:
        refuse(error, as_json=as_json, place=where(error.at.removeprefix("/rules")))
    except BadFile as error:
        if not as_json:
            raise
        wrong = (
            MinggError(": ".join(filter(None, (error.file, key, message))), "", line or None)
            for line, key, message in error.problems
        )
        refuse(*wrong, as_json=True)
    write(json.dumps(rules) + "\n" if as_json else sheet(rules))


show.context_class = _AsGroup


@rules_command.command("check", short_help="Check a file of house rules.")
@click.argument("file", type=click.Path(readable=False))
def check(file: str) -> None:
    """Check the house rules in FILE, and report each mistake with its line.

    \b
    Example:
      mingg rules check tuesday.toml

    Exit status: 0; 2 if there is a mistake.
    """
    rules = house.read(file)
    changes = {table: len(items) for table, items in rules.changes.items() if table != "name"}
    hands = changes.pop("hands", 0)
    parts = [counted(sum(changes.values()), "change"), counted(len(rules.options), "option")]
    if hands:
        parts.append(counted(hands, "special hand"))
    content = f"{', '.join(parts[:-1])} and {parts[-1]}"
    click.echo(f"{rules.name}: no mistakes. {rules.book}, with {content}.")


folder_option = ledger_option(
    "Use a folder of evenings on this PC, for example that of `mingg panel`, in place of a board."
)
force_option = click.option("--force", is_flag=True, help="Also lose a file that is damaged, or not house rules.")


@rules_command.command("install", short_help="Put house rules on a board.")
@click.argument("file", type=click.Path(readable=False))
@folder_option
@force_option
@port_option
def install(file: str, ledger: Path | None, force: bool, port: str | None) -> None:
    """Put the house rules in FILE on a connected board. A new evening there offers them beside the books.

    The command replaces house rules with the same name. Evenings that began with them keep their old figures.

    \b
    Example:
      mingg rules install tuesday.toml
    """
    rules = house.read(file)
    name, data = rules.stored()
    _keep(rules.name, name, data, ledger, force, port)
    place = "on the board, which restarts" if ledger is None else f"in {ledger}"
    click.echo(f"{rules.name}: installed {place}. To use them: hold B, then A; new evening; rules; A.")


@rules_command.command("remove", short_help="Remove house rules from a board.")
@click.argument("name")
@folder_option
@force_option
@port_option
def remove(name: str, ledger: Path | None, force: bool, port: str | None) -> None:
    """Remove the house rules called NAME from a connected board. Evenings that use them keep them.

    \b
    Example:
      mingg rules remove "Tuesday club"
    """
    _keep(name, house.stored_name(name), None, ledger, force, port)
    click.echo(f"{name}: removed.")


def _keep(title: str, name: str, data: bytes | None, ledger: Path | None, force: bool, port: str | None) -> None:
    """Puts a file into the store of a board, or into a folder of evenings. data: None removes the file. force: also a
    file that is not house rules, or damaged."""
    if ledger is not None:
        path = ledger / name
        with disk.told(path):
            disk.no_links(path, ledger)
            _check(title, name, data, disk.read(path) if path.exists() else None, force)
            if data is None:
                path.unlink()
            else:
                disk.put(path, data)
        return
    with connected(port) as board, measured() as report:
        path_there = f"{board.about.store}/{name}"
        finish(board, report)
        stored = board.read(path_there) if path_there in board.listing(path_there) else None
        _check(title, name, data, stored, force)
        if stored != data:
            change_store(board, {name: data}, report)


def _check(title: str, name: str, data: bytes | None, stored: bytes | None, force: bool) -> None:
    if stored is None:
        if data is None:
            raise Failure(f"There are no house rules called {title} there. Check the name.")
        return
    stored_title = house.name_in(stored)
    if stored_title is None and not force:
        raise Failure(f"{name}: this file is damaged, or not house rules of Mingg. It stays. To lose it, add --force.")
    if stored_title is not None and stored_title != title:
        if data is None:
            raise Failure(f"There are no house rules called {title} there. Do you mean {stored_title}?")
        raise Failure(
            f"{name}: has house rules called {stored_title} already, and {title} would replace them. "
            "Give yours another name, or remove those."
        )


# ---- a rule set as a sheet ----

WIDE = 80
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


def listed(rule_sets: list[Json]) -> str:
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
NO_LIMIT = "-"  # a share of a limit that is not there
Row = tuple[RenderableType, str, str]  # words, a figure and a page


def _table(title: str, rows: Iterable[Row]) -> list[RenderableType]:
    """Returns a blank line and a table, 80 letters wide in all; nothing if there are no rows. In a narrow terminal the
    pages stand below the words."""
    table = printing.table(title)
    is_wide = columns() >= WIDE
    table.add_column(width=WIDE - PAGE - 12 if is_wide else columns() - 8)
    table.add_column(justify="right", width=4)
    if is_wide:
        table.add_column(width=PAGE)
    for words, figure, page in rows:
        if is_wide:
            table.add_row(words, Text(figure), Text(page))
        else:
            table.add_row(words if page in ("", DITTO) else printing.noted(words, page), Text(figure))
    return ["", table] if table.row_count else []


def _page(entry: Json, book: str) -> str:
    """Returns a source, without the author's name if it is that of the sheet's heading."""
    source, author = str(entry["source"]), _author(book)
    return source[len(author) + 1 :] if source.startswith(f"{author} p.") else source.removeprefix(f"{author}, ")


def _figures(title: str, entries: list[Json], worth: Worth, book: str) -> Iterator[RenderableType]:
    """Yields a table for each kind of player that the figures belong to. Leaves out shares of a limit that is not
    there."""
    entries = [entry for entry in entries if worth(entry) != NO_LIMIT]
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
    return NO_LIMIT if entry["points"] is None else str(entry["points"])


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
        *_figures("Doublings", rules["doubled"], lambda entry: f"x{1 << entry['times']}", book),
        *_figures("Special hands", rules["special"], _share, book),
        *_figures("Waiting for a special hand", rules["waiting"], _share, book),
        *_figures("Added to the score", rules["added"], _share, book),
        *_table("Not counted here", _rows(not_counted, lambda _: "-", book)),
        *_table("Settlement and play", _rows(rules["settlement"], lambda entry: str(entry["shown"]), book)),
        *_table("Options in force; true or false if no values are listed", options),
    )
