"""`mingg play`: runs the device in the terminal. `mingg panel`: runs it with a real display. `mingg press`: presses
keys of the device, and prints its screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import click
from mingg.hal.store import Store
from mingg.lang import ENGLISH
from mingg.settings import FILE as SETTINGS
from mingg.settings import Settings

from mingg_host.commands.options import (
    archive_option,
    language_of,
    ledger_option,
    output_option,
    read_bytes,
    refuse_to_overwrite,
)
from mingg_host.common import disk, places
from mingg_host.common.output import Failure, printable
from mingg_host.device import keyscript
from mingg_host.device.flash_folder import FlashFolder, to_disk
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.device.keyscript import Recording, ScriptError, Step
from mingg_host.device.live import LiveDevice, asked_to_end
from mingg_host.device.terminal import ASLEEP, CELLS, HELP, Screen, keyboard
from mingg_host.device.vm.rig import LEDGER
from mingg_host.evenings.backup import NAMED
from mingg_host.evenings.sources import Copied, copy_of

ADDRESSES = (0x3C, 0x3D)  # of a display on the bus
NO_TERMINAL = (
    "This command needs a terminal, but its input or output is a file or a pipe. Over ssh, use ssh -t. To play a script"
    " without a terminal: mingg press --keys FILE."
)
DUMB = "This terminal (TERM={}) cannot place letters. Try another one, or `mingg sim` with a browser."
FORGOTTEN = "The evening was not kept. To keep it, name a folder: --ledger FOLDER."
QUEUED = "The club does not have {} records of this evening yet. Run `mingg play` again while its night runs."
NO_BLOCKS = "The encoding of this terminal is {}, which has no block characters. Try: LANG=C.UTF-8 mingg play"


# ---- what the commands that run the device share ----


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
    type=click.Path(readable=False),
)


@contextmanager
def flash_of(ledger: Path | None, copy: Copied | None = None, output: Path | None = None) -> Iterator[FlashFolder]:
    """Yields the folder that represents the device's flash, with a copy of an evening in it if there is one.

    ledger: the folder; None: a temporary one. output: a file that must have room before all this. At the end reports
    what could not be written. Then the command fails, because the player may believe that everything is saved.
    Raises Failure, and then leaves no new folder.
    """
    with disk.told(ledger, Failure), disk.room_for(output), ExitStack() as stack:
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
    named = NAMED | {LEDGER: "the last change of the evening"}
    lines = [
        f"{flash.path}: {named.get(name, name)} could not be written: {os.strerror(number)}."
        for name, number in flash.unkept.items()
    ]
    if lines:
        lines.append("Make sure that the disk has room and that you may write there. Then enter it again.")
    return lines


def _speak(flash: FlashFolder) -> None:
    """Lets a new device speak the language of the system's locale. What plays or records a script begins in English, so
    that the script does the same everywhere."""
    language = language_of(None)
    if language != ENGLISH and not (flash.path / SETTINGS).exists():
        with suppress(OSError):  # the device says so when it stores something
            Settings(Store(str(flash.path), to_disk)).put("language", language)


# ---- play ----


@click.command
@click.option(
    "--draw",
    type=click.Choice(list(CELLS)),
    help="Half blocks need a terminal of 128 x 32 characters, braille 64 x 16.  [default: the larger that fits]",
)
@ledger_option("Folder for the evenings.  [default: the folder play in Mingg's data; none with --open or --keys]")
@open_option
@keys_option
@output_option("Write the keys that you press as a key script.")
@archive_option
def play(
    draw: str | None,
    ledger: Path | None,
    opened: str | None,
    script: list[Step] | None,
    output: Path | None,
    force: bool,
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
      mingg play --open 3 -o what-went-wrong.keys
    """
    look_at_terminal()
    refuse_to_overwrite([output] if output else [], force)
    copy = None if opened is None else copy_of(opened, archive)
    forgotten = ledger is None and (copy is not None or script is not None)
    folder = None if forgotten else ledger or places.data("play")
    with flash_of(folder, copy, output) as flash:
        if script is None and output is None:
            _speak(flash)
        queued = _on_screen(flash, draw, script or [], output)
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


# ---- panel ----


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
    ):
        _speak(flash)
        with LiveDevice(flash, glass, typed, stop, pins) as device:
            device.play()


# ---- press ----


def _script(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> list[Step]:
    try:
        return [step._replace(line=0) for step in keyscript.parse(" ".join(words))]
    except ScriptError as error:
        raise click.BadParameter(error.mistake) from error


@click.command
@click.argument("keys", nargs=-1, callback=_script)
@keys_option
@output_option("Write the screen as a picture, name.png, or as a text, name.txt.")
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
    hold up, hold up 2s      hold it
    x3 up                    tap it three times
    wait 2s, wait 500ms      let time pass
    dice 3 4                 set the next throws of the dice
    screenshot name.png      save the screen; name.txt: as text
    # to the end of a line   a comment
    """
    refuse_to_overwrite([output] if output else [], force)
    if output is not None and output.suffix not in keyscript.SUFFIXES:
        raise click.BadParameter(f"{output}: name a picture, name.png, or a text, name.txt", param_hint="'-o'")
    copy = None if opened is None else copy_of(opened, archive)
    with (
        flash_of(ledger, copy, output) as flash,
        Headless(flash, strict=False, sync=to_disk) if on == "cpython" else HeadlessVM(flash, strict=False) as device,
    ):
        device.play([*(script or []), *keys])
        if output is not None:
            device.screenshot(output)
        for line in device.picture():
            click.echo(line)
        click.echo("\n".join(map(printable, device.text())) or ASLEEP)
        for x, y, w, h in device.outside:
            click.echo(f"drawn outside the panel: {w} x {h} at {x}, {y}", err=True)
