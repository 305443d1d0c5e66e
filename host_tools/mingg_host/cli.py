"""The command `mingg`. It loads the module of a command only when that command is called, so that each starts fast."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from mingg import VERSION

from mingg_host import entry
from mingg_host.commands import completing
from mingg_host.common import output
from mingg_host.common.failures import Stopped

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


# The line of each command in the list of commands, by its heading in `mingg --help`.
HEADINGS = {
    "Score": {
        "score": "Score a deal: every hand, and who pays whom.",
        "exchange": "Find which counters to move to pay for a deal.",
        "replay": "Play a session, and print everyone's balance.",
        "rules": "Print a rule set; check and install house rules.",
    },
    "Evenings": {
        "pull": "Copy the evenings on a board into the archive.",
        "ledger": "List, show, check and export evenings.",
        "import": "Copy evenings into the archive and onto a board.",
        "report": "Write a page about an evening or a season.",
    },
    "Board": {
        "flash": "Install this version of Mingg on a board.",
        "firmware": "Compile the firmware for a board.",
        "backup": "Copy a board's evenings and settings into a file.",
        "restore": "Copy a backup back onto a board.",
        "crash": "Print where Mingg stopped on a board.",
    },
    "Club": {
        "club": "Run a night of a club with many tables.",
    },
    "Page, and play without a board": {
        "sim": "Run the device in a web browser.",
        "site": "Write the page of `mingg sim` for a web host.",
        "play": "Play in this terminal.",
        "panel": "Play on a display that is wired to this machine.",
        "press": "Press keys without a terminal, and print the screen.",
    },
    "This PC": {
        "doctor": "Say what works on this machine, and what to do about the rest.",
        "completion": "Print the script that completes words in a shell.",
    },
}
COMMANDS = {name: does for commands in HEADINGS.values() for name, does in commands.items()}
# The modules of commands that have not the name of their module.
MODULES = {"import": "pull", "restore": "backup"}


@contextmanager
def _printable() -> Iterator[None]:
    """Escapes control characters in messages, which repeat words of the command line and of files. Says how to add a
    library that few people need."""
    try:
        yield
    except ModuleNotFoundError as error:
        from mingg_host.common import extras

        advice = extras.advice(error.name)
        if not advice:
            raise
        raise click.ClickException(output.printable(advice)) from error
    except click.ClickException as error:
        error.message = "\n".join(map(output.printable, error.message.split("\n")))  # type: ignore[misc]  # final in click
        raise


class _Mingg(click.Group):
    """A group with the commands in COMMANDS. Ctrl-C ends each of them; a command may show its own message."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with entry.running(False):
            module = import_module(f"mingg_host.commands.{MODULES.get(cmd_name, cmd_name)}")
        return next(each for each in vars(module).values() if isinstance(each, click.Command) and each.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, commands in HEADINGS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), does) for name, does in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=does) for name, does in COMMANDS.items() if name.startswith(incomplete)]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def main(self, *args: Any, **settings: Any) -> Any:
        output.prepare()
        if completing.VARIABLE in os.environ:
            import_module("mingg_host.commands.completion")  # registers the completion for bash
        return super().main(*args, **settings)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _printable():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with entry.running(), _printable():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("Stopped. No file was left half written.") from None


@click.group(
    cls=_Mingg,
    commands=COMMANDS,  # type: ignore[arg-type]  # click needs only the names: get_command() loads them
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="mingg")
def main() -> None:
    """Mingg scores mah-jongg deals by two books of the 1920s or by modern club rules, and says who pays whom.

    \b
    Try it:
      mingg sim
      mingg play
      mingg rules babcock
      mingg score --rules babcock --winner N --by draw "(222p) (345m) 678s 999s 55z"
      echo '{"rules": "harr", "winner": "E", "win": {"by": "draw"}, "hands": {"E": {"card": \\
        {"pungs": [1, 0, 3, 0], "dragons": 1, "suit": "half", "only_place": true}}}}' | mingg score
    """
