"""Says what the owner of the project forgot before a release: `make ready`. docs/release.md has the steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
from mingg_host.common import VERSION, places
from mingg_host.common.output import Failure

from release import images

ROOT = Path(__file__).resolve().parents[2]
OWNERS = "library/hatch_build.py"  # has the address of the project, which its owner sets
DATE = r"\b20\d\d-\d\d-\d\d\b"


def address() -> str:
    """Returns the address of the project, without which no link of the notes would lead anywhere."""
    found = re.search('^ADDRESS = "(.*)"', (ROOT / OWNERS).read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise Failure(f"{OWNERS} has no ADDRESS")
    return found[1]


def forgotten(tag: str, changelog: str) -> Iterator[str]:
    """Yields a line for each step that is not done. tag: that of the release; "" if there is none yet."""
    if "/OWNER/" in address():
        yield f"{OWNERS}: ADDRESS is not yet that of the project"
    for image in images.table(places.boards()).values():
        if not image.sha256:
            yield f"{images.TABLE.name} has no hash of {image.name} yet. `make release WHOLE=1` prints it"
    heading = re.search(rf"^## \[?{re.escape(VERSION)}\b[^\n]*", changelog, re.MULTILINE)
    if heading is None:
        yield f"CHANGELOG.md has no section of version {VERSION}"
    elif not re.search(DATE, heading[0]):
        yield f"CHANGELOG.md: {heading[0]!r} has no date yet"
    if tag and tag != f"v{VERSION}":
        yield f"The tag is {tag}, and the version is {VERSION}: firmware/mingg/__init__.py"


@click.command()
@click.option("--whole", is_flag=True, help="Fail if something is forgotten.")
@click.option("--tag", default="", help="The tag of the release.")
def main(whole: bool, tag: str) -> None:
    """Say what is forgotten before a release."""
    lines = [*forgotten(tag, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))]
    if whole and lines:
        raise Failure(*lines)
    for line in lines or [f"Nothing is forgotten for version {VERSION}."]:
        click.echo(line)


if __name__ == "__main__":
    main(prog_name="make ready")
