"""What the screens draw with: text and figures in our own fonts, boxes, arrows, tiles; a panel of one bit a pixel.

Lengths are pixels; (0, 0) is the top left corner. ink=1 lights pixels, ink=0 darkens them. What lies outside the panel
is cut off, a character that has no letter is a hollow box: drawing never raises, and never allocates.

`align` says what x is of a text: its first column, its centre, or its last column.
"""

import framebuf

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.ui import glyphs

MYPY = False
if MYPY:
    from typing import Any

    _Glyph = Any  # a tuple: the stubs of framebuf know only FrameBuffer as a source, blit takes either
    _Face = dict[str, _Glyph]

WIDTH = 128
HEIGHT = 64

ALIGN_LEFT = 0
ALIGN_CENTRE = 1
ALIGN_RIGHT = 2

_LETTER_GAP = 1
_FIGURE_GAP = 2
_ARROWS = {LEFT: glyphs.ARROW_LEFT, RIGHT: glyphs.ARROW_RIGHT, UP: glyphs.ARROW_UP, DOWN: glyphs.ARROW_DOWN}
# Turns a letter's ink into 0 and its ground into 1; blit then leaves the 1s out.
_DARK: "_Glyph" = (b"\x01\x00", 2, 1, framebuf.MONO_VLSB)


