"""`mingg sim`: runs the device in a web browser. `mingg site`: writes its page into a folder for a static host."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import click

from mingg_host.commands.options import archive_option, output_option, refuse_to_overwrite
from mingg_host.commands.play import keys_option, open_option
from mingg_host.common import disk, extras, places
from mingg_host.common.output import Failure
from mingg_host.common.printing import busy
from mingg_host.device.keyscript import Step
from mingg_host.evenings.sources import copy_of
from mingg_host.simulator import serve, website


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
        preset = serve.Preset(None if opened is None else copy_of(opened, archive), script, click.echo)
    try:
        serve.serve(host, port, click.echo, preset)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:  # the message names the port
            raise Failure(str(error.strerror)) from error
        place = f"{host}{'' if port is None else f', port {port}'}"
        raise Failure(f"{disk.why(error, place)}. --host takes an address of this computer; 0.0.0.0 is all.") from error


@click.command
@output_option("Write into this folder: a new one, or one with an earlier version.", "FOLDER", required=True)
def site(output: Path, force: bool) -> None:
    """Write the simulator's page into a folder. Any static web host can serve it, also from a subfolder.

    Over https, people can install the page on a phone. It then works offline. With --force, the page replaces
    an earlier version in that folder. Other files there stay.

    \b
    Example:
      mingg site -o public/mingg
    """
    refuse_to_overwrite([output], force)
    with disk.told(output, Failure), busy("making the page"):
        edition = website.Site(places.package()).edition()
        website.write(edition, output)
    size = sum(map(len, edition.files.values()))
    click.echo(f"Wrote version {edition.version} to {output}: {len(edition.files)} files, {size // 1000} kB.")
    for line in _left_out():
        click.echo(line)


def _left_out() -> Iterator[str]:
    """Yields what only the page of a release, or of a larger installation, has."""
    if not website.reports_of_sample():
        yield f"It has no sample report: that needs the extra report. Run: {extras.command('report')}"
    if places.pages() is None:
        yield "It has no manual and no other pages: only a release has them, and a checkout after make site."
    yield f"It has no files for new boards. Each release has them: {places.on_the_web('releases')}".removesuffix(": ")
