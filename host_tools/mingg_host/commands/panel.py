"""`mingg panel`: the firmware on this machine, with a real display."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.common.output import printable

ADDRESSES = (0x3C, 0x3D)


@click.command
@click.option(
    "--keys",
    metavar="PINS",
    help="Pins of buttons to ground, as Blinka names them: left, right, up, down, A, B, with commas between.",
)
@click.option(
    "--ledger",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the evenings are kept.  [default: the folder panel of Mingg's data]",
)
def panel(keys: str | None, ledger: Path | None) -> None:
    """Play on an SSD1306 that is wired to this machine by I2C: a Raspberry Pi, or a PC with a USB bridge.

    Keys of this terminal always count: the arrow keys, Enter for A, Backspace for B, with Shift for a long press (the
    capitals A and B are long ones, too); q ends. A bridge is named by Blinka's own variables, as BLINKA_MCP2221=1.

    \b
    Example:
      mingg panel
      mingg panel --keys D5,D6,D13,D19,D20,D21
      BLINKA_FT232H=1 mingg panel --ledger evenings
    """
    from mingg_host.commands.script_options import unkept_told
    from mingg_host.device.panel.glass import Glass
    from mingg_host.device.panel.loop import Reader, play
    from mingg_host.device.panel.wires import WireError, Wires
    from mingg_host.device.terminal.ending import asked_to_end
    from mingg_host.device.terminal.keyboard import HELP, terminal

    try:
        wires = Wires()
        readers: list[Reader] = [wires.keys([name.strip() for name in keys.split(",")])] if keys else []
    except WireError as error:
        raise click.ClickException(str(error)) from error
    glass = Glass(wires.drive, ADDRESSES)
    glass.show()
    if not glass.present():
        tried = " and ".join(map(hex, ADDRESSES))
        click.echo(
            f"No display answers at {tried} yet: look at SDA, SCL and 3.3 V. It is looked for all the time.", err=True
        )
    click.echo(HELP)
    folder = ledger or _default()
    try:
        with unkept_told(folder) as unkept, asked_to_end() as stop, terminal() as typed:
            play(glass, [*readers, typed], folder, lambda: not (typed.ended or stop()), unkept=unkept)
    except OSError as error:
        raise click.ClickException(printable(f"{error.filename or folder}: {error.strerror or error}")) from error


def _default() -> Path:
    from platformdirs import user_data_path

    return user_data_path("mingg", appauthor=False) / "panel"
