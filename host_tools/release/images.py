"""Finds MicroPython's images, which images.toml names with their hashes, in a folder or on their server."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mingg_host.common import disk, toml_text
from mingg_host.common.output import Failure

TABLE = Path(__file__).with_name("images.toml")
MOST_BYTES = 8_000_000


class Image(NamedTuple):
    """address: where it is. sha256: "" if nobody has checked it yet."""

    name: str
    address: str
    sha256: str


class Found(NamedTuple):
    """files: MicroPython's image of each board. missing: a line for each of the other boards."""

    files: dict[str, Path]
    missing: dict[str, str]


def table(boards: Iterable[str], path: Path = TABLE) -> dict[str, Image]:
    """Returns the image of each board. Raises Failure."""
    try:
        listed = toml_text.parse(path.read_text(encoding="utf-8"))
        folder = str(listed["folder"])
        rows = {board: (str(listed[board]["name"]), str(listed[board]["sha256"])) for board in boards}
        return {board: Image(name, folder + name, sha256) for board, (name, sha256) in rows.items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Failure(f"{path}: {type(error).__name__}: {error}") from error


def find(images: dict[str, Image], folder: Path | None, download: bool) -> Found:
    """Finds the images in a folder, and downloads the others into it. Raises Failure if one is not as its hash says."""
    files, missing = {}, {}
    for board, image in images.items():
        path = folder / image.name if folder else None
        if path and download and not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.put(path, fetched(image.address))
        if path is None or not path.is_file():
            missing[board] = f"no {image.name} in {folder or 'IMAGES'}. It is at {image.address}"
            continue
        sha256 = disk.digest(disk.read(path))
        if not image.sha256:
            missing[board] = f"{TABLE.name} has no hash of {image.name} yet. This one has {sha256}"
        elif sha256 != image.sha256:
            raise Failure(f"{path}: this is another image than {TABLE.name} names: its SHA-256 is {sha256}")
        else:
            files[board] = path
    return Found(files, missing)


def fetched(address: str) -> bytes:
    """Returns what is at an address. Raises Failure."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            data: bytes = answer.read(MOST_BYTES + 1)
    except OSError as error:
        raise Failure(f"{address}: {error}") from error
    if len(data) > MOST_BYTES:
        raise Failure(f"{address}: more than {MOST_BYTES} bytes")
    return data
