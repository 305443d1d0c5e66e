"""Shared parts of the commands that run the device: --keys, --open, and the report of failed writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from mingg_host.commands import completing
from mingg_host.commands.options import read_bytes
from mingg_host.common import disk
from mingg_host.common.disk import room_for
from mingg_host.common.output import Failure, printable
from mingg_host.device import keyscript
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.headless import FILES
from mingg_host.device.keyscript import ScriptError, Step
from mingg_host.evenings.sources import Copied


def _steps(context: click.Context, parameter: click.Parameter, file: str | None) -> list[Step] | None:
    if file is None:
        return None
    try:
        return keyscript.of_file(file, read_bytes(file))
    except ScriptError as error:
        raise click.BadParameter(f"{file}, {error}") from error


keys_option = click.option(
    "--keys",
    "script",
    metavar="FILE",
    type=click.Path(allow_dash=True, readable=False),
    callback=_steps,
    help="Play the keys of a script in FILE (- is a pipe).",
)
open_option = click.option(
    "--open",
    "opened",
    metavar="EVENING",
    help="Begin with a copy of an evening: its number in `mingg ledger list`, a folder of ledgers, a file, a backup.",
    shell_complete=completing.evenings,
)


@contextmanager
def flash_of(ledger: Path | None, copy: Copied | None = None, output: Path | None = None) -> Iterator[FlashFolder]:
    """Yields the folder that represents the device's flash, with a copy of an evening in it if there is one.

    ledger: the folder; None: a temporary one. output: a file that must have room before all this. At the end reports
    what could not be written. Then the command fails, because the player may believe that everything is saved.
    Raises Failure, and then leaves no new folder.
    """
    with disk.told(ledger, Failure), room_for(output), ExitStack() as stack:
        folder = stack.enter_context(disk.scratch() if ledger is None else disk.folder(ledger))
        flash = stack.enter_context(FlashFolder(folder, temporary=ledger is None))
        if copy is not None:
            copy.lay(flash.path)
        try:
            yield flash
        except BaseException:  # the command fails for another reason, and reports it
            for line in _unkept(flash):
                click.echo(printable(line), err=True)
            raise
        if lines := _unkept(flash):
            raise Failure(*lines)


def _unkept(flash: FlashFolder) -> list[str]:
    lines = [
        f"{flash.path}: {FILES.get(name, name)} could not be written: {os.strerror(number)}."
        for name, number in flash.unkept.items()
    ]
    if lines:
        lines.append("Make sure that the disk has room and that you may write there. Then enter it again.")
    return lines
