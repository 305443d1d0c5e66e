"""Makes the files of a release: `make release`, or python -m release FOLDER."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from email import message_from_string
from pathlib import Path

import click
from mingg_host.board.data import Board, firmware_of
from mingg_host.common import VERSION, disk, places
from mingg_host.common.output import Failure
from mingg_host.deploy import firmware
from mingg_host.simulator import website

from release import components, images, printing
from release.ready import address

ROOT = Path(__file__).resolve().parents[2]
CASE = ROOT / "build" / "case"
PDFS = {"manual.html": "mingg-manual.pdf", "quick-card.html": "mingg-quick-card.pdf"}  # of docs/
NOTES, SUMS, SBOM = "release-notes.md", "SHA256SUMS", "mingg-sbom.json"
DAY = (1980, 1, 1, 0, 0, 0)  # the first one that a zip file knows
_FILE = 0o100644 << 16
_ABOUT = (
    (
        r"mingg-(.+)\.uf2",
        "for a new {}: hold BOOTSEL while you connect the board, and copy this file onto the drive that appears; "
        "**overwrites the evenings** of a board that has some",
    ),
    (r"mingg_scoring-.*\.whl", "the Python library; the command needs it"),
    (
        r"mingg-.*\.whl",
        "the command `mingg` for a PC: `pip install ./mingg*.whl` in the folder of both; "
        "`mingg flash` updates a board, and its evenings stay",
    ),
    (
        r"mingg-.*-site\.zip",
        "the page to play on, and all pages: unpack it and open `index.html`, or give it to a web host",
    ),
    (r"mingg-.*-case\.zip", "the case to print: STL, STEP and 3MF, and the list of parts"),
    (r"mingg-case\.png", "the case"),
    (r"mingg(?:_scoring)?-.*\.tar\.gz", "the sources"),
    (r"mingg-manual\.pdf", "the manual"),
    (r"mingg-quick-card\.pdf", "the quick card, two pages to print"),
    (r"mingg-licenses\.txt", "the licences of Mingg, and of MicroPython and its parts"),
    (r"mingg-sbom\.json", "all components with their versions (CycloneDX)"),
)


def for_board(board: str, stock: Path, scratch: Path) -> dict[str, bytes]:
    """Returns the file for a new board."""
    click.echo(f"{board}: {stock.name}")
    firmware.make(board, scratch / board, stock=stock)
    return {path.name: path.read_bytes() for path in sorted((scratch / board).glob(f"mingg-{board}*"))}


def packages(scratch: Path) -> dict[str, bytes]:
    """Returns the wheels and the source archives of the library and of the command."""
    folder = scratch / "packages"
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    env = {**os.environ, "MINGG_PUBLISH": "1"}
    for project in (ROOT / "library", ROOT):
        _run("hatchling cannot build the packages", command, project, env)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def _run(failed: str, command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        raise click.ClickException(f"{failed}:\n{done.stdout}{done.stderr}")


def licenses() -> dict[str, bytes]:
    """Returns the licences: images and the site contain MicroPython."""
    texts = [path.read_bytes() for path in (ROOT / "LICENSE.md", website.LICENSE)]
    return {"mingg-licenses.txt": (b"\n" + b"=" * 80 + b"\n\n").join(texts)}


def site(of_boards: Mapping[str, tuple[str, bytes]]) -> dict[str, bytes]:
    """Returns the site as an archive, and its documents as PDF. of_boards: the files that its page offers."""
    if places.pages() is None:
        raise Failure("There are no pages to print. Make them: make site")
    edition = website.Site(places.package(), offered=of_boards).edition()
    pdfs = printing.printed(edition.files, [f"{website.PAGES}docs/{name}" for name in PDFS])
    return {f"mingg-{VERSION}-site.zip": zipped(edition.files), **dict(zip(PDFS.values(), pdfs, strict=True))}


def case() -> dict[str, bytes]:
    """Returns the case: what a printer needs, the list of parts, and a picture."""
    if not CASE.is_dir():
        raise Failure(f"{CASE}: there are no files of the case. Make them: make case")
    files = {**_below(CASE, ""), "parts.csv": (ROOT / "board" / "parts.csv").read_bytes()}
    picture = (ROOT / "docs" / "pictures" / "case.png").read_bytes()
    return {f"mingg-{VERSION}-case.zip": zipped(files), "mingg-case.png": picture}


def _below(folder: Path, prefix: str) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {prefix + path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Returns a zip file that depends on nothing but the files: not on the time, the machine or the disk."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path, DAY)
            entry.external_attr = _FILE
            entry.create_system = 3
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return result.getvalue()


def sbom(wheels: Mapping[str, bytes], stock: Mapping[str, Path]) -> dict[str, bytes]:
    """Returns the list of components. wheels: their metadata names the packages of the extras."""
    extras = set[str]()
    for data in (data for name, data in wheels.items() if name.endswith(".whl")):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            wanted = message_from_string(archive.read(metadata).decode()).get_all("Requires-Dist", [])
        extras |= {re.split(r"[\s<>=!~;\[]", line, maxsplit=1)[0].lower() for line in wanted if "extra ==" in line}
    lock, more = ((ROOT / "requirements" / name).read_text(encoding="utf-8") for name in ("play.txt", "dev.txt"))
    return {SBOM: components.listed(VERSION, lock, more, extras, stock)}


def sums(files: Mapping[str, bytes]) -> bytes:
    """Returns the content of SHA256SUMS, which `sha256sum --check` reads."""
    return "".join(f"{disk.digest(data)}  {name}\n" for name, data in sorted(files.items())).encode()


def notes(changelog: str, version: str, files: Iterable[str], missing: Mapping[str, str]) -> str:
    """Returns what the changelog says about the version, and which file is for what.

    files: their names. missing: where the image of each board without a file is, by its name. Raises Failure.
    """
    section = re.search(rf"^## \[?{re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    if section is None:
        raise Failure(f"CHANGELOG.md has no section of version {version}. Add one: ## {version}")
    without = [f"- {board}: see {page}" for board, page in missing.items()]
    parts = [
        f"# Mingg {version}",
        "\n".join(["| file | use |", "| --- | --- |", *(f"| {name} | {about(name)} |" for name in sorted(files))]),
        *(["Without a file of their own:", "\n".join(without)] if without else []),
        "## What changed",
        re.sub(r"\]\((?!https?:)", f"]({address()}/blob/v{version}/", section[1].strip()),
    ]
    return "\n\n".join(parts) + "\n"


def about(name: str) -> str:
    """Returns what a file is for."""
    for pattern, text in _ABOUT:
        found = re.fullmatch(pattern, name)
        if found:
            return text.format(*(Board(places.boards()[board]).name for board in found.groups()))
    raise ValueError(f"{name}: release/__main__.py does not say what this file is for")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--images", "stock", type=click.Path(path_type=Path), help="The folder with MicroPython's images.")
@click.option(
    "--whole", is_flag=True, help="Download missing images; fail if anything that a release needs is missing."
)
def main(folder: Path, stock: Path | None, whole: bool) -> None:
    """Make the files of a release in FOLDER."""
    others = [path for path in folder.iterdir() if path.name not in (NOTES, SUMS)] if folder.is_dir() else []
    if not all(path.match("mingg*") for path in others):
        raise Failure(f"{folder} contains other files than a release. Name an empty or a new folder.")
    boards = places.boards()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = images.find(images.table(boards), stock, whole)
    if whole and found.missing:
        raise Failure(*(f"{board}: {why}" for board, why in found.missing.items()))
    with disk.told(folder, Failure):
        with disk.scratch() as scratch:
            files = dict[str, bytes]()
            for name, path in found.files.items():
                files |= for_board(name, path, scratch)
            of_boards = {
                Board(boards[name]).name: (f"mingg-{name}.uf2", files[f"mingg-{name}.uf2"]) for name in found.files
            }
            built = packages(scratch)
            files |= {**built, **site(of_boards), **case(), **licenses(), **sbom(built, found.files)}
        pages = {Board(boards[board]).name: firmware_of(boards[board]).page for board in found.missing}
        files[NOTES] = notes(changelog, VERSION, files, pages).encode()
        files[SUMS] = sums(files)
        with disk.in_place_of(folder) as new:
            for name, data in files.items():
                (new / name).write_bytes(data)
    for board, why in found.missing.items():
        click.echo(f"Missing: mingg-{board}.uf2: {why}", err=True)
    for name, data in sorted(files.items()):
        click.echo(f"{len(data) // 1000:7d} kB  {name}")
    click.echo(f"Mingg {VERSION}: {len(files)} files in {folder}")


if __name__ == "__main__":
    main(prog_name="make release")
