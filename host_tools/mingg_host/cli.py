"""The command `mingg`. It loads the module of a command only when that command is called, so that each starts fast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import NoSuchCommand
from mingg import VERSION

from mingg_host.commands import completing as completing  # registers the completion for bash
from mingg_host.common import interrupts, output
from mingg_host.common.failures import Stopped

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class _Command(NamedTuple):
    """module, name: the place of a command. does: its line in the list of commands."""

    module: str
    name: str
    does: str


# By heading in `mingg --help`.
HEADINGS = {
    "Score": {
        "score": _Command("score", "score", "Score a deal: every hand, and who pays whom."),
        "exchange": _Command("score", "exchange_command", "Find which counters to move to pay for a deal."),
        "replay": _Command("score", "replay_command", "Play a session, and print everyone's balance."),
        "rules": _Command("rules", "rules_command", "Print a rule set; check and install house rules."),
    },
    "Evenings": {
        "pull": _Command("pull", "pull", "Copy the evenings on a board into the archive."),
        "ledger": _Command("ledger", "ledger", "List, show, check and export evenings."),
        "import": _Command("pull", "import_command", "Copy evenings into the archive and onto a board."),
        "report": _Command("report", "report_command", "Write a page about an evening or a season."),
    },
    "Board": {
        "flash": _Command("flash", "flash", "Install this version of Mingg on a board."),
        "firmware": _Command("firmware", "firmware_command", "Compile the firmware for a board."),
        "backup": _Command("backup", "backup", "Copy a board's evenings and settings into a file."),
        "restore": _Command("backup", "restore", "Copy a backup back onto a board."),
        "crash": _Command("crash", "crash", "Print where Mingg stopped on a board."),
    },
    "Club": {
        "club": _Command("club", "club", "Run a night of a club with many tables."),
    },
    "Page, and play without a board": {
        "sim": _Command("sim", "sim", "Run the device in a web browser."),
        "site": _Command("site", "site", "Write the page of `mingg sim` for a web host."),
        "play": _Command("play", "play", "Play in this terminal."),
        "panel": _Command("panel", "panel", "Play on a display that is wired to this machine."),
        "press": _Command("press", "press", "Press keys without a terminal, and print the screen."),
    },
    "This PC": {
        "doctor": _Command("doctor", "doctor", "Say what works on this machine, and what to do about the rest."),
        "completion": _Command("completing", "completion_command", "Print the script that completes words in a shell."),
    },
}
COMMANDS = {name: command for commands in HEADINGS.values() for name, command in commands.items()}


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
        plain = "\n".join(map(output.printable, error.message.split("\n")))
        error.message = plain  # type: ignore[misc]  # click declares it final
        raise


class _Mingg(click.Group):
    """A group with the commands in COMMANDS. Ctrl-C ends each of them; a command may show its own message."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        with interrupts.running(False):
            command = getattr(import_module(f"mingg_host.commands.{module}"), name)
        assert isinstance(command, click.Command), cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, commands in HEADINGS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), command.does) for name, command in commands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as error:  # click looks for similar names only among the commands that are loaded
            raise NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        named = [
            CompletionItem(name, help=command.does) for name, command in COMMANDS.items() if name.startswith(incomplete)
        ]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def main(self, *args: Any, **settings: Any) -> Any:
        output.prepare()
        return super().main(*args, **settings)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _printable():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with interrupts.running(), _printable():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("Stopped. No file was left half written.") from None


@click.group(cls=_Mingg, context_settings={"help_option_names": ["-h", "--help"]})
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
