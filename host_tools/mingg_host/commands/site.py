"""`mingg site`: writes the simulator's page into a folder for a static host."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.options import output_option, refuse_to_overwrite
from mingg_host.common import disk, places
from mingg_host.common.output import Failure
from mingg_host.common.printing import busy
from mingg_host.simulator import website


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
