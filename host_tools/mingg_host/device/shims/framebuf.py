"""MicroPython's framebuf for CPython, as far as the firmware draws with it: MONO_VLSB only, the same to the bit.

A column of what is drawn is one integer, shifted and masked as a whole: pixel by pixel a screen would take far longer.
"""

from __future__ import annotations

import functools
from typing import Union

MONO_VLSB = 0
MVLSB = MONO_VLSB

# a source of pixels that nothing is drawn into: (buffer, width, height, format) and, if need be, the stride
Source = Union["FrameBuffer", tuple[bytes, int, int, int], tuple[bytes, int, int, int, int]]


class FrameBuffer:
    """Pixels of one bit in a buffer of the caller's: bands of eight rows, a byte a column, bit 0 on top.

    Raises ValueError for another format, and for a buffer too short for what it is said to hold.
    """

    def __init__(
        self, buffer: bytes | bytearray | memoryview, width: int, height: int, format: int, stride: int | None = None
    ) -> None:
        if stride is None:
            stride = width
        if format != MONO_VLSB or width < 1 or height < 1 or stride < width:
            raise ValueError
        bands = (height + 7) // 8
        if len(buffer) < (bands - 1) * stride + width:
            raise ValueError
        self._bytes = memoryview(buffer)
        self._width = width
        self._height = height
        self._stride = stride

    def pixel(self, x: int, y: int, c: int | None = None) -> int | None:
        """Set a pixel, or without a colour return it; outside there is none."""
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None
        at = (y >> 3) * self._stride + x
        if c is None:
            return self._bytes[at] >> (y & 7) & 1
        self._put(at, 1 << (y & 7), c)
        return None

    def fill(self, c: int) -> None:
        self.fill_rect(0, 0, self._width, self._height, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        right, bottom = min(x + w, self._width), min(y + h, self._height)
        x, y = max(x, 0), max(y, 0)
        if w < 1 or h < 1 or x >= right:
            return
        while y < bottom:
            end = min((y | 7) + 1, bottom)
            mask = (1 << ((end - 1) & 7) + 1) - (1 << (y & 7))
            at = (y >> 3) * self._stride + x
            if mask == 255:
                self._bytes[at : at + right - x] = (b"\xff" if c else b"\0") * (right - x)
            else:
                for i in range(at, at + right - x):
                    self._put(i, mask, c)
            y = end

    def hline(self, x: int, y: int, w: int, c: int) -> None:
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int) -> None:
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int, f: bool = False) -> None:
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        self.fill_rect(x, y, w, 1, c)
        self.fill_rect(x, y + h - 1, w, 1, c)
        self.fill_rect(x, y, 1, h, c)
        self.fill_rect(x + w - 1, y, 1, h, c)

    def blit(self, source: Source, x: int, y: int, key: int = -1, palette: Source | None = None) -> None:
        """Draw `source`, its top left at x, y; a pixel that is `key`, after `palette` if there is one, is left out."""
        src = source if isinstance(source, FrameBuffer) else FrameBuffer(*source)
        colours = [0, 1]
        if palette is not None:
            table = palette if isinstance(palette, FrameBuffer) else FrameBuffer(*palette)
            colours = [table.pixel(0, 0) or 0, table.pixel(1, 0) or 0]
        changes = _changes(src._bytes.tobytes(), src._width, src._height, src._stride, key, *colours, y, self._height)
        for i, band, kept, light in changes:
            if 0 <= x + i < self._width:
                at = band * self._stride + x + i
                self._bytes[at] = self._bytes[at] & kept | light

    def scroll(self, xstep: int, ystep: int) -> None:
        """Move everything; lines that nothing moves onto stay as they were."""
        whole = (1 << self._height) - 1
        columns = [self._column(x) & whole for x in range(self._width)]
        if abs(ystep) >= self._height:
            return
        covered = whole & (whole << ystep if ystep >= 0 else whole >> -ystep)
        for x in range(max(0, xstep), min(self._width, self._width + xstep)):
            column = columns[x - xstep]
            column = (column << ystep if ystep >= 0 else column >> -ystep) & covered
            for band in range((self._height + 7) // 8):
                at = band * self._stride + x
                self._bytes[at] = self._bytes[at] & ~(covered >> 8 * band) & 255 | column >> 8 * band & 255

    def _put(self, at: int, mask: int, c: int) -> None:
        self._bytes[at] = self._bytes[at] | mask if c else self._bytes[at] & ~mask

    def _column(self, x: int) -> int:
        """A column as one integer, bit 0 the topmost row; bits below the last row are whatever the buffer holds."""
        column = 0
        for band in range((self._height + 7) // 8):
            column |= self._bytes[band * self._stride + x] << (8 * band)
        return column


@functools.lru_cache(maxsize=4096)
def _changes(
    pixels: bytes, width: int, height: int, stride: int, key: int, of_0: int, of_1: int, y: int, panel_height: int
) -> list[tuple[int, int, int, int]]:
    """What drawing a source at this y does to the bytes of a panel: in which column, counted from the source's first,
    and in which band; which of their bits stay, and which are lit. of_0, of_1: the inks of the source's 0s and 1s."""
    source = FrameBuffer(pixels, width, height, MONO_VLSB, stride)
    whole = (1 << height) - 1
    panel = (1 << panel_height) - 1
    found = []
    for i in range(width):
        ones = source._column(i) & whole
        light = dark = 0
        for drawn, ink in ((~ones & whole, of_0), (ones, of_1)):
            if ink != key and ink:
                light |= drawn
            elif ink != key:
                dark |= drawn
        light = (light << y if y >= 0 else light >> -y) & panel
        dark = (dark << y if y >= 0 else dark >> -y) & panel
        for band in range((panel_height + 7) // 8):
            lit, gone = light >> 8 * band & 255, dark >> 8 * band & 255
            if lit | gone:
                found.append((i, band, ~gone & 255, lit))
    return found