class Canvas:
    """Draws into the panel's buffer of 1024 bytes, MONO_VLSB.

    said: None, or a list that takes (x, y, string) of each text, figures and twice since the last clear(); x is the
    first column whatever the alignment. It is there for tests and scripts that read the screen.
    """

    def __init__(self, buffer: bytearray) -> None:
        self.buffer = buffer
        self.fb = framebuf.FrameBuffer(buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self.said: "list[tuple[int, int, str]] | None" = None

    def clear(self) -> None:
        self.fb.fill(0)
        if self.said is not None:
            self.said.clear()

    # ---- letters and figures ----

    def text(self, s: str, x: int, y: int, align: int = ALIGN_LEFT, bold: bool = False, ink: int = 1) -> int:
        """Letters 7 high and a row below them, y their top. Returns the x after the last column."""
        face = glyphs.BOLD if bold else glyphs.TEXT
        x = _first(_width(face, s, _LETTER_GAP), x, align)
        x = self._string(face, s, x, y, glyphs.TEXT_ROWS, _LETTER_GAP, ink)
        return x - _LETTER_GAP if s else x

    def width(self, s: str, bold: bool = False) -> int:
        return _width(glyphs.BOLD if bold else glyphs.TEXT, s, _LETTER_GAP)

    def figures(self, s: str, x: int, y: int, align: int = ALIGN_LEFT, big: bool = True, ink: int = 1) -> int:
        """Digits, + and -: 21 high (12 wide) or 13 high (7 wide). Returns the x where another figure would stand."""
        x = _first(self.figures_width(s, big), x, align)
        if big:
            return self._string(glyphs.BIG, s, x, y, glyphs.BIG_ROWS, _FIGURE_GAP, ink)
        return self._string(glyphs.FIGURES, s, x, y, glyphs.FIGURES_ROWS, _FIGURE_GAP, ink)

    def figures_width(self, s: str, big: bool = True) -> int:
        return _width(glyphs.BIG if big else glyphs.FIGURES, s, _FIGURE_GAP)

    def twice(self, s: str, x: int, y: int, align: int = ALIGN_LEFT, ink: int = 1) -> int:
        """Letters of text() at double size, 14 high and two rows below. Returns the x after the last column."""
        x = _first(2 * self.width(s), x, align)
        if self.said is not None and s:
            self.said.append((x, y, s))
        for ch in s:
            columns, w, h, _ = glyphs.TEXT.get(ch) or glyphs.TEXT[""]
            top = y + 2 * (glyphs.TEXT_ROWS - h)
            for j in range(h):
                for i in range(w):
                    if columns[(j >> 3) * w + i] >> (j & 7) & 1:
                        self.fb.fill_rect(x + 2 * i, top + 2 * j, 2, 2, ink)
            x += 2 * (w + _LETTER_GAP)
        return x - 2 * _LETTER_GAP if s else x

    # ---- shapes ----

    def pixel(self, x: int, y: int, ink: int = 1) -> None:
        self.fb.pixel(x, y, ink)

    def box(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """A full rectangle."""
        self.fb.fill_rect(x, y, w, h, ink)

    def frame(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """The outline of a rectangle, one pixel thick, within w by h."""
        self.fb.rect(x, y, w, h, ink)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Light what is dark and darken what is lit."""
        right = min(x + w, WIDTH)
        bottom = min(y + h, HEIGHT)
        x = max(x, 0)
        y = max(y, 0)
        buffer = self.buffer
        while y < bottom:
            end = min((y | 7) + 1, bottom)
            mask = (1 << ((end - 1) & 7) + 1) - (1 << (y & 7))
            band = (y >> 3) * WIDTH
            for i in range(band + x, band + right):
                buffer[i] ^= mask
            y = end

    def arrow(self, direction: int, x: int, y: int, ink: int = 1) -> None:
        """A small triangle that points to LEFT, RIGHT, UP or DOWN of hal.keys: 3 by 5, or 5 by 3 up and down."""
        self._mark(_ARROWS[direction], x, y, ink)

    def tick(self, x: int, y: int, ink: int = 1) -> None:
        """A check mark, 6 by 6; in a frame of 9 by 9 it stands 2 right of the frame and 1 below its top."""
        self._mark(glyphs.TICK, x, y, ink)

    def key(self, ch: str, x: int, y: int) -> int:
        """A key cap, 9 by 9, with its letter. Returns the x after it."""
        self._mark(glyphs.KEY, x, y, 1)
        self.text(ch, x + 2, y + 1, ink=0)
        return x + glyphs.KEY[1]

    # ---- of this game ----

    def wind(self, ch: str, x: int, y: int, east: bool = False) -> None:
        """A seat's wind, 11 by 11; East's letter stands in a full box."""
        if east:
            self.box(x, y, 11, 11)
        self.text(ch, x + (12 - self.width(ch, True)) // 2, y + 2, bold=True, ink=0 if east else 1)

    def tiles(self, n: int, concealed: bool, x: int, y: int, h: int = 7, w: int = 4) -> int:
        """n tiles side by side, full in the hand, hollow on the table. Returns the width: 4 n - 1 full, 3 n + 1 hollow,
        where a tile is 4 wide."""
        step = w if concealed else w - 1
        for i in range(n):
            if concealed:
                self.box(x + i * step, y, w - 1, h)
            else:
                self.frame(x + i * step, y, w, h)
        return n * step - 1 if concealed else n * step + 1

    def header(self, left: str, right: str = "", wind: str = "", mid: str = "") -> None:
        """The bar on top, 10 high: a seat's wind, what the screen is about, a word after it, what a key does.

        `right` is left out where it would touch the rest.
        """
        self.box(0, 0, WIDTH, 10)
        x = 2
        if wind:
            self.box(0, 0, 11, 9, 0)
            self.text(wind, (12 - self.width(wind, True)) // 2, 1, bold=True)
            x = 14
        x = self.text(left, x, 1, bold=True, ink=0)
        if mid:
            x = self.text(mid, x + 6, 1, ink=0)
        if 125 - self.width(right) > x + 2:
            self.text(right, 125, 1, ALIGN_RIGHT, ink=0)

    # ---- within ----

    def _string(self, face: "_Face", s: str, x: int, y: int, rows: int, gap: int, ink: int) -> int:
        """Returns the x where the next letter would stand."""
        if self.said is not None and s:
            self.said.append((x, y, s))
        for ch in s:
            glyph = face.get(ch) or face[""]
            # a letter of more rows than the others grows upwards
            self._mark(glyph, x, y + rows - glyph[2], ink)
            x += glyph[1] + gap
        return x

    def _mark(self, glyph: "_Glyph", x: int, y: int, ink: int) -> None:
        if ink:
            self.fb.blit(glyph, x, y, 0)
        else:
            self.fb.blit(glyph, x, y, 1, _DARK)


def _width(face: "_Face", s: str, gap: int) -> int:
    if not s:
        return 0
    total = -gap
    for ch in s:
        total += (face.get(ch) or face[""])[1] + gap
    return total


def _first(width: int, x: int, align: int) -> int:
    """The first column of what is `width` wide and stands at x."""
    if align == ALIGN_RIGHT:
        return x - width + 1
    if align == ALIGN_CENTRE:
        return x - width // 2
    return x
