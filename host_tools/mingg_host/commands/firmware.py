"""`mingg firmware` compiles the firmware for a board, `mingg flash` installs it, `mingg crash` says where it failed."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mingg_host.board.data import firmware_of
from mingg_host.commands.options import output_option, port_option, refuse_to_overwrite
from mingg_host.common import disk, places
from mingg_host.common.output import Failure, printable
from mingg_host.common.printing import busy, measured
from mingg_host.connection.link import Link, connected
from mingg_host.deploy import firmware
from mingg_host.deploy.flash import flash as bring
from mingg_host.deploy.flash import warning
from mingg_host.deploy.short_names import Names
from mingg_host.evenings import backup

_FRAME = re.compile(r'  File "([^"]*)", line \d+, in (.+)')
_QUOTED = re.compile(r"'(\w+)'")


def made(board: str, folder: Path, lines: bool = False, stock: Path | None = None) -> firmware.Firmware:
    """Compiles the firmware for a board into a folder, and shows that this takes a moment."""
    with busy("compiling"), disk.told(folder, Failure):
        return firmware.make(board, folder, lines=lines, stock=stock)


@click.command("firmware")
@click.argument("board")
@output_option("Write into this folder: a new one, or one with an earlier build.", "FOLDER", required=True)
@click.option("--lines", is_flag=True, help="Keep line numbers for tracebacks; needs a tenth more flash and memory.")
@click.option(
    "--image",
    "stock",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="MicroPython's image for the board: also make files of MicroPython and Mingg.",
)
def firmware_command(board: str, output: Path, force: bool, lines: bool, stock: Path | None) -> None:
    """Compile the firmware for BOARD into a folder, with everything that you need to install it.

    The folder then has the files for the board, a manifest with their hashes, a package.json for mip, and an image of
    the whole file system to flash beside MicroPython's image. The image is also there as a UF2 for the boot drive (hold
    BOOTSEL). The image is for a new board: it overwrites the evenings of a board that has some.

    With --image, the folder also has MicroPython and Mingg in one file for a new board, mingg-BOARD.uf2: hold BOOTSEL
    and copy it to the drive of the board. `mingg flash` updates a board, and its
    evenings stay.

    \b
    Example:
      mingg firmware pico -o build/pico
      mingg firmware pico -o build/pico --image RPI_PICO-20250911-v1.26.1.uf2
    """
    refuse_to_overwrite([output], force)
    new = made(board, output, lines=lines, stock=stock)
    blocks = "" if new.blocks is None else "; {} of the {} blocks of its flash".format(*new.blocks)
    click.echo(f"Mingg {new.version} for {board}: {len(new.files)} files, {new.size} bytes{blocks}; in {output}")


# ---- install ----


@click.command("flash")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--board",
    "name",
    metavar="NAME",
    help="The board to compile for.  [default: the connected one]",
)
@port_option
def flash(folder: Path | None, name: str | None, port: str | None) -> None:
    """Install this version of Mingg, or the firmware in FOLDER, on a connected board.

    The command first copies the evenings on the board to the PC. It sends only files that changed, reads them back, and
    restarts the board. The evenings on the board stay. If the cable is pulled meanwhile, the board keeps the old
    firmware or completes the update when it starts. You can also run the command again.

    \b
    Example:
      mingg flash
      mingg flash build/pico --port /dev/ttyACM1
    """
    with connected(port) as board:
        click.echo(f"{board.about.machine} at {board.port}, MicroPython {'.'.join(map(str, board.about.version))}")
        wanted = firmware_for(folder, name or ("" if folder else board_of(board)))
        doubt = warning(board, wanted)
        if doubt:
            click.echo(f"Warning: {doubt}", err=True)
        with measured() as report:

            def keep() -> None:
                kept = board.backup(report)
                if kept.files:
                    click.echo(
                        f"Copied the board's evenings and settings to {backup.write(kept, places.data('backups'))}"
                    )

            result = bring(board, wanted, report, keep)
    if result.finished:
        click.echo("Completed an earlier update that was interrupted.")
    if result.sent or result.removed:
        removed = f" and removed {result.removed}" if result.removed else ""
        click.echo(f"Mingg {wanted.version} is on the board: sent {result.sent} files{removed}. The board restarts.")
    else:
        click.echo(f"Mingg {wanted.version} is on the board already: sent no files. The board restarts.")


def firmware_for(folder: Path | None, name: str) -> firmware.Firmware:
    """Reads the firmware in a folder, or compiles it for the board `name`. Raises click.ClickException."""
    if folder is not None:
        return firmware.load(folder)
    with disk.scratch() as scratch:
        return made(name, scratch / "firmware")


def board_of(board: Link) -> str:
    """Finds the name of a connected board: from the firmware on it, or from its kind. Raises click.ClickException."""
    boards = places.boards()
    label = board.about.label.get("board", "")
    if label in boards:
        return label
    machine = board.about.machine
    of_kind = [name for name, folder in boards.items() if machine.startswith(firmware_of(folder).machine)]
    if len(of_kind) == 1:
        return of_kind[0]
    raise click.ClickException(
        f"The connected board is unknown: {machine}. Name it with --board: {', '.join(of_kind or boards)}"
    )


# ---- crash ----


@click.command("crash")
@click.argument("report", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--firmware",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The folder that `mingg firmware` made for that board.  [default: compile again]",
)
@click.option("--board", "name", metavar="NAME", help="The board to compile for.")
@port_option
def crash(report: Path | None, folder: Path | None, name: str | None, port: str | None) -> None:
    """Print where Mingg stopped, from the report on a connected board or from the file REPORT.

    On a board all names are short. This command replaces them by the names in the sources. If a short name stands for
    several functions, it prints all of them. It needs the same version of the firmware that stopped.

    \b
    Example:
      mingg crash
      mingg crash crash.txt --board pico
    """
    digest = ""
    if report is not None:
        if folder is None and name is None:
            raise click.UsageError(
                "The firmware that stopped is unknown. Name its folder with --firmware, or its board with --board."
            )
        with disk.told(report, Failure):
            data = report.read_bytes()
    else:
        with connected(port) as board:
            path = f"{board.about.store}/{backup.CRASH}"
            if path not in board.listing(board.about.store):
                click.echo("The board has no report: Mingg has not stopped on it.")
                return
            data = board.read(path)
            digest = board.about.label.get("digest", "")
            if folder is None and name is None:
                name = board_of(board)
    names = _names(folder, name or "")
    if digest not in ("", names.digest):
        click.echo("Warning: the board has another firmware than this one. The names may be wrong.", err=True)
    for line in translated(data.decode("utf-8", "replace"), names.modules).splitlines():
        click.echo(printable(line))


def _names(folder: Path | None, name: str) -> firmware.OnBoard:
    if folder is not None:
        return firmware.names_in(folder)
    with disk.scratch() as scratch:
        made(name, scratch / "firmware")
        return firmware.names_in(scratch / "firmware")


def translated(report: str, known: Names) -> str:
    """Returns a traceback with the names of the sources. Unknown names stay."""
    lines = []
    of_module: dict[str, list[str]] = {}  # the names of the module of the last frame

    def unquoted(match: re.Match[str]) -> str:
        ends = {name.rpartition(".")[2] for name in of_module.get(match[1], ())}
        return f"'{' or '.join(sorted(ends))}'" if ends else match[0]

    for line in report.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame:
            of_module = known.get(frame[1], {})
            full_names = [name for name in of_module.get(frame[2], []) if name[0] != "."]
            lines.append(line[: frame.start(2)] + (" or ".join(full_names) or frame[2]))
        else:  # the message of the error
            lines.append(_QUOTED.sub(unquoted, line))
    return "\n".join(lines)
