"""Makes the page's icon from the drawing art/icon.txt: as SVG, and as PNG in the sizes for home screens."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path

from mingg_host.common.png import encode_colours

DRAWING = Path(__file__).resolve().parent / "icon.txt"
NONE = "."
GROUND = "c"  # the colour around a maskable icon


@cache
def drawing() -> tuple[dict[str, str], list[str]]:
    """Returns the colours, letter -> "rrggbb", and the rows of letters, all of one length, as many as columns."""
    lines = [line for line in DRAWING.read_text(encoding="utf-8").splitlines() if line and not line.startswith(";")]
    colours = {words[0]: words[1] for words in map(str.split, lines) if len(words) > 1}
    return colours, [line for line in lines if " " not in line]


def svg() -> bytes:
    """Returns the icon as SVG: one path for each colour, made of runs of pixels."""
    colours, drawn = drawing()
    paths: dict[str, str] = {}
    for y, row in enumerate(drawn):
        x = 0
        for letter, run in groupby(row):
            width = len(list(run))
            if letter != NONE:
                paths[letter] = paths.get(letter, "") + f"M{x} {y}h{width}v1h-{width}z"
            x += width
    shapes = "".join(f'<path fill="#{colours[letter]}" d="{path}"/>' for letter, path in paths.items())
    size = len(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f"{shapes}</svg>\n"
    ).encode()


def png(size: int, scale: int, *, whole: bool = False) -> bytes:
    """Returns the icon as PNG, in the middle of size x size pixels. Each of its pixels becomes scale x scale pixels.

    whole: fills the corners with the ground colour.
    """
    colours, drawn = drawing()
    margin = (size - scale * len(drawn)) // 2
    ground = GROUND if whole else NONE
    wide = ["".join(pixel * scale for pixel in row.replace(NONE, ground)).center(size, ground) for row in drawn]
    edge = [ground * size] * margin
    picture = edge + [row for row in wide for _ in range(scale)] + edge
    letters = NONE + "".join(colours)
    table = bytes.maketrans(letters.encode(), bytes(range(len(letters))))
    return encode_colours([row.encode().translate(table) for row in picture], bytes.fromhex("".join(colours.values())))
