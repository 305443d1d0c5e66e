"""`mingg press`: presses keys of the device, and prints its screen."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.device_options import flash_of, keys_option, open_option
from mingg_host.commands.options import archive_option, ledger_option, output_option, refuse_to_overwrite
from mingg_host.common.output import printable
from mingg_host.device import keyscript
from mingg_host.device.flash_folder import to_disk
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.device.keyscript import ScriptError, Step
from mingg_host.evenings.sources import copy_of


def _script(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> list[Step]:
    try:
        return [step._replace(line=0) for step in keyscript.parse(" ".join(words))]
    except ScriptError as error:
        raise click.BadParameter(error.mistake) from error


@click.command
@click.argument("keys", nargs=-1, callback=_script)
@keys_option
@output_option("Write the screen as a PNG file.")
@click.option(
    "--on",
    type=click.Choice(["cpython", "micropython"]),
    default="cpython",
    show_default=True,
    help="What runs the firmware.",
)
@ledger_option("Folder that represents the flash and keeps the evenings.  [default: a new device, not kept]")
@open_option
@archive_option
def press(
    keys: list[Step],
    script: list[Step] | None,
    output: Path | None,
    force: bool,
    on: str,
    ledger: Path | None,
    opened: str | None,
    archive: Path | None,
) -> None:
    """Switch the device on, press KEYS, and print the screen.

    \b
    Example (Cy won, drew it, a concealed pung of dragons):
      mingg press up up right right
      mingg press hold b screenshot menu.png
      mingg press --open 3 --keys to-the-deal.keys

    \b
    up down left right a b   tap a key
    hold up                  hold it
    x3 up                    tap it three times
    wait 2s, wait 500ms      let time pass
    dice 3 4                 set the next throws of the dice
    screenshot name.png      save the screen; name.txt: as text
    # to the end of a line   a comment
    """
    refuse_to_overwrite([output] if output else [], force)
    copy = None if opened is None else copy_of(opened, archive)
    with (
        flash_of(ledger, copy, output) as flash,
        Headless(flash, strict=False, sync=to_disk) if on == "cpython" else HeadlessVM(flash, strict=False) as device,
    ):
        device.play([*(script or []), *keys])
        if output is not None:
            device.png(output)
        for line in device.picture():
            click.echo(line)
        click.echo("\n".join(map(printable, device.text())))
        for x, y, w, h in device.outside:
            click.echo(f"drawn outside the panel: {w} x {h} at {x}, {y}", err=True)
