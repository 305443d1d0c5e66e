"""`mingg firmware`: compiles the firmware for a board."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands import completing
from mingg_host.commands.options import output_option, refuse_to_overwrite
from mingg_host.common import disk
from mingg_host.common.output import Failure
from mingg_host.common.printing import busy
from mingg_host.deploy import firmware


def made(board: str, folder: Path, lines: bool = False, stock: Path | None = None) -> firmware.Firmware:
    """Compiles the firmware for a board into a folder, and shows that this takes a moment."""
    with busy("compiling"), disk.told(folder, Failure):
        return firmware.make(board, folder, lines=lines, stock=stock)


@click.command("firmware")
@click.argument("board", shell_complete=completing.boards)
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
    and copy it to the drive of the board. An ESP32-S3 gets files for esptool. `mingg flash` updates a board, and its
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
