"""Makes the files of a release page: python -m release IMAGES FOLDER.

Chromium prints the documents as PDF: it lays them out as the site shows them, and the tests of the site need it anyway.
Playwright, which these tests use, starts it. A PDF names the time when it was made: that is replaced, so the same page
makes the same bytes.
"""

from __future__ import annotations

import io
import mimetypes
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from mingg_host.board.data import firmware_of
from mingg_host.common import VERSION, disk, places
from mingg_host.common.output import Failure
from mingg_host.deploy import firmware
from mingg_host.simulator import website

ROOT = Path(__file__).resolve().parents[2]
PDFS = {"manual.html": "mingg-manual.pdf", "quick-card.html": "mingg-quick-card.pdf"}  # of docs/
NOTES, SUMS = "release-notes.md", "SHA256SUMS"
DAY = (1980, 1, 1, 0, 0, 0)  # the first one that a zip file knows
_FILE = 0o100644 << 16
_ABOUT = (
    (r"mingg-(.+)\.uf2", "for a new {}; **overwrites the evenings** of one that has some"),
    (r"mingg_scoring-.*\.whl", "the Python library; the command needs it"),
    (r"mingg-.*\.whl", "the command `mingg` for a PC; `mingg flash` updates a board, and its evenings stay"),
    (r"mingg-.*-site\.zip", "the simulator's page for any web host"),
    (r"mingg(?:_scoring)?-.*\.tar\.gz", "the sources"),
    (r"mingg-manual\.pdf", "the manual"),
    (r"mingg-quick-card\.pdf", "the quick card, two pages to print"),
    (r"mingg-licenses\.txt", "the licences of Mingg, and of MicroPython and its parts"),
)

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_TIME = re.compile(rb"(/(?:CreationDate|ModDate) \(D:)\d{14}")
_THEN = b"20000101000000"
A4: Any = {"top": "16mm", "bottom": "16mm", "left": "16mm", "right": "16mm"}
ORIGIN = "https://mingg.invalid/"  # no server: Chromium gets the files from here
# A PDF alone has no other pages: links to them become plain text.
NO_FILES = """() => document.querySelectorAll("a").forEach((link) => {
  if (link.origin === location.origin && link.pathname !== location.pathname) link.replaceWith(...link.childNodes);
})"""


# ---- MicroPython's images ----


def example(board: Path) -> str:
    """Returns how the image of a board is called."""
    of_board = firmware_of(board)
    return f"{of_board.page.rstrip('/').rpartition('/')[2]}-DATE-vVERSION.uf2"


def image(board: Path, images: Path) -> Path | None:
    """Returns the newest image for a board, or None. Previews of a version do not count."""
    stem, _, ending = example(board).partition("-DATE-vVERSION")
    name = re.compile(rf"{re.escape(stem)}-\d{{8}}-v(\d+(?:\.\d+)+){re.escape(ending)}")
    found = {path: match[1] for path in images.iterdir() if (match := name.fullmatch(path.name))}
    return max(found, key=lambda path: tuple(map(int, found[path].split("."))), default=None)


# ---- PDF ----


