"""Copies a built firmware to a connected board: `python -m mingg_host.deploy.flash build/pico [PORT]`.

Only what changed is sent. Ledgers on the board are never touched.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

PACKAGE = "mingg"

# Runs on the board. What an older version left goes: MicroPython would prefer an old x.py to the new x.mpy.
PRUNE = """
import os
def prune(folder, keep):
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            prune(path, keep)
            if not os.listdir(path):
                os.rmdir(path)
        elif path not in keep:
            os.remove(path)
            print("Removed:", path)
if {package!r} in os.listdir():
    prune({package!r}, {keep!r})
for name in {shadows!r}:
    if name in os.listdir():
        os.remove(name)
        print("Removed:", name)
"""


class FlashError(Exception):
    """The firmware could not be put on a board; the message says what to do."""


def find_port() -> str:
    """The serial port of the only board connected. Raises FlashError when there is none, or more than one."""
    from serial.tools import list_ports  # a tool of whoever has a board, as mpremote below

    boards = sorted((port for port in list_ports.comports() if port.vid is not None), key=lambda port: port.device)
    if not boards:
        raise FlashError(
            "No board found. Connect it by USB; it needs MicroPython on it first (README.md, On a Pico). "
            "If it is connected, name its port: make flash PORT=/dev/ttyACM0"
        )
    if len(boards) > 1:
        listed = "\n".join(f"  {port.device}  {port.description}" for port in boards)
        raise FlashError(f"Several boards are connected; say which: make flash PORT=...\n{listed}")
    return str(boards[0].device)


def flash(build: Path, port: str) -> None:
    """Bring the board at `port` to what is in `build`, and restart it. Raises FlashError."""
    files = sorted(path.relative_to(build).as_posix() for path in build.rglob("*") if path.is_file())
    if "main.py" not in files:
        raise FlashError(f"There is no firmware in {build}: make firmware")
    keep = {name for name in files if name.startswith(PACKAGE + "/")}
    shadows = [Path(name).with_suffix(".py").name for name in files if "/" not in name and name.endswith(".mpy")]
    prune = PRUNE.format(package=PACKAGE, keep=sorted(keep), shadows=shadows)
    top = [str(path) for path in sorted(build.iterdir())]
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", port, "exec", prune, "fs", "cp", "-r", *top, ":", "+", "reset"],
        check=False,
    )
    if done.returncode:
        raise FlashError(
            f"The board at {port} did not take the firmware; mpremote's words are above. Another program may hold the "
            "port, or the board has no MicroPython yet (README.md, On a Pico). It is safe to try again."
        )


@click.command()
@click.argument("build", type=click.Path(path_type=Path))
@click.argument("port", required=False)
def main(build: Path, port: str | None) -> None:
    """Copy the firmware in the folder BUILD to the board at PORT, or to the only board connected."""
    try:
        port = port or find_port()
        click.echo(f"Board at {port}")
        flash(build, port)
    except FlashError as error:
        raise click.ClickException(str(error)) from error
    click.echo("Done; the board has restarted with it.")


if __name__ == "__main__":
    main()
