"""`mingg play`: runs the device in the terminal. `mingg panel`: runs it with a real display."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

import click

from mingg_host.club import joining
from mingg_host.commands.device_options import flash_of, keys_option, open_option
from mingg_host.commands.options import archive_option, ledger_option, output_option, refuse_to_overwrite
from mingg_host.common import places
from mingg_host.common.output import Refused
from mingg_host.device.flash_folder import FlashFolder, to_disk
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import Recording, Step
from mingg_host.device.live import LiveDevice, asked_to_end
from mingg_host.device.terminal import CELLS, HELP, Screen, keyboard
from mingg_host.evenings.sources import copy_of

ADDRESSES = (0x3C, 0x3D)  # of a display on the bus
NO_TERMINAL = (
    "This command needs a terminal, but its input or output is a file or a pipe. Over ssh, use ssh -t. To play a script"
    " without a terminal: mingg play --no-screen --keys FILE."
)
DUMB = "This terminal (TERM={}) cannot place letters. Try another one, or `mingg sim` with a browser."
FORGOTTEN = "The evening was not kept. To keep it, name a folder: --ledger FOLDER."
QUEUED = "The club does not have {} records of this evening yet. Run `mingg play` again while its broker runs."
NO_BLOCKS = "The encoding of this terminal is {}, which has no block characters. Try: LANG=C.UTF-8 mingg play"


def _member(context: click.Context, parameter: click.Parameter, link: str | None) -> joining.Membership | None:
    try:
        return None if link is None else joining.of_link(link)
    except Refused as error:
        raise click.BadParameter(str(error)) from error


@click.command
@click.option(
    "--draw",
    type=click.Choice(list(CELLS)),
    help="Half blocks need a terminal of 128 x 32 characters, braille 64 x 16.  [default: the larger that fits]",
)
@ledger_option("Folder for the evenings.  [default: the folder play in Mingg's data; none with --open or --keys]")
@open_option
@keys_option
@click.option(
    "--club",
    "member",
    metavar="LINK",
    callback=_member,
    help="Join a table of a club, and stay there: the link of the director's page, or of `mingg club join --link`.",
)
@output_option("Write the keys that you press as a key script.")
@click.option("--no-screen", is_flag=True, help="Play the script of --keys without a terminal, and end.")
@archive_option
def play(
    draw: str | None,
    ledger: Path | None,
    opened: str | None,
    script: list[Step] | None,
    member: joining.Membership | None,
    output: Path | None,
    force: bool,
    no_screen: bool,
    archive: Path | None,
) -> None:
    """Play in this terminal, also over ssh. It runs the same firmware as a board.

    \b
    arrows            the answers around the centre
    Enter, x          A: yes, continue
    Backspace, Esc, z B: one step back
    m                 hold B: the keys of this screen, and the menu
    Shift+arrow       hold an arrow; capital A and B: hold A or B
    h, then a key     hold that key, in any terminal
    ?                 show this help
    q, Ctrl-C         end; a half-entered deal is kept, too

    \b
    Example:
      mingg play
      mingg play --open 3
      mingg play --keys to-the-menu.keys
      mingg play --ledger table-3 --club 'http://192.168.4.1:8000/#club=...'
      mingg play --open 3 -o what-went-wrong.keys
    """
    if no_screen:
        if script is None:
            raise click.UsageError("--no-screen needs a script. Name it with --keys FILE.")
        if output is not None:
            raise click.UsageError("-o needs a terminal. Omit it or --no-screen.")
    else:
        look_at_terminal()
    refuse_to_overwrite([output] if output else [], force)
    copy = None if opened is None else copy_of(opened, archive)
    forgotten = ledger is None and (copy is not None or script is not None)
    if forgotten and member is not None:
        raise click.UsageError(
            "--club keeps records for the club. With --open or --keys, name a folder: --ledger FOLDER."
        )
    folder = None if forgotten else ledger or places.data("play")
    queued = 0
    with flash_of(folder, copy, output) as flash:
        if member is not None:
            joining.write(flash.path, member)
        if no_screen:
            with Headless(flash, strict=False, sync=to_disk) as device:
                device.play(script or [])
        else:
            queued = _on_screen(flash, draw, script or [], output)
    if not no_screen:
        click.echo(FORGOTTEN if forgotten else f"The evenings are in {flash.path}")
    if queued:
        click.echo(QUEUED.format(queued), err=True)


def look_at_terminal() -> None:
    """Raises click.ClickException if the device cannot be shown in this terminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise click.ClickException(NO_TERMINAL)
    kind = os.environ.get("TERM", "")
    if kind in ("", "dumb", "unknown") and os.name != "nt":
        raise click.ClickException(DUMB.format(kind or "?"))
    if sys.stdout.encoding.lower().replace("-", "") != "utf8":
        raise click.ClickException(NO_BLOCKS.format(sys.stdout.encoding))


def _on_screen(flash: FlashFolder, draw: str | None, script: list[Step], output: Path | None) -> int:
    """Returns how many records a club does not have yet."""
    sys.stdout.flush()
    recording = Recording(output)
    try:
        with (
            recording,
            asked_to_end() as stop,
            keyboard(helps=True) as keys,
            Screen(sys.stdout.fileno(), draw) as screen,
            LiveDevice(flash, screen, keys, stop, recording=recording) as device,
        ):
            device.play(script)
            return device.queued()
    finally:
        if recording.error is not None:
            flash.unkept[f"the recording {output}"] = recording.error.errno or 0


@click.command
@click.option(
    "--keys",
    metavar="PINS",
    help="Pins of the buttons left, right, up, down, A, B, by Blinka's names with commas. Each button connects its pin"
    " to ground.",
)
@ledger_option("Folder for the evenings.  [default: the folder panel in Mingg's data]")
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
    from mingg_host.device.panel import Glass, Wires

    wires = Wires()
    pins = wires.keys([name.strip() for name in keys.split(",")]) if keys else int
    glass = Glass(wires.drive, ADDRESSES)
    if not glass.present():
        addresses = " and ".join(map(hex, ADDRESSES))
        click.echo(
            f"No display answers at {addresses} yet. Check SDA, SCL and 3.3 V. Mingg keeps searching for it.", err=True
        )
    click.echo(HELP)
    with (
        flash_of(ledger or places.data("panel")) as flash,
        asked_to_end() as stop,
        keyboard() as typed,
        closing(glass),
        LiveDevice(flash, glass, typed, stop, pins) as device,
    ):
        device.play()
