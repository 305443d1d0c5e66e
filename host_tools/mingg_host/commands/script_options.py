"""Shared parts of the commands that run the device: --keys, --open, and the report of failed writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem
from mingg.evening.evening import DRAFT
from mingg.settings import FILE as SETTINGS

from mingg_host.commands import completing
from mingg_host.common import disk
from mingg_host.common.failures import Failure
from mingg_host.common.files import read_bytes
from mingg_host.common.output import printable
from mingg_host.device import keyscript
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.headless import Device
from mingg_host.device.keyscript import ScriptError, Step
from mingg_host.device.vm.rig import LEDGER
from mingg_host.evenings.sources import Copied

UNKEPT = {
    LEDGER: "the last change of the evening",
    DRAFT: "the draft of a deal",
    SETTINGS: "the settings",
}


if TYPE_CHECKING:
    _StepsType = click.ParamType[list[Step]]
else:
    _StepsType = click.ParamType  # takes no type in brackets before click 8.4


class ScriptFile(_StepsType):
    """A parameter for a file with a key script ("-" for standard input). Its value is the list of steps."""

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


@contextmanager
def script_errors() -> Iterator[None]:
    """Reports a step that fails with its line and column."""
    try:
        yield
    except ScriptError as error:
        raise Failure(str(error)) from error


@contextmanager
def flash_of(ledger: Path | None, copy: Copied | None) -> Iterator[FlashFolder]:
    """Yields the folder that represents the device's flash, with a copy of an evening in it if there is one.

    ledger: the folder; None: a temporary one. Raises EveningError, flash_folder.InUse and OSError, and then leaves no
    new folder.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(disk.scratch() if ledger is None else disk.folder(ledger))
        flash = stack.enter_context(FlashFolder(folder, temporary=ledger is None))
        if copy is not None:
            copy.lay(flash.path)
        yield flash


def perform(steps: list[Step], device: Device) -> None:
    """Plays a script, and lets the device save its input, even if a screenshot cannot be written."""
    with script_errors():
        try:
            keyscript.perform(steps, device)
        except ScriptError:
            device.settle()
            raise
    device.settle()


@contextmanager
def unkept_told(folder: Path) -> Iterator[dict[str, int]]:
    """Yields a dictionary for failed writes in this folder, as Device.unkept() returns. At the end it reports the
    entries and the command fails, because the player may believe that everything is saved."""
    unkept: dict[str, int] = {}
    try:
        yield unkept
    except BaseException:  # the command fails for another reason, and reports it
        for line in _unkept_lines(folder, unkept):
            click.echo(line, err=True)
        raise
    if unkept:
        raise click.ClickException("\n".join(_unkept_lines(folder, unkept)))


def _unkept_lines(folder: Path, unkept: dict[str, int]) -> list[str]:
    lines = [
        printable(f"{folder}: {UNKEPT.get(name, name)} could not be written: {os.strerror(number)}.")
        for name, number in unkept.items()
    ]
    if lines:
        lines.append("Make sure that the disk has room and that you may write there. Then enter it again.")
    return lines
