"""The pictures of the pages, and the generated parts of the quick card: keys and texts of the screens on record, and
figures of the rule tables. `make manual` writes all of them anew."""

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

import moving
from mingg.core.explain.explain import of_doubling_line
from mingg.core.rules import load
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.ui.screens.system import keys as keymap
from mingg_host.common import png
from mingg_scoring.figures import data as figures_of
from reference import points
from screens import goldens
from screens.recorded import RECORDED, lead

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MANUAL, CARD, README = DOCS / "manual.md", DOCS / "quick-card.html", ROOT / "README.md"
PICTURES = DOCS / "pictures"
PAGES = sorted(DOCS.glob("*.md"))

SCALE = 2  # pixels of a picture for each pixel of the panel
ON_PAPER = 4
MARGIN = 2  # in pixels of the panel, dark
LINE = 2  # in pixels of the picture, light and then dark
OTHERS = {"case", "case-exploded"}  # pictures that board/case makes
_USED = re.compile(r'(?:src="|\]\()(?:docs/)?pictures/([a-z0-9-]+)\.png')
_ON_CARD = re.compile(r'(<img data-screen="([a-z0-9-]+)" src=")([^"]*)(" alt=")([^"]*)(")')
_MADE = re.compile(r"(<!-- (keys|counts)(?: ([a-z0-9/-]+))? -->\n).*?(<!-- end -->)", re.DOTALL)

COLUMNS = {"harr": "H", "harr-limit": "HL", "babcock": "B", "chinese": "C", "bmja": "BM", "dmjl": "DM"}


# ---- pictures ----


def shown(name: str) -> str:
    """Returns a golden screen in English. Raises KeyError if there is none of that name."""
    return goldens.read(goldens.file(name))[goldens.ENGLISH]


def texts(name: str) -> list[str]:
    """Returns the texts of a screen."""
    return shown(name).split("\n\n")[0].split("\n")


def picture(name: str) -> bytes:
    """Returns a screen as a picture: the panel, a dark margin, and a thin line that is visible on a dark page."""
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
    """Returns a screen for the card, dark on light, as an address that contains the picture."""
    rows = [row.translate({48: "1", 49: "0"}) for row in goldens.pixels(shown(name))]
    return "data:image/png;base64," + base64.b64encode(png.encode(rows, ON_PAPER)).decode()


def used() -> set[str]:
    """The pictures of screens that the pages and README show."""
    named = {name for path in (*PAGES, README) for name in _USED.findall(path.read_text(encoding="utf-8"))}
    return named - OTHERS


def _alt(name: str) -> str:
    return html.escape(", ".join(texts(name)))


# ---- figures on the card ----

