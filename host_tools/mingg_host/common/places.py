"""Finds the files for boards, and the site of the pages: in a checkout, or inside this package in an installed wheel.
Finds the user's own data, and what the project has on the web."""

from __future__ import annotations

from pathlib import Path

from mingg_host.common import FIRMWARE

_HOST = Path(__file__).resolve().parents[1]
_CHECKOUT = _HOST.parents[1]
_WHEEL = _HOST / "onboard"


def package() -> Path:
    """Returns the folder of the firmware's package `mingg`."""
    return Path(FIRMWARE).resolve()


def main_py() -> Path:
    """Returns the program that a board starts."""
    return _first(_WHEEL / "main.py", _CHECKOUT / "firmware" / "main.py")


def boards() -> dict[str, Path]:
    """Returns the known boards: by name, the folder with board.py."""
    root = _first(_WHEEL / "board", _CHECKOUT / "board")
    return {path.parent.name: path.parent for path in sorted(root.glob("*/board.py"))}


def pages() -> Path | None:
    """Returns the site of the pages: in a wheel of a release, or as `make site` built it. None if there is none."""
    return next(filter(Path.exists, (_WHEEL / "pages", _CHECKOUT / "build" / "pages")), None)


def on_the_web(path: str = "") -> str:
    """Returns the address of the project, or of a part of it. "" in sources that are not installed."""
    from importlib import metadata

    try:
        urls = metadata.metadata("mingg").get_all("Project-URL", [])
    except metadata.PackageNotFoundError:
        return ""
    project = next(url.removeprefix("Source, ") for url in urls if url.startswith("Source, "))
    return f"{project}/{path}".rstrip("/")


def data(name: str) -> Path:
    """Returns a file or a folder in the user's own data."""
    from platformdirs import user_data_path

    return user_data_path("mingg", appauthor=False) / name


def _first(*places: Path) -> Path:
    for place in places:
        if place.exists():
            return place
    raise FileNotFoundError(f"this installation of Mingg has no {places[0].name}. Install it again.")
