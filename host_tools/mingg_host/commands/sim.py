"""`mingg sim`: runs the device in a web browser."""

from __future__ import annotations

import errno
from pathlib import Path

import click

from mingg_host.commands.paths import archive_option
from mingg_host.commands.script_options import keys_option, open_option
from mingg_host.device.keyscript import Step
from mingg_host.evenings.sources import copy_of
from mingg_host.simulator import serve
from mingg_host.simulator.preset import Preset


@click.command
@click.option(
    "--host", default=serve.HOST, show_default=True, help="Address to listen on; 0.0.0.0 lets a phone connect."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Port to listen on.  [default: {serve.PORT}, or the next free one]",
)
@open_option
@keys_option
@archive_option
def sim(host: str, port: int | None, opened: str | None, script: list[Step] | None, archive: Path | None) -> None:
    """Serve the simulator: a web page that runs the firmware on MicroPython.

    With --open the page shows a copy of an evening, which only that tab stores. With --keys the page plays a key
    script, and this command writes its screenshots. Neither changes the evenings that the page has stored.

    \b
    Example:
      mingg sim --port 8080
      mingg sim --open 3
      mingg sim --keys to-the-menu.keys
    """
    preset = None
    if opened is not None or script is not None:
        preset = Preset(None if opened is None else copy_of(opened, archive), script, click.echo)
    try:
        serve.serve(host, port, click.echo, preset)
    except OSError as error:
        place = "" if error.errno == errno.EADDRINUSE else f"{host}{'' if port is None else f', port {port}'}: "
        raise click.ClickException(place + (error.strerror or str(error))) from error
