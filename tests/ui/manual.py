"""What the manual and the quick card take from elsewhere: pictures and keys of the screens on record, figures of the
rule tables, the texts of screens for people who cannot see them. `make manual` puts all of it in anew."""

from __future__ import annotations

import base64
import html
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import goldens
from mingg.core.rules import load
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say, use
from mingg.ui import keymap
from mingg_host.common import png
from mingg_host.scoring import rules_sheet
from recorded import RECORDED, lead

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MANUAL, CARD, README = DOCS / "manual.md", DOCS / "quick-card.html", ROOT / "README.md"
PICTURES = DOCS / "pictures"

SCALE = 4  # pixels of a picture for one of the panel
MARGIN = 2  # of the panel's pixels, dark
LINE = 2  # of the picture's own, light and then dark
_USED = re.compile(r'src="(?:docs/)?pictures/([a-z0-9-]+)\.png"')
_PICTURE = re.compile(r'(<img [^>]*?src="pictures/([a-z0-9-]+)\.png"[^>]*? alt=")([^"]*)(">)')
_ON_CARD = re.compile(r'(<img data-screen="([a-z0-9-]+)" src=")([^"]*)(" alt=")([^"]*)(")')
_MADE = re.compile(r"(<!-- (rules|options|keys)(?: ([a-z0-9/-]+))? -->\n).*?(<!-- end -->)", re.DOTALL)

BOOKS = ("harr", "harr-limit", "babcock", "chinese")
COLUMNS = {"harr": "H", "harr-limit": "HL", "babcock": "B", "chinese": "C"}


# ---- pictures ----


def shown(name: str) -> str:
    """A screen on record, in English. KeyError where there is none of that name."""
    return goldens.read(goldens.file(name))[goldens.ENGLISH]


def texts(name: str) -> list[str]:
    """What a screen says."""
    return shown(name).split("\n\n")[0].split("\n")


def picture(name: str) -> bytes:
    """A screen as a picture: the panel, a dark margin, and a thin line that is seen on a dark page, too."""
    margin = "0" * MARGIN
    rows = [margin + row + margin for row in goldens.pixels(shown(name))]
    dark = ["0" * len(rows[0])] * MARGIN
    rows = ["".join(pixel * SCALE for pixel in row) for row in [*dark, *rows, *dark] for _ in range(SCALE)]
    for ink in ("1" * LINE, "0" * LINE):
        rows = [ink + row + ink for row in rows]
        edge = [ink[0] * len(rows[0])] * LINE
        rows = [*edge, *rows, *edge]
    return png.encode(rows)


def on_paper(name: str) -> str:
    """A screen for the card, dark on light, as an address that holds the picture itself."""
    rows = [row.translate({48: "1", 49: "0"}) for row in goldens.pixels(shown(name))]
    return "data:image/png;base64," + base64.b64encode(png.encode(rows, SCALE)).decode()


def used() -> set[str]:
    """The pictures that manual and README show."""
    return {name for path in (MANUAL, README) for name in _USED.findall(path.read_text(encoding="utf-8"))}


def _alt(name: str) -> str:
    return html.escape(", ".join(texts(name)))


# ---- rules ----


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "/") for cell in cells) + " |\n"


def _head(*cells: str) -> str:
    return _row(*cells) + _row(*("---:" if cell in ("counts", "doubles") else "---" for cell in cells))


FOR = {"winner": "winner", "all": "everybody", "losers": "losers"}


def rules(book: str) -> str:
    """All that counts by a book where nothing else is agreed, and where the book has it."""
    data = rules_sheet.data(load(book, {}, 4))
    text = f"{data['book']}. {data['limit']['why']} {data['limit']['source']}.\n\n"
    text += _head("what", "for", "counts", "where")
    for entry in data["points"]:
        text += _row(entry["why"], FOR[entry["who"]], entry["points"], entry["source"])
    for entry in data["doublings"]:
        text += _row(entry["why"], FOR[entry["who"]], f"x{1 << entry['times']}", entry["source"])
    for entry in data["special"]:
        text += _row(entry["why"], FOR[entry["who"]], _points(entry), entry["source"])
    for entry in data["added"]:
        text += _row(entry["why"], FOR[entry["who"]], f"+{entry['points']}", entry["source"])
    return text


def _points(entry: dict[str, Any]) -> str:
    return "-" if entry["points"] is None else str(entry["points"])


