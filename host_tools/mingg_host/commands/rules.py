"""`mingg rules`: lists rule sets, prints one with its figures and options and their pages, checks and installs house
rules."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from mingg.core import rules as rule_sets
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules.agreed import BadRules
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.house import HANDS, TABLES
from mingg_scoring import figures
from mingg_scoring.errors import MinggError

from mingg_host.commands import completing
from mingg_host.commands.options import FOLDER, json_option, port_option, refuse, rule_options
from mingg_host.common import disk
from mingg_host.common.output import counted, meant, printable, write, write_data
from mingg_host.common.printing import measured
from mingg_host.connection.changing import change_store, finish
from mingg_host.connection.link import connected
from mingg_host.scoring import house, rules_sheet
from mingg_host.scoring.typed.deal import read_options, where


def _read(file: str, as_json: bool = False) -> house.House:
    try:
        return house.read(Path(file))
    except house.HouseError as error:
        if not as_json:
            raise
        wrong = (
            MinggError(": ".join(filter(None, (error.file, key, message))), "", line or None)
            for line, key, message in error.problems
        )
        refuse(*wrong, as_json=True)


class _Rules(click.Group):
    """A group whose first word may also be a rule set or a file. Then it runs the command `show`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = args[:1] if args[:1] and not args[0].startswith("-") else []
        is_command = named and (args[0] in self.commands or (args[1:] and not args[1].startswith("-")))
        if not is_command and args[:1] not in [[name] for name in ctx.help_option_names]:
            args = ["show", *args]
        return super().parse_args(ctx, args)


def _begun(context: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem[Any]]:
    """Completes the word after `mingg rules`: a command, a rule set or a file."""
    commands = [CompletionItem(name) for name in rules_command.list_commands(context) if name.startswith(begun)]
    return [item for item in commands if item.value != "show"] + completing.rule_sets(context, param, begun)


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
@click.argument("name", required=False, metavar="[NAME | FILE]", shell_complete=_begun)
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
        write_data(house.EXAMPLE.encode())
        return
    if name is None:
        if options or players:
            given = "--option" if options else "--players"
            refuse(MinggError(f"{given} needs a rule set. Name one of {', '.join(RULE_SETS)}"), as_json=as_json)
        books = [rule_sets.load(rule_set) for rule_set in RULE_SETS]
        data = [figures.line_data(book) for book in books]
        write(json.dumps(data) + "\n" if as_json else rules_sheet.lines(books))
        return
    try:
        if name in RULE_SETS:
            rules = rule_sets.load(name, read_options(options, name), int(players or 4))
        elif name.endswith(".toml") or os.path.isfile(name):
            changed = _read(name, as_json)
            rules = changed.rules(int(players or 4), read_options(options, changed.book))
        else:
            likely = meant(name, [*RULE_SETS, *rules_command.commands])
            choice = f"{', '.join(RULE_SETS)}, or a file of house rules, *.toml"
            refuse(MinggError(f"no such rule set: {name}{likely}. Choose one of {choice}"), as_json=as_json)
    except BadInput as error:
        refuse(MinggError(error.message, error.pointer), as_json=as_json, place=where(error.pointer))
    except BadRules as error:
        wrong = MinggError(str(error), f"/{error.key}{error.pointer}")
        refuse(wrong, as_json=as_json, place=where(wrong.place))
    write(json.dumps(figures.data(rules)) + "\n" if as_json else rules_sheet.sheet(rules))


@rules_command.command("check", short_help="Check a file of house rules.")
@click.argument("file", shell_complete=completing.files_here)
def check(file: str) -> None:
    """Check the house rules in FILE, and report each mistake with its line.

    Exit status: 0; 2 if there is a mistake.
    """
    rules = _read(file)
    count = sum(len(rules.changes.get(table, {})) for table in TABLES)
    parts = [counted(count, "change"), counted(len(rules.options), "option")]
    hands = rules.changes.get(HANDS, {})
    if hands:
        parts.append(counted(len(hands), "special hand"))
    content = f"{', '.join(parts[:-1])} and {parts[-1]}"
    click.echo(f"{rules.name}: no mistakes. {rules.book}, with {content}.")


force_option = click.option("--force", is_flag=True, help="Also lose a file that is damaged, or not house rules.")


@rules_command.command("install", short_help="Put house rules on a board.")
@click.argument("file", shell_complete=completing.files_here)
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Put them into a folder of evenings on this PC, for example that of `mingg panel`, not on a board.",
)
@force_option
@port_option
def install(file: str, ledger: Path | None, force: bool, port: str | None) -> None:
    """Put the house rules in FILE on a connected board. A new evening there offers them beside the books.

    The command replaces house rules with the same name. Evenings that began with them keep their old figures.

    \b
    Example:
      mingg rules install tuesday.toml
    """
    rules = _read(file)
    name, data = rules.stored()
    _keep(rules.name, name, data, ledger, force, port)
    place = "on the board, which restarts" if ledger is None else f"in {ledger}"
    click.echo(f"{rules.name}: installed {place}. To use them: hold B, then A; new evening; rules; A.")


@rules_command.command("remove", short_help="Remove house rules from a board.")
@click.argument("name")
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Remove them from a folder of evenings on this PC, not from a board.",
)
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
            _check(title, name, data, path.read_bytes() if path.exists() else None, force)
            if data is None:
                path.unlink()
            else:
                disk.put(path, data)
        return
    with connected(port) as board:
        path_there = f"{board.about.store}/{name}"
        with measured() as report:
            finish(board, report)
            stored = board.read(path_there) if path_there in board.listing(path_there) else None
            _check(title, name, data, stored, force)
            if stored != data:
                change_store(board, {name: data}, report)


def _check(title: str, name: str, data: bytes | None, stored: bytes | None, force: bool) -> None:
    if stored is None:
        if data is None:
            raise click.ClickException(f"There are no house rules called {title} there. Check the name.")
        return
    stored_title = house.name_in(stored)
    if stored_title is None and not force:
        raise click.ClickException(
            printable(f"{name}: this file is damaged, or not house rules of Mingg. It stays. To lose it, add --force.")
        )
    if stored_title is not None and stored_title != title:
        if data is None:
            raise click.ClickException(f"There are no house rules called {title} there. Do you mean {stored_title}?")
        raise click.ClickException(
            f"{name}: has house rules called {stored_title} already, and {title} would replace them. "
            "Give yours another name, or remove those."
        )