# What counts, in the order of the card: a title, and the words for each row.
COUNTED = {
    "Sets and pairs": {
        "pung simple exposed": "pung 2-8, exposed",
        "pung simple concealed": "pung 2-8, concealed",
        "pung major exposed": "pung 1 9 honour, exposed",
        "pung major concealed": "pung 1 9 honour, conc.",
        "kong simple exposed": "kong 2-8, exposed",
        "kong simple concealed": "kong 2-8, concealed",
        "kong major exposed": "kong 1 9 honour, exposed",
        "kong major concealed": "kong 1 9 honour, conc.",
        "pair dragon": "pair of dragons",
        "pair seat": "pair of seat wind",
        "pair round": "pair of round wind",
        "pair both": "pair, seat and round",
        "dragon": "set of dragons",
        "seat-wind": "set of seat wind",
        "round-wind": "set of round wind; HL: if seat wind",
        "flower": "each flower",
        "own-flower": "own flower; DM: both",
        "flower-series": "full series of flowers",
    },
    "The winner": {
        "mahjong": "mah-jong",
        "no-chows": "no chows",
        "no-score": "nothing else counts",
        "drawn": "winning tile drawn",
        "only-place": "only place",
        "fill-pair": "tile made the pair",
        "fill-chow": "tile made a chow",
        "fourth": "tile is a pung’s fourth",
        "loose": "loose tile",
        "last": "last tile of the wall",
        "rob": "robbed kong",
        "original": "won as dealt",
        "heaven": "won as dealt by East",
        "first-discard": "on East’s first discard",
        "lucky_thirteen": "lucky thirteen",
        "call": "original call",
        "last-discard": "last discard",
        "concealed-hand": "all concealed",
        "twofold": "second loose tile in a row",
        "plum": "5 of dots as loose tile",
        "moon": "1 of dots as last tile",
        "pole": "2 of bamboo robbed",
        "nine_easts": "East’s ninth win in a row",
    },
    "The whole hand": {
        "half-suit": "one suit and honours",
        "full-suit": "one suit alone",
        "honours": "honours alone",
        "all_majors": "nothing of 2-8",
        "heads_and_tails": "ones and nines alone",
        "jade": "green tiles alone",
        "purity": "one suit, no chows",
        "concealed_full_suit": "one suit, all concealed, drawn",
        "buried_treasure": "one suit, four concealed pungs",
        "little-dragons": "two sets of dragons, pair of the third",
        "three_dragons": "three sets of dragons",
        "little-winds": "three sets of winds, pair of the fourth",
        "four_winds": "four sets of winds",
        "four_kongs": "four kongs",
        "three-concealed": "three concealed sets",
        "four_concealed": "four concealed sets",
        "nine_gates": "nine gates, gates of heaven",
        "winding_snake": "winding snake, wriggling snake",
        "thirteen_orphans": "thirteen orphans",
        "all_pair_honours": "seven pairs of 1 9 honour",
        "knitting": "knitting",
        "triple_knitting": "triple knitting",
        "limit": "no hand scores more",
    },
}
# By another rule set
SAME = {
    "earth": "first-discard",
    "all_honours": "honours",
    "winds_and_dragons": "honours",
    "all-majors": "all_majors",
    "zero-points": "no-score",
    "big-dragons": "three_dragons",
    "three_scholars": "three_dragons",
    "big-winds": "four_winds",
    "four_blessings": "four_winds",
    "fourfold_plenty": "four_kongs",
    "hidden_treasure": "four_concealed",
    "gates_of_heaven": "nine_gates",
    "wriggling_snake": "winding_snake",
    "imperial_jade": "jade",
}


def counted(entry: dict[str, Any]) -> str:
    """The row of COUNTED to which an entry of a rule sheet belongs."""
    if "major" in entry:
        kind = "major" if entry["major"] else "simple"
        return f"{entry['id']} {kind} {'exposed' if entry['exposed'] else 'concealed'}"
    if entry["id"] == "pair":
        return f"pair {entry['of']}"
    return SAME.get(entry["id"], entry["id"])


def figures(book: str) -> dict[str, list[tuple[str, str]]]:
    """What a rule set counts with its own limit: for each row of COUNTED for whom, and the printed figure."""
    rules = load(book, {}, 4)
    data = figures_of(rules)
    results: dict[str, list[tuple[str, str]]] = {}
    for entry in data["points"] + data["special"]:
        results.setdefault(counted(entry), []).append((entry["who"], points(entry)))
    for row, entry in zip(rules.doublings, data["doubled"], strict=True):
        figure = f"x{1 << entry['times']}"
        if rules.limit is not None and of_doubling_line(row, rules).key.endswith("_unlimited"):
            if row.fact != "all_honours":
                continue
            figure = str(rules.limit)  # honours alone are majors alone
        results.setdefault(counted(entry), []).append((entry["who"], figure))
    for entry in data["added"]:
        results.setdefault(counted(entry), []).append((entry["who"], f"+{points(entry)}"))
    if rules.limit is not None:
        results["limit"] = [("all", str(rules.limit))]
    return results


def cell(entries: list[tuple[str, str]], mark: bool) -> str:
    """The figures of one rule set for one row, the smallest first. mark: mark what counts for the winner alone."""
    won, lost = (
        sorted(
            {figure for role, figure in entries if role in (side, "all")}, key=lambda figure: int(figure.strip("x+"))
        )
        for side in ("winner", "losers")
    )
    if won == lost or not mark:
        return won[0] if len(won) == 1 else f"{won[0]}-{won[-1]}"
    return ", ".join([*lost, *(f"{figure}<sup>w</sup>" for figure in won if figure not in lost)])


