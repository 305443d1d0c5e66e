"""The command `mingg`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from mingg_host.commands import LazyGroup
from mingg_host.common import VERSION, interrupts, output
from mingg_host.common.output import Stopped

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
    },
}


class _AsJson(click.ClickException):
    """An error of a command with --json, as JSON."""

    def __init__(self, error: click.ClickException) -> None:
        super().__init__(error.format_message())
        self.exit_code = error.exit_code  # type: ignore[misc]  # of the class in click

    def show(self, file: Any = None) -> None:
        click.echo(json.dumps({"error": {"at": "", "message": self.message}}), err=True)


@contextmanager
def _printable(as_json: bool) -> Iterator[None]:
    """Escapes control characters in messages, which repeat words of the command line and of files. Says how to add a
    library that few people need. as_json: the messages are JSON."""
    try:
        with _advised():
            yield
    except click.ClickException as error:
        if as_json and not isinstance(error, (Stopped, click.exceptions.NoArgsIsHelpError)):
            raise _AsJson(error) from error
        error.message = "\n".join(map(output.printable, error.message.split("\n")))  # type: ignore[misc]  # final in click
        raise


@contextmanager
def _advised() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        from mingg_host.common import extras

        advice = extras.advice(error.name)
        if not advice:
            raise
        raise click.ClickException(advice) from error


class _Mingg(LazyGroup):
    """The command `mingg`. Ctrl-C ends each command; a command may show its own message."""

    as_json = False

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        with interrupts.running(False):
            return super().get_command(ctx, cmd_name)

    def main(self, *args: Any, **settings: Any) -> Any:
        output.prepare()
        return super().main(*args, **settings)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        self.as_json = "--json" in args
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        with _printable(self.as_json):
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with interrupts.running(), _printable(self.as_json):
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("Stopped. No file was left half written.") from None


@click.group(
    cls=_Mingg,
    package="mingg_host.commands",
    headings=HEADINGS,
    modules={
        "firmware": ("firmware", "flash", "crash"),
        "mingg_club.commands": ("club",),
        "play": ("play", "panel", "press"),
        "score": ("score", "exchange", "replay"),
        "sim": ("sim", "site"),
        "transfer": ("pull", "import", "backup", "restore"),
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, "-V", "--version", prog_name="mingg")
def main() -> None:
    """Mingg scores mah-jongg deals by two books of the 1920s or by modern club rules, and says who pays whom.

    \b
    Try it:
      mingg sim
      mingg play
      mingg rules babcock
      mingg score --rules babcock --winner N --by draw "(222p) (345m) 678s 999s 55z"
      echo '{"rules": "harr", "winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": \\
        ["(pung simple)", "(pung major)", "(pung dragon)"], "only_place": true}}}' | mingg score
    """
