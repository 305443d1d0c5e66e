"""`mingg play`: runs the device in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from mingg_host.club import joining
from mingg_host.commands.paths import FOLDER, archive_option, output_option, refuse_to_overwrite
from mingg_host.commands.script_options import (
    flash_of,
    keys_option,
    open_option,
    perform,
    script_errors,
    unkept_told,
)
from mingg_host.common import disk, places
from mingg_host.common.failures import Failure
from mingg_host.common.files import room_for
from mingg_host.common.output import printable
from mingg_host.device.blocks import CELLS
from mingg_host.device.flash_folder import FlashFolder, to_disk
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import Step
from mingg_host.evenings.sources import copy_of

NO_TERMINAL = (
    "This command needs a terminal, but its input or output is a file or a pipe. Over ssh, use ssh -t. To play a script"
    " without a terminal: mingg play --no-screen --keys FILE."
)
DUMB = "This terminal (TERM={}) cannot place letters. Try another one, or `mingg sim` with a browser."
FORGOTTEN = "The evening was not kept. To keep it, name a folder: --ledger FOLDER."
QUEUED = "The club does not have {} records of this evening yet. Run `mingg play` again while its broker runs."
NO_BLOCKS = "The encoding of this terminal is {}, which has no block characters. Try: LANG=C.UTF-8 mingg play"


@click.command
@click.option(
    "--draw",
    type=click.Choice(list(CELLS)),
    help="Half blocks need a terminal of 128 x 32 characters, braille 64 x 16.  [default: the larger that fits]",
)
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Folder for the evenings.  [default: the folder play in Mingg's data; none with --open or --keys]",
)
@open_option
@keys_option
@click.option(
    "--club",
    metavar="LINK",
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
    club: str | None,
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
    member = None if club is None else _member(club)
    copy = None if opened is None else copy_of(opened, archive)
    forgotten = ledger is None and (copy is not None or script is not None)
    if forgotten and member is not None:
        raise click.UsageError(
            "--club keeps records for the club. With --open or --keys, name a folder: --ledger FOLDER."
        )
    folder = None if forgotten else ledger or places.data("play")
    queued = 0
    with disk.told(folder, Failure), room_for(output), flash_of(folder, copy) as flash:
        if member is not None:
            joining.write(flash.path, member)
        if no_screen:
            _unseen(flash, script or [])
        else:
            queued = _on_screen(flash, draw, script or [], output)
    if not no_screen:
        click.echo(FORGOTTEN if forgotten else f"The evenings are in {flash.path}")
    if queued:
        click.echo(QUEUED.format(queued), err=True)


def _member(club: str) -> joining.Membership:
    try:
        return joining.of_link(club)
    except joining.BadMembership as error:
        raise click.BadParameter(printable(str(error)), param_hint="--club") from error


def look_at_terminal() -> None:
    """Raises click.ClickException if the device cannot be shown in this terminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise click.ClickException(NO_TERMINAL)
    if os.name == "nt":
        raise click.ClickException(
            "This command needs a terminal of Linux or macOS. On Windows, play in the browser: mingg sim"
        )
    kind = os.environ.get("TERM", "")
    if kind in ("", "dumb", "unknown"):
        raise click.ClickException(DUMB.format(kind or "?"))
    if sys.stdout.encoding.lower().replace("-", "") != "utf8":
        raise click.ClickException(NO_BLOCKS.format(sys.stdout.encoding))


def _unseen(flash: FlashFolder, script: list[Step]) -> None:
    with unkept_told(flash.path) as unkept, Headless(flash, strict=False, sync=to_disk) as device:
        try:
            perform(script, device)
        finally:
            unkept.update(device.unkept())


def _on_screen(flash: FlashFolder, draw: str | None, script: list[Step], record: Path | None) -> int:
    """Returns how many records a club does not have yet."""
    from mingg_host.device.terminal.device import Stopped, TerminalDevice
    from mingg_host.device.terminal.ending import asked_to_end
    from mingg_host.device.terminal.keyboard import terminal
    from mingg_host.device.terminal.recording import Recording, RecordingFile
    from mingg_host.device.terminal.screen import Screen

    sys.stdout.flush()
    try:
        with (
            unkept_told(flash.path) as unkept,
            RecordingFile(record, unkept) as recorded,
            script_errors(),
            asked_to_end() as stop,
            terminal(helps=True) as keyboard,
            Screen(sys.stdout.fileno(), draw) as screen,
            TerminalDevice(flash, screen, keyboard, stop, to_disk, Recording(recorded.write)) as device,
        ):
            try:
                device.play(script)
            finally:
                unkept.update(device.unkept())
            return device.queued()
    except Stopped as error:
        raise click.ClickException(
            f"The firmware had an internal error. Every deal that was shown as saved is in {flash.path}. "
            "Please send the lines below to its developers.\n" + "\n".join(map(printable, str(error).split("\n")))
        ) from error
