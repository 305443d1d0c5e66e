"""Golden screens: a file for each, in a folder for each subject. A file has a part for each language.

Screens of the languages that are not kept go to build/drawn, for people to look at.

A screen is named "subject/name". Names are unique: the pictures of the manual use the name alone.

=== tr the texts of the screen, one in a line

its picture, eight pixels a character
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from mingg.hal.store import Store
from mingg.settings import Settings
from mingg_host.common import places
from mingg_host.device.headless import Device, braille

GOLDEN = Path(__file__).parents[1] / "screens" / "golden"
DRAWN = Path(__file__).parents[2] / "build" / "drawn"
ENGLISH = "en"
LANGUAGES = sorted(
    (path.stem for path in (places.package() / "lang").glob("*.txt")),
    key=lambda language: (language != ENGLISH, language),
)
KEPT = ["en"]  # in other languages screens are drawn and checked, too, but no golden one is kept
_PART = "=== "


def shown(device: Device) -> str:
    """Returns a screen as it is written down."""
    return "\n".join([*device.text(), "", *drawn(device.pixels())]) + "\n"


def drawn(pixels: list[str]) -> list[str]:
    """Returns the rows of a screen, four in a line."""
    return [line.rstrip() for line in braille(pixels)]


_OF = {letter: rows for rows in product(("00", "01", "10", "11"), repeat=4) for letter in braille(rows)}


def pixels(part: str) -> list[str]:
    """Returns the rows of a screen that was written down; "1" is a lit pixel."""
    rows = []
    for line in part.split("\n")[-17:-1]:
        letters = [_OF[letter] for letter in line.ljust(64)]
        rows += ["".join(letter[row] for letter in letters) for row in range(4)]
    return rows


def files() -> list[Path]:
    """Returns the files of all golden screens."""
    return sorted(GOLDEN.glob("*/*.txt"))


def file(name: str) -> Path:
    """Returns the file of a screen: "subject/name", or its name alone. Raises KeyError if there is no such golden
    screen."""
    if "/" in name:
        return GOLDEN / f"{name}.txt"
    for path in files():
        if path.stem == name:
            return path
    raise KeyError(name)


def read(path: Path) -> dict[str, str]:
    """Returns the parts of a file by language; an empty dict if there is no file."""
    if not path.exists():
        return {}
    return parts(path.read_text(encoding="utf-8"))


def drawn_anew(path: Path) -> dict[str, str]:
    """Returns the parts of a screen in the languages that are not kept, as far as --record drew them."""
    if not DRAWN.exists():
        return {}
    place = path.relative_to(GOLDEN)
    return {code: part for folder in DRAWN.iterdir() for code, part in read(folder / place).items()}


def parts(text: str) -> dict[str, str]:
    """Returns the parts of a file's text by language."""
    return dict(part.split("\n", 1) for part in text.split(_PART)[1:])


def record(path: Path, language: str, part: str) -> None:
    """Writes one part, and keeps the others. Drops parts of languages that are not kept: they go to DRAWN."""
    all_parts = {language: part}
    if language in KEPT:
        all_parts |= {code: kept for code, kept in read(path).items() if code in KEPT and code != language}
    else:
        path = DRAWN / language / path.relative_to(GOLDEN)
    text = "".join(f"{_PART}{code}\n{all_parts[code]}" for code in LANGUAGES if code in all_parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def speaking(ledger: Path, language: str) -> Path:
    """Returns the folder of a flash after it set a language there."""
    if language != ENGLISH:
        Settings(Store(str(ledger), None)).put("language", language)
    return ledger