def counts() -> str:
    """What counts by the six rule sets, as tables of the card. Raises KeyError if COUNTED lacks a row."""
    books = [figures(rules) for rules in COLUMNS]
    rows = {row: title for title, rows in COUNTED.items() for row in rows}
    tables = dict.fromkeys(COUNTED, "")
    if missing := {row for book in books for row in book} - rows.keys():
        raise KeyError(f"COUNTED of docs/tools/manual.py has no row {', '.join(sorted(missing))}")
    for row, title in rows.items():
        cells = (cell(book[row], title != "The winner") if row in book else "" for book in books)
        tables[title] += f"<tr><td>{COUNTED[title][row]}</td>{''.join(f'<td>{text}</td>' for text in cells)}</tr>\n"
    head = "".join(f"<th>{column}</th>" for column in COLUMNS.values())
    return "".join(f"<table>\n<tr><th>{title}</th>{head}</tr>\n{text}</table>\n" for title, text in tables.items())


# ---- keys ----

CARD_KEYS = {LEFT: "&larr;", UP: "&uarr;", RIGHT: "&rarr;", DOWN: "&darr;", A: "A", B: "B"}


@cache
def key_lines(name: str) -> list[keymap.Line]:
    """Returns the words for the keys of a golden screen, as the device shows them. name: "subject/name", or the name
    alone."""
    names = [full for full in RECORDED if name in (full, full.partition("/")[2])]
    if not names:
        raise KeyError(name)
    recorded = RECORDED[names[0]]
    with TemporaryDirectory() as folder:
        recorded.before(Path(folder))
        with recorded.start(Path(folder)) as device:
            return keymap.lines(lead(device, recorded).app.screen)


def _does(name: str) -> list[tuple[list[int], str, str]]:
    """Lists keys, what they do when tapped, and when held. Keys that do the same in both ways stand together, in the
    order of KEYS."""
    by_words: dict[tuple[str, str], list[int]] = {}
    for key in CARD_KEYS:
        tapped, held = (
            ", ".join(word for keys, line_held, word in key_lines(name) if key in keys and line_held == is_held)
            for is_held in (False, True)
        )
        if tapped or held:
            by_words.setdefault((tapped, held), []).append(key)
    return [(keys, tapped, held) for (tapped, held), keys in by_words.items()]


def keys_on_card(name: str) -> str:
    """Returns the keys of a screen as lines of the card."""
    text = ""
    for same_keys, tapped, held in _does(name):
        words = [html.escape(tapped)] if tapped else []
        if held:
            words.append(f"<b>held:</b> {html.escape(held)}")
        text += f"<dt>{' '.join(CARD_KEYS[key] for key in same_keys)}</dt><dd>{'; '.join(words)}</dd>\n"
    return text


# ---- the files ----


def card(text: str) -> str:
    """The card with its pictures, keys and figures put in anew."""
    text = _ON_CARD.sub(lambda match: match[1] + on_paper(match[2]) + match[4] + _alt(match[2]) + match[6], text)
    return _MADE.sub(
        lambda match: match[1] + (counts() if match[2] == "counts" else keys_on_card(match[3])) + match[4], text
    )


def stale() -> Iterator[tuple[Path, bytes | None]]:
    """The files that are not as they should be, and how that is; None: not at all."""
    text = CARD.read_text(encoding="utf-8")
    if card(text) != text:
        yield CARD, card(text).encode()
    if not moving.PATH.exists() or moving.read(moving.PATH.read_bytes()) != moving.read(moving.picture()):
        yield moving.PATH, moving.picture()
    names = used()
    for name in sorted(names):
        path = PICTURES / f"{name}.png"
        if not path.exists() or raster(path.read_bytes()) != raster(picture(name)):
            yield path, picture(name)
    for path in sorted(PICTURES.glob("*.png")):
        if path.stem not in names | OTHERS:
            yield path, None


def raster(picture: bytes) -> bytes:
    """Returns the rows of a PNG, unpacked: zlib versions compress differently."""
    offset, packed = 8, b""
    while offset < len(picture):
        length = int.from_bytes(picture[offset : offset + 4], "big")
        if picture[offset + 4 : offset + 8] == b"IDAT":
            packed += picture[offset + 8 : offset + 8 + length]
        offset += 12 + length
    return zlib.decompress(packed)


def unpacked(source: str) -> bytes:
    """Returns the rows of a picture in an address."""
    return raster(base64.b64decode(source.partition(",")[2])) if source else b""


def main() -> None:
    """Updates everything that is out of date."""
    for path, data in list(stale()):
        print(path.relative_to(ROOT), "is removed" if data is None else "is made")
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)


if __name__ == "__main__":
    main()
