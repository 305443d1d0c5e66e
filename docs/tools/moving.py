"""The moving picture of the README: one deal, entered key by key on the real firmware. `make manual` writes it.

Each key press takes two frames: the screen before it with the key lit, and the screen after it. Below the screen a
caption says what the player enters. The winner's hand is that of the manual.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from help.intent import said
from help.playing import play
from mingg_host.art import fonts
from mingg_host.device.headless import Headless
from PIL import Image, ImageSequence

PATH = Path(__file__).parents[2] / "docs" / "pictures" / "deal.gif"

SCALE = 3  # pixels of the picture for one of the panel
EDGE = 12  # pixels around the panel
KEY = 33  # side of a key
GAP = 5  # between two keys
LETTERS = 2  # scale of the caption
FIRST_MS, DOWN_MS, UP_MS, LAST_MS = 1500, 400, 700, 4000

# The colours, by number: background, lit pixel, case, key, pressed key, text
COLOURS = ((0, 0, 0), (225, 240, 255), (38, 42, 50), (92, 100, 114), (245, 170, 40), (235, 238, 242))
DARK, LIT, CASE, CAP, PRESSED, INK = range(len(COLOURS))

# What the player enters, and the keys of that
_ENTERED = (
    ("Who won? Cy.", "up"),
    ("No other tile would have completed the hand.", "a"),
    ("Bo discarded the winning tile.", "right"),
    ("Cy has a concealed pung of dragons,", "pung dragon"),
    ("a concealed pung of the seat wind,", "pung wind"),
    ("and an exposed kong of 2 to 8.", "(kong simple)"),
    ("That is all. The next hand is Di's.", "a"),
    ("Di has an exposed pung of dragons.", "(pung dragon)"),
    ("That is all. The next hand is Ann's.", "a"),
    ("Ann has nothing. The last hand is Bo's.", "a"),
    ("Nor has Bo. The deal is saved: who pays whom.", "a"),
    ("The next deal.", "NEXT"),
)
# The same with all keys up to there
STORY = tuple(zip(dict(_ENTERED), itertools.accumulate(said(keys) for _, keys in _ENTERED), strict=True))

# Where each key lies beside the panel: column and row, in half keys
_PLACES = {"up": (2, 1), "left": (0, 3), "right": (4, 3), "down": (2, 5), "b": (7, 4), "a": (9, 2)}
WIDTH = EDGE + 128 * SCALE + 2 * EDGE + (KEY + GAP) * 11 // 2 + EDGE
HEIGHT = EDGE + 64 * SCALE + EDGE + 9 * LETTERS + EDGE

Canvas = list[bytearray]  # rows of colour numbers


class Frame(NamedTuple):
    """rows: a byte for each pixel, its colour's number; ms: how long it is shown."""

    rows: tuple[bytes, ...]
    ms: int


def frames() -> Iterator[Frame]:
    """The picture, frame by frame."""
    with Headless() as device:
        yield Frame(drawn(device.pixels(), "Six keys, one deal.", None), FIRST_MS)
        before = 0
        for caption, script in STORY:
            keys = script.split()
            for key in keys[before:]:
                yield Frame(drawn(device.pixels(), caption, key), DOWN_MS)
                play(device, key)
                yield Frame(drawn(device.pixels(), caption, None), UP_MS)
            before = len(keys)
            if "saved" in device.text():
                yield Frame(drawn(device.pixels(), caption, None), LAST_MS)
        yield Frame(drawn(device.pixels(), "The next deal.", None), FIRST_MS)


def joined(parts: Iterator[Frame]) -> list[Frame]:
    """The same with equal neighbours in one, as the file has them."""
    return [
        Frame(rows, sum(part.ms for part in equal)) for rows, equal in itertools.groupby(parts, lambda part: part.rows)
    ]


@cache
def picture() -> bytes:
    """The file: a GIF that repeats without end."""
    parts = joined(frames())
    images = [_image(frame) for frame in parts]
    file = io.BytesIO()
    images[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[frame.ms for frame in parts],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def read(data: bytes) -> list[tuple[bytes, int]]:
    """The frames of such a file: pixels as RGB, three bytes each, and the milliseconds of each frame."""
    with Image.open(io.BytesIO(data)) as image:
        return [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]


def _image(frame: Frame) -> Image.Image:
    image = Image.frombytes("P", (WIDTH, HEIGHT), b"".join(frame.rows))
    image.putpalette(bytes(itertools.chain(*COLOURS)))
    return image


def drawn(pixels: list[str], caption: str, pressed: str | None) -> tuple[bytes, ...]:
    """The rows of a frame: the panel's pixels, the six keys with the pressed one lit, and the caption. IndexError where
    the caption is too wide."""
    canvas = [bytearray([CASE]) * WIDTH for _ in range(HEIGHT)]
    for y, row in enumerate(pixels):
        for x, pixel in enumerate(row):
            _fill(canvas, EDGE + x * SCALE, EDGE + y * SCALE, SCALE, LIT if pixel == "1" else DARK)
    for name, (column, row) in _PLACES.items():
        _key(canvas, name, column, row, PRESSED if name == pressed else CAP)
    _write(canvas, caption, EDGE, EDGE + 64 * SCALE + EDGE, LETTERS)
    return tuple(map(bytes, canvas))


def _key(canvas: Canvas, name: str, column: int, row: int, colour: int) -> None:
    half = (KEY + GAP) // 2
    left, top = EDGE + 128 * SCALE + EDGE + column * half, EDGE + (row + 1) * half
    _fill(canvas, left, top, KEY, colour)
    if name in ("a", "b"):
        rows = _face("bold.txt")[name.upper()].rows
    else:
        rows = _face(fonts.MARKS)[f"arrow-{name}"].rows
    inside = CASE if colour == PRESSED else INK
    _stamp(canvas, rows, left + (KEY - 2 * len(rows[0])) // 2, top + (KEY - 2 * len(rows)) // 2, 2, inside)


def _write(canvas: Canvas, text: str, left: int, top: int, scale: int) -> None:
    for letter in text:
        rows = _face("text.txt")[letter].rows
        _stamp(canvas, rows, left, top, scale, INK)
        left += (len(rows[0]) + 1) * scale


def _stamp(canvas: Canvas, rows: tuple[str, ...], left: int, top: int, scale: int, colour: int) -> None:
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            if pixel == "#":
                _fill(canvas, left + x * scale, top + y * scale, scale, colour)


def _fill(canvas: Canvas, left: int, top: int, size: int, colour: int) -> None:
    """A square. IndexError where it does not fit on the canvas."""
    if left < 0 or top < 0 or left + size > WIDTH:
        raise IndexError(f"{size} pixels at {left}, {top}")
    for y in range(top, top + size):
        canvas[y][left : left + size] = bytes([colour]) * size


@cache
def _face(file: str) -> dict[str, fonts.Glyph]:
    return fonts.read(fonts.ART / file).glyphs
