"""`mingg sim`: the device in the browser."""

from __future__ import annotations

import click

from mingg_host import serve
from mingg_host.node import SetupError


@click.command()
@click.option("--host", default=serve.HOST, show_default=True, help="Address to listen on; 0.0.0.0 for a phone.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Port to listen on.  [default: {serve.PORT}, or the next free one]",
)
def sim(host: str, port: int | None) -> None:
    """Serve the simulator: the firmware on MicroPython, in a web page.

    \b
    Example:
      mingg sim --port 8080
    """
    try:
        serve.serve(host, port, click.echo)
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(error.strerror or str(error)) from error
