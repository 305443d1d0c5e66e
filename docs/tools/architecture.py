"""The picture in docs/architecture.md: the parts of Mingg and what each imports, as test_imports.py lists it.

An arrow that follows from others is left out: where A imports B and B imports C, no arrow leads from A to C.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from docs.test_imports import MAY_IMPORT, ROOT
from mingg_host.common import disk

PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
# Below the name of each part: what it is.
SAYS = {
    "mingg": {
        "start": "the program of a board",
        "ui": "screens, keys, drawing",
        "entry": "the deal being entered",
        "evening": "session, drafts, history",
        "device": "memory, settings",
        "core": "rules and scores",
        "records": "ledgers, line by line",
        "link": "the club night: MQTT",
        "hal": "display, keys, flash, clock",
        "lang": "words, a file a language",
    },
    "mingg.core": {
        "values": "yes, no, numbers",
        "rules": "a table for each book",
        "deal": "sets, winds, outcome",
        "hand": "hands tile by tile",
        "score": "points and doublings",
        "settle": "who pays whom",
        "counters": "what changes hands",
        "table": "seats, rounds, wall",
        "explain": "why a hand scores",
        "interchange": "deals as JSON",
    },
    "mingg_host": {
        "cli": "the command mingg",
        "commands": "a module a command",
        "simulator": "the device in a browser",
        "deploy": "build, image, flash",
        "report": "an evening as a page",
        "connection": "link to a board",
        "device": "terminal, panel, VM",
        "evenings": "archive, export",
        "scoring": "score sheets, house rules",
        "board": "pins, pages, drawings",
        "art": "fonts, icons",
        "common": "files, output, locks",
    },
}
TITLES = {
    "mingg_host": "host_tools/mingg_host: on a PC. It uses the modules of the firmware as they are.",
    "mingg": "firmware/mingg: the same files on a board, in the browser, in the terminal and under the tests.",
    "mingg.core": "firmware/mingg/core: integers only; no clock, no file, no display.",
}
COLOURS = {
    "mingg_host": ("#f3ede2", "#a0762b"),
    "mingg": ("#e7ecf6", "#3a5a9b"),
    "mingg.core": ("#dfeaf0", "#2a7185"),
}
WIDTH, BOX, HEIGHT, GAP, TOP = 1000, 178, 46, 44, 34
_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" \
font-size="12">
<title>The parts of Mingg and what each imports</title>
<defs><marker id="to" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">\
<path d="M0 0 L10 5 L0 10 z" fill="#4a5362"/></marker></defs>
<rect width="{width}" height="{height}" fill="#ffffff"/>
"""


def direct(parts: dict[str, set[str]]) -> dict[str, set[str]]:
    """Returns the imports of each part, without those that follow from other imports."""

    def below(part: str) -> set[str]:
        return {part_below for lower in parts.get(part, ()) for part_below in (lower, *below(lower))}

    return {
        part: {low for low in lows if all(low not in below(other) for other in lows)} for part, lows in parts.items()
    }


def layers(parts: dict[str, set[str]]) -> list[list[str]]:
    """Returns the parts in rows, each above everything that it imports."""

    def depth(part: str) -> int:
        return max((depth(low) + 1 for low in parts.get(part, ()) if low in parts), default=0)

    rows: dict[int, list[str]] = {}
    for part in parts:
        rows.setdefault(depth(part), []).append(part)
    return [rows[height] for height in sorted(rows, reverse=True)]


def _panel(package: str, top: int) -> tuple[list[str], int]:
    """Draws a package from this height on. Returns the drawing, and the height below it."""
    parts = {part: {low for low in lows if low in MAY_IMPORT[package]} for part, lows in MAY_IMPORT[package].items()}
    rows, (fill, stroke) = layers(parts), COLOURS[package]
    places: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        for index, part in enumerate(row):
            middle = WIDTH * (2 * index + 1) // (2 * len(row))
            places[part] = middle, top + TOP + number * (HEIGHT + GAP)
    bottom = top + TOP + len(rows) * (HEIGHT + GAP) - GAP + 16
    lines = [
        f'<rect x="8" y="{top}" width="{WIDTH - 16}" height="{bottom - top}" rx="10" fill="none" stroke="#9aa2ad" '
        'stroke-dasharray="5 4"/>',
        f'<text x="20" y="{top + 20}" fill="#6a7280">{escape(TITLES[package])}</text>',
    ]
    for part, lows in direct(parts).items():
        for low in sorted(lows):
            (x, y), (to_x, to_y) = places[part], places[low]
            y += HEIGHT
            lines.append(
                f'<path d="M{x} {y} C{x} {y + GAP} {to_x} {to_y - GAP} {to_x} {to_y - 2}" fill="none" stroke="#4a5362" '
                'stroke-width="1.4" marker-end="url(#to)"/>'
            )
    for part, (x, y) in places.items():
        lines += [
            f'<rect x="{x - BOX // 2}" y="{y}" width="{BOX}" height="{HEIGHT}" rx="8" fill="{fill}" '
            f'stroke="{stroke}"/>',
            f'<text x="{x}" y="{y + 19}" text-anchor="middle" font-weight="bold" font-size="14">{escape(part)}</text>',
            f'<text x="{x}" y="{y + 36}" text-anchor="middle" fill="#3b4452">{escape(SAYS[package][part])}</text>',
        ]
    return lines, bottom


def picture() -> str:
    lines: list[str] = []
    top = 8
    for package in ("mingg_host", "mingg", "mingg.core"):
        panel, bottom = _panel(package, top)
        lines += panel
        top = bottom + 14
    return _HEAD.format(width=WIDTH, height=top) + "\n".join(lines) + "\n</svg>\n"


def main(path: Path = PICTURE) -> None:
    """Draws the picture again."""
    disk.put(path, picture().encode())


if __name__ == "__main__":
    main()
