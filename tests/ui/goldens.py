"""Screens on record: a file each, in a folder for each subject, and in the file a part for each language.

A screen is named "subject/name". Names are unique, so that the manual's pictures go by the name alone.

=== tr
what the screen says, a text a line

its picture, four pixels a character
"""

from __future__ import annotations

from pathlib import Path

from mingg.hal.store import Store
from mingg.settings import Settings
from mingg_host.common import places
from mingg_host.device.headless import Device

GOLDEN = Path(__file__).parents[1] / "golden"
ENGLISH = "en"
LANGUAGES = sorted((path.stem for path in (places.package() / "lang").glob("*.txt")), key=lambda each: each != ENGLISH)
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_PART = "=== "


def shown(device: Device) -> str:
    """A screen as it is written down."""
    return "\n".join([*device.text(), "", *drawn(device.pixels())]) + "\n"


def drawn(pixels: list[str]) -> list[str]:
    """The rows of a screen, two in a line."""
    lines = []
    for upper, lower in zip(pixels[::2], pixels[1::2], strict=True):
        quarters = (upper[::2], upper[1::2], lower[::2], lower[1::2])
        lines.append("".join(QUARTERS[int("".join(each[::-1]), 2)] for each in zip(*quarters, strict=True)).rstrip())
    return lines


def pixels(part: str) -> list[str]:
    """The rows of a screen that was written down, "1" for a lit pixel."""
    rows = []
    for line in part.split("\n")[-33:-1]:
        found = [QUARTERS.index(ch) for ch in line.ljust(64)]
        rows += ["".join(f"{each >> at & 1}{each >> at + 1 & 1}" for each in found) for at in (0, 2)]
    return rows


def files() -> list[Path]:
    """Every file on record."""
    return sorted(GOLDEN.glob("*/*.txt"))


def file(name: str) -> Path:
    """The file of a screen: "subject/name", or its name alone. KeyError where there is none on record."""
    if "/" in name:
        return GOLDEN / f"{name}.txt"
    for path in files():
        if path.stem == name:
            return path
    raise KeyError(name)


def read(path: Path) -> dict[str, str]:
    """The parts of a file by language; none where there is no file."""
    if not path.exists():
        return {}
    parts = path.read_text(encoding="utf-8").split(_PART)[1:]
    return dict(part.split("\n", 1) for part in parts)


def record(path: Path, language: str, part: str) -> None:
    """Writes one part, and leaves the others; those of languages that are no more go."""
    parts = {**read(path), language: part}
    text = "".join(f"{_PART}{each}\n{parts[each]}" for each in LANGUAGES if each in parts)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def language_of(ledger: Path) -> str:
    return Settings(Store(str(ledger), None)).get("language", ENGLISH)


def speaking(ledger: Path, language: str) -> Path:
    """The flash of a device that speaks this language."""
    if language != ENGLISH:
        Settings(Store(str(ledger), None)).put("language", language)
    return ledger