def options() -> str:
    """What may be agreed: as the device calls it, what it does, and how each rule set has it."""
    use(("setup", "options"))
    found: dict[str, dict[str, Any]] = {}
    for book in BOOKS:
        for entry in rules_sheet.data(load(book, {}, 4))["options"]:
            found.setdefault(entry["name"], {"does": entry["does"]})[book] = entry
    text = _head("option", "what it does", *COLUMNS.values())
    for name, entry in found.items():
        values = [_set_to(entry[book]["set"]) if book in entry else "" for book in BOOKS]
        text += _row(say(f"option {name}"), entry["does"], *values)
    return text


def _set_to(value: Any) -> str:
    if value is None:
        return "none"
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


# ---- keys ----

KEYS = {LEFT: "left", UP: "up", RIGHT: "right", DOWN: "down", A: "**A**", B: "**B**"}
CARD_KEYS = {LEFT: "&larr;", UP: "&uarr;", RIGHT: "&rarr;", DOWN: "&darr;", A: "A", B: "B"}


@cache
def key_lines(name: str) -> list[keymap.Line]:
    """What the keys of a screen on record do, as the device says it: "subject/name", or the name alone."""
    found = [each for each in RECORDED if name in (each, each.partition("/")[2])]
    if not found:
        raise KeyError(name)
    recorded = RECORDED[found[0]]
    with TemporaryDirectory() as folder:
        recorded.before(Path(folder))
        with recorded.start(Path(folder)) as device:
            return keymap.lines(lead(device, recorded).app.screen)


def _does(name: str) -> list[tuple[list[int], str, str]]:
    """Keys, what they do tapped, and held: keys that do the same in both together, in the order of KEYS."""
    found: dict[tuple[str, str], list[int]] = {}
    for key in KEYS:
        tapped, held = (
            ", ".join(word for keys, as_held, word in key_lines(name) if key in keys and as_held == wanted)
            for wanted in (False, True)
        )
        if tapped or held:
            found.setdefault((tapped, held), []).append(key)
    return [(keys, tapped, held) for (tapped, held), keys in found.items()]


def keys(name: str) -> str:
    """The keys of a screen as a table of the manual."""
    text = _head("key", "tapped", "held")
    for which, tapped, held in _does(name):
        text += _row(" ".join(KEYS[key] for key in which), tapped, held)
    return text


def keys_on_card(name: str) -> str:
    """The keys of a screen as lines of the card."""
    text = ""
    for which, tapped, held in _does(name):
        words = [html.escape(tapped)] if tapped else []
        if held:
            words.append(f"<b>held:</b> {html.escape(held)}")
        text += f"<dt>{' '.join(CARD_KEYS[key] for key in which)}</dt><dd>{'; '.join(words)}</dd>\n"
    return text


# ---- the files ----


def manual(text: str) -> str:
    """The manual with what is made put in anew."""
    text = _PICTURE.sub(lambda found: found[1] + _alt(found[2]) + found[4], text)

    def made(found: re.Match[str]) -> str:
        table = options() if found[2] == "options" else (keys if found[2] == "keys" else rules)(found[3])
        return f"{found[1]}\n{table}\n{found[4]}"

    return _MADE.sub(made, text)


def card(text: str) -> str:
    """The card with its pictures and keys put in anew."""
    text = _ON_CARD.sub(lambda at: at[1] + on_paper(at[2]) + at[4] + _alt(at[2]) + at[6], text)
    return _MADE.sub(lambda at: at[1] + keys_on_card(at[3]) + at[4], text)


def stale() -> Iterator[tuple[Path, bytes | None]]:
    """The files that are not as they should be, and how that is; None: not at all."""
    for path, make in ((MANUAL, manual), (CARD, card)):
        text = path.read_text(encoding="utf-8")
        if make(text) != text:
            yield path, make(text).encode()
    names = used()
    for name in sorted(names):
        path = PICTURES / f"{name}.png"
        if not path.exists() or raster(path.read_bytes()) != raster(picture(name)):
            yield path, picture(name)
    for path in sorted(PICTURES.glob("*.png")):
        if path.stem not in names:
            yield path, None


def raster(picture: bytes) -> bytes:
    """The rows of a PNG, unpacked: its compression may differ from one zlib to the next."""
    at, packed = 8, b""
    while at < len(picture):
        length = int.from_bytes(picture[at : at + 4], "big")
        if picture[at + 4 : at + 8] == b"IDAT":
            packed += picture[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(packed)


def unpacked(source: str) -> bytes:
    """The rows of a picture that an address holds."""
    return raster(base64.b64decode(source.partition(",")[2])) if source else b""


def main() -> None:
    """Make everything anew that is not as it should be."""
    for path, data in list(stale()):
        print(path.relative_to(ROOT), "is removed" if data is None else "is made")
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)


if __name__ == "__main__":
    main()
