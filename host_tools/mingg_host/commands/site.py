"""`mingg site`: writes the simulator's page into a folder for a static host."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.common import disk, places
from mingg_host.simulator import website


@click.command
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def site(folder: Path) -> None:
    """Write the simulator's page into FOLDER. Any static web host can serve it, also from a subfolder.

    Over https, people can install the page on a phone. It then works offline. An earlier version of the page in FOLDER
    is replaced. Other files in FOLDER stay.

    \b
    Example:
      mingg site public/mingg
    """
    try:
        edition = website.Site(places.package()).edition()
        website.write(edition, folder)
    except website.SiteError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(disk.why(error, folder)) from error
    size = sum(map(len, edition.files.values()))
    click.echo(f"Wrote version {edition.version} to {folder}: {len(edition.files)} files, {size // 1000} kB.")
