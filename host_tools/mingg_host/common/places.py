"""Where the files a board needs are: in a checkout at its root, in an installed wheel inside this package."""

from __future__ import annotations

from pathlib import Path

import mingg

_HOST = Path(__file__).resolve().parents[1]
_CHECKOUT = _HOST.parents[1]
_WHEEL = _HOST / "onboard"


def package() -> Path:
    """The folder of the firmware's package `mingg`."""
    return Path(mingg.__file__).resolve().parent


def main_py() -> Path:
    """The program a board starts."""
    return _first(_WHEEL / "main.py", _CHECKOUT / "firmware" / "main.py")


def boards() -> dict[str, Path]:
    """The boards known, by name: for each the folder with its board.py."""
    root = _first(_WHEEL / "board", _CHECKOUT / "board")
    return {path.parent.name: path.parent for path in sorted(root.glob("*/board.py"))}


def _first(*places: Path) -> Path:
    for place in places:
        if place.exists():
            return place
    raise FileNotFoundError(f"this installation of Mingg lacks {places[0].name}")
