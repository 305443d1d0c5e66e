"""Makes the files of a release page: python -m release IMAGES FOLDER."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
from mingg_host.common import VERSION, disk, places
from mingg_host.deploy import firmware
from mingg_host.deploy.build import CompileError
from mingg_host.simulator import website

from release import archives, documents, images, notes

ROOT = Path(__file__).resolve().parents[2]
PDFS = {"manual.html": "mingg-manual.pdf", "quick-card.html": "mingg-quick-card.pdf"}
_MADE = "mingg-*"


def for_boards(found: dict[str, Path], scratch: Path) -> dict[str, bytes]:
    """Returns the files for boards. found: the image of each board."""
    files = {}
    for board, image in found.items():
        click.echo(f"{board}: {image.name}")
        firmware.make(board, scratch / board, stock=image)
        files.update({path.name: path.read_bytes() for path in sorted((scratch / board).glob(f"mingg-{board}*"))})
    return files


def packages(scratch: Path) -> dict[str, bytes]:
    """Returns the wheel and the source archive."""
    folder = scratch / "packages"
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if built.returncode:
        raise click.ClickException(f"hatchling cannot build the packages:\n{built.stdout}{built.stderr}")
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def site() -> dict[str, bytes]:
    """Returns the site as an archive, and its documents as PDF."""
    edition = website.Site(places.package()).edition()
    pages = [f"{edition.version}/{name}" for name in PDFS]
    return {
        f"mingg-{VERSION}-site.zip": archives.zipped(edition.files),
        **dict(zip(PDFS.values(), documents.printed(edition.files, pages), strict=True)),
    }


@click.command()
@click.argument("stock", metavar="IMAGES", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(stock: Path, folder: Path) -> None:
    """Make the files of a release page in FOLDER. IMAGES: the folder with MicroPython's images."""
    boards = [images.wanted(path) for path in places.boards().values()]
    if not stock.is_dir():
        raise click.ClickException(
            f"{stock}: there is no such folder. Download MicroPython's images into one and name it: "
            f"make release IMAGES=FOLDER. The image of a {boards[0].board} is on {boards[0].page}"
        )
    found = {board.board: image for board in boards if (image := images.find(board, stock))}
    missing = [f"{b.board}: no {b.example} in {stock}. Download it: {b.page}" for b in boards if b.board not in found]
    if not found:
        raise click.ClickException("\n".join(missing))
    if folder.is_dir() and any(not path.match(_MADE) and path.name not in OTHERS for path in folder.iterdir()):
        raise click.ClickException(f"{folder} contains other files than a release. Name an empty or a new folder.")
    try:
        with disk.scratch() as scratch:
            files = {**for_boards(found, scratch), **packages(scratch), **site()}
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        without = [f"{board.board}: see {board.page}" for board in boards if board.board not in found]
        files[NOTES] = notes.notes(changes, VERSION, files, without).encode()
        files[SUMS] = archives.sums(files)
        with disk.in_place_of(folder) as new:
            for name, data in files.items():
                (new / name).write_bytes(data)
    except CompileError as error:
        raise click.ClickException(f"MicroPython cannot compile these files:\n{error}") from error
    except OSError as error:
        raise click.ClickException(disk.why(error, folder)) from error
    for line in missing:
        click.echo(f"Missing: {line}", err=True)
    click.echo(f"Mingg {VERSION}: {len(files)} files in {folder}")


NOTES, SUMS = "release-notes.md", "SHA256SUMS"
OTHERS = (NOTES, SUMS)

if __name__ == "__main__":
    main(prog_name="make release")
