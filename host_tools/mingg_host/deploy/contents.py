"""The list of what ships to a board, and where it lies in the source tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mingg_host.common import places

# Folders of the package `mingg`: what is in them ships, but for LEFT_OUT, and nothing of a folder below.
FOLDERS = (
    "",
    "core",
    "core/counters",
    "core/deal",
    "core/explanation",
    "core/interchange",
    "core/rules",
    "core/scoring",
    "core/settlement",
    "core/table",
    "core/tiles",
    "evening",
    "evening/history",
    "hal",
    "lang",
    "ledger",
    "ui",
    "ui/entry",
    "ui/panel",
    "ui/screens",
    "ui/screens/counters",
    "ui/screens/deal",
    "ui/screens/history",
    "ui/screens/result",
    "ui/screens/setup",
    "ui/screens/system",
    "ui/screens/tiles",
    "ui/screens/wall",
    "ui/widgets",
)
# Modules that only the PC and the page run.
LEFT_OUT = ("core/interchange/text_in.py",)


def modules(board: Path) -> Iterator[tuple[str, Path]]:
    """Each module that ships: its path on the board, without the ending, and its source."""
    package = places.package()
    yield "main", places.main_py()
    yield "board", board / "board.py"
    for path in _files(".py"):
        yield path.relative_to(package.parent).with_suffix("").as_posix(), path


def texts() -> Iterator[tuple[str, Path]]:
    """Each text that ships: its path on the board, and where it is."""
    for path in _files(".txt"):
        yield path.relative_to(places.package().parent).as_posix(), path


def _files(ending: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((places.package() / folder).glob(f"*{ending}")):
            if path.relative_to(places.package()).as_posix() not in LEFT_OUT:
                yield path