def chromium() -> str:
    """Returns the path of Chromium. Raises Failure."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        raise Failure("There is no Chromium to print the manual. Install it, or name one with CHROMIUM=")
    return found


def printed(files: Mapping[str, bytes], pages: Iterable[str]) -> list[bytes]:
    """Returns each of these pages as a PDF. files: what the pages need, by path. Raises Failure."""
    from playwright.sync_api import Error, Route, sync_playwright

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in files:
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            route.fulfill(body=files[path], content_type=kind)
        else:
            route.abort()

    results = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            for path in pages:
                page = browser.new_page()
                page.route("**/*", serve)
                page.goto(ORIGIN + path)
                page.evaluate(NO_FILES)
                results.append(page.pdf(format="A4", margin=A4, prefer_css_page_size=True, print_background=True))
                page.close()
            browser.close()
    except Error as error:
        raise Failure(f"Chromium cannot print {', '.join(pages)}: {error.message}") from error
    return [timeless(data) for data in results]


def timeless(pdf: bytes) -> bytes:
    """Replaces the times in a PDF by one of the same length: places in the file stay right."""
    return _TIME.sub(rb"\g<1>" + _THEN, pdf)


# ---- the files of a release ----


def for_board(board: str, stock: Path, scratch: Path) -> dict[str, bytes]:
    """Returns the files for a new board."""
    click.echo(f"{board}: {stock.name}")
    firmware.make(board, scratch / board, stock=stock)
    return {path.name: path.read_bytes() for path in sorted((scratch / board).glob(f"mingg-{board}*"))}


def packages(scratch: Path) -> dict[str, bytes]:
    """Returns the wheels and the source archives of the library and of the command."""
    folder = scratch / "packages"
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    env = {**os.environ, "MINGG_PUBLISH": "1"}
    for project in (ROOT / "library", ROOT):
        built = subprocess.run(command, cwd=project, env=env, check=False, capture_output=True, text=True)
        if built.returncode:
            raise click.ClickException(f"hatchling cannot build the packages:\n{built.stdout}{built.stderr}")
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def licenses() -> dict[str, bytes]:
    """Returns the licences: images and the site contain MicroPython."""
    texts = [path.read_bytes() for path in (ROOT / "LICENSE", website.LICENSE)]
    return {"mingg-licenses.txt": (b"\n" + b"=" * 80 + b"\n\n").join(texts)}


def site() -> dict[str, bytes]:
    """Returns the site as an archive, and its documents as PDF."""
    if places.pages() is None:
        raise Failure("There are no pages to print. Make them: make site")
    edition = website.Site(places.package()).edition()
    pages = [f"{website.PAGES}docs/{name}" for name in PDFS]
    pdfs = printed(edition.files, pages)
    return {f"mingg-{VERSION}-site.zip": zipped(edition.files), **dict(zip(PDFS.values(), pdfs, strict=True))}


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


def sums(files: Mapping[str, bytes]) -> bytes:
    """Returns the content of SHA256SUMS, which `sha256sum --check` reads."""
    return "".join(f"{disk.digest(data)}  {name}\n" for name, data in sorted(files.items())).encode()


def notes(changelog: str, version: str, files: Iterable[str], missing: Sequence[str]) -> str:
    """Returns what the changelog says about the version, and which file is for what.

    files: their names. missing: a line for each board without files. Raises Failure.
    """
    section = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    if section is None:
        raise Failure(f"CHANGELOG.md has no section of version {version}. Add one: ## {version}")
    parts = [
        f"# Mingg {version}",
        "\n".join(["| file | use |", "| --- | --- |", *(f"| {name} | {about(name)} |" for name in sorted(files))]),
        *(["Without a file of their own:", "\n".join(f"- {line}" for line in missing)] if missing else []),
        "## What changed",
        section[1].strip(),
    ]
    return "\n\n".join(parts) + "\n"


def about(name: str) -> str:
    """Returns what a file is for."""
    for pattern, text in _ABOUT:
        found = re.fullmatch(pattern, name)
        if found:
            return text.format(*found.groups())
    raise ValueError(f"{name}: release/__main__.py does not say what this file is for")


@click.command()
@click.argument("images", metavar="IMAGES", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(images: Path, folder: Path) -> None:
    """Make the files of a release page in FOLDER. IMAGES: the folder with MicroPython's images."""
    boards = places.boards()
    pages = {name: firmware_of(board).page for name, board in boards.items()}
    if not images.is_dir():
        name, page = next(iter(pages.items()))
        raise click.ClickException(
            f"{images}: there is no such folder. Download MicroPython's images into one and name it: "
            f"make release IMAGES=FOLDER. The image of a {name} is on {page}"
        )
    found = {name: stock for name, board in boards.items() if (stock := image(board, images))}
    lost = [name for name in boards if name not in found]
    missing = [f"{name}: no {example(boards[name])} in {images}. Download it: {pages[name]}" for name in lost]
    if not found:
        raise click.ClickException("\n".join(missing))
    others = [path for path in folder.iterdir() if path.name not in (NOTES, SUMS)] if folder.is_dir() else []
    if not all(path.match("mingg-*") for path in others):
        raise click.ClickException(f"{folder} contains other files than a release. Name an empty or a new folder.")
    with disk.told(folder, Failure):
        with disk.scratch() as scratch:
            files = dict[str, bytes]()
            for name, stock in found.items():
                files |= for_board(name, stock, scratch)
            files |= {**packages(scratch), **site(), **licenses()}
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        files[NOTES] = notes(changes, VERSION, files, [f"{name}: see {pages[name]}" for name in lost]).encode()
        files[SUMS] = sums(files)
        with disk.in_place_of(folder) as new:
            for name, data in files.items():
                (new / name).write_bytes(data)
    for line in missing:
        click.echo(f"Missing: {line}", err=True)
    click.echo(f"Mingg {VERSION}: {len(files)} files in {folder}")


if __name__ == "__main__":
    main(prog_name="make release")
