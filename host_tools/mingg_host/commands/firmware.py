"""`mingg firmware`: what goes onto a board, compiled."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from mingg_host.board.data import BoardError
from mingg_host.commands import completing
from mingg_host.commands.connecting import TOOLS
from mingg_host.common import disk
from mingg_host.deploy import firmware
from mingg_host.deploy.build import CompileError


def made(board: str, folder: Path, image: bool = True, lines: bool = False) -> tuple[firmware.Firmware, str]:
    """The firmware for a board, compiled into a folder, and a line about it. Raises click.ClickException."""
    try:
        with Console(stderr=True).status("compiling"):
            found = firmware.make(board, folder, image=image, lines=lines)
        taken = "" if found.blocks is None else "; {} of the {} blocks of its flash".format(*found.blocks)
        return found, f"Mingg {found.version} for {board}: {len(found.files)} files, {found.size} bytes{taken}"
    except CompileError as error:
        raise click.ClickException(f"MicroPython does not take these:\n{error}") from error
    except (firmware.FirmwareError, BoardError) as error:
        raise click.ClickException(str(error)) from error
    except ModuleNotFoundError as error:
        raise click.ClickException(TOOLS.format(error.name)) from error
    except OSError as error:
        raise click.ClickException(disk.why(error, folder)) from error


@click.command("firmware")
@click.argument("board", shell_complete=completing.boards)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--lines", is_flag=True, help="Keep line numbers, for tracebacks; takes a tenth more flash and memory.")
def firmware_command(board: str, folder: Path, lines: bool) -> None:
    """Compile the firmware for BOARD into FOLDER, with all that puts it onto one.

    FOLDER then has the files for the board, a manifest of their hashes, a package.json for mip, and the whole file
    system as an image to flash beside MicroPython's, also as a UF2 for a board that has BOOTSEL held.

    \b
    Example:
      mingg firmware pico build/pico
    """
    _, line = made(board, folder, lines=lines)
    click.echo(f"{line}; in {folder}")
