"""`mingg panel`: runs the firmware on this machine with a real display."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.options import FOLDER
from mingg_host.common import disk, places
from mingg_host.common.output import Failure

ADDRESSES = (0x3C, 0x3D)


@click.command
@click.option(
    "--keys",
    metavar="PINS",
    help="Pins of the buttons left, right, up, down, A, B, by Blinka's names with commas. Each button connects its pin"
    " to ground.",
)
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Folder for the evenings.  [default: the folder panel in Mingg's data]",
)
def panel(keys: str | None, ledger: Path | None) -> None:
    """Play on an SSD1306 display that is wired to this machine by I2C: a Raspberry Pi, or a PC with a USB bridge.

    The keys of this terminal work, too: the arrow keys, Enter for A, Backspace for B. Shift makes a long press, and so
    do the capitals A and B. q ends. For a USB bridge, set Blinka's variable in the environment, such as
    BLINKA_MCP2221=1.

    \b
    Example:
      mingg panel
      mingg panel --keys D5,D6,D13,D19,D20,D21
      BLINKA_FT232H=1 mingg panel --ledger evenings
    """
    from mingg_host.commands.script_options import unkept_told
    from mingg_host.device.panel.glass import Glass
    from mingg_host.device.panel.loop import Reader, play
    from mingg_host.device.panel.wires import Wires
    from mingg_host.device.terminal.ending import asked_to_end
    from mingg_host.device.terminal.keyboard import HELP, terminal

    wires = Wires()
    readers: list[Reader] = [wires.keys([name.strip() for name in keys.split(",")])] if keys else []
    glass = Glass(wires.drive, ADDRESSES)
    glass.show()
    if not glass.present():
        addresses = " and ".join(map(hex, ADDRESSES))
        click.echo(
            f"No display answers at {addresses} yet. Check SDA, SCL and 3.3 V. Mingg keeps searching for it.", err=True
        )
    click.echo(HELP)
    folder = ledger or places.data("panel")
    with disk.told(folder, Failure), unkept_told(folder) as unkept, asked_to_end() as stop, terminal() as typed:
        play(glass, [*readers, typed], folder, lambda: not (typed.ended or stop()), unkept=unkept)
