"""Finds the stock images of MicroPython in a folder: by the names that its makers give them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from mingg_host.board.data import read_toml


class Wanted(NamedTuple):
    """What a board needs. example: how its image is called. page: where to download it."""

    board: str
    example: str
    page: str


def wanted(board: Path) -> Wanted:
    """What the board in this folder needs. Raises BoardError."""
    toml = read_toml(board)
    page = str(toml["image"])
    return Wanted(board.name, f"{page.rstrip('/').rpartition('/')[2]}-DATE-vVERSION.{toml['ending']}", page)


def find(board: Wanted, images: Path) -> Path | None:
    """Returns the newest image for a board, or None. Previews of a version do not count."""
    stem, _, ending = board.example.partition("-DATE-vVERSION")
    name = re.compile(rf"{re.escape(stem)}-\d{{8}}-v(\d+(?:\.\d+)+){re.escape(ending)}")
    found = {path: match[1] for path in images.iterdir() if (match := name.fullmatch(path.name))}
    return max(found, key=lambda path: tuple(map(int, found[path].split("."))), default=None)
