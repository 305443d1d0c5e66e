"""What the commands that play the device share: a script of keys from a file, an evening to be opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from mingg_host import completing, keyscript
from mingg_host.files import read_bytes
from mingg_host.keyscript import ScriptError, Step
from mingg_host.ledger_command import Unreadable
from mingg_host.opening import Copied, copy_of
from mingg_host.records import EveningError
from mingg_host.score_command import printable


class ScriptFile(click.ParamType[list[Step]]):
    """A file with a script of keys, "-" for standard input, as its steps."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[Step]:
        if isinstance(value, list):
            return value
        try:
            return keyscript.of_file(value, read_bytes(value))
        except ScriptError as error:
            self.fail(printable(f"{value}, {error}"), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


keys_option = click.option(
    "--keys", "script", type=ScriptFile(), help="Play the keys of a script in FILE (- is a pipe)."
)
open_option = click.option(
    "--open",
    "opened",
    metavar="EVENING",
    help="Begin with a copy of an evening: its number in `mingg ledger list`, a folder of ledgers, a file, a backup.",
    shell_complete=completing.evenings,
)


def copied(opened: str, archive: Path | None) -> Copied:
    """The evening that was asked for. Raises click's errors."""
    try:
        return copy_of(opened, archive)
    except EveningError as error:
        raise Unreadable(printable(str(error))) from error


@contextmanager
def script_errors(name: str = "") -> Iterator[None]:
    """What fails while a script is played is told with its line and column."""
    try:
        yield
    except ScriptError as error:
        raise click.ClickException(printable(f"{name}{error}")) from error
