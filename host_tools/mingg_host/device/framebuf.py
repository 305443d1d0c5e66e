"""MicroPython's framebuf for CPython, as far as the firmware needs it. Only MONO_VLSB, and identical to the bit.

A column of pixels is one integer, which is shifted and masked as a whole. Drawing single pixels takes far longer.
"""

from __future__ import annotations

import functools

MONO_VLSB = 0

Source = tuple[bytes, int, int, int]  # pixels to read only: their bytes, width, height and format


class FrameBuffer:
    """One-bit pixels in the caller's buffer: bands of eight rows, one byte for each column, bit 0 on top.

    Raises ValueError for another format, and for a buffer that is too short.
    """

    def __init__(self, buffer: bytes | bytearray | memoryview, width: int, height: int, format: int) -> None:
        if format != MONO_VLSB or width < 1 or height < 1 or len(buffer) < (height + 7) // 8 * width:
            raise ValueError
        self._bytes = memoryview(buffer)
        self._width = width
        self._height = height

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
            index = (y >> 3) * self._width + x
            if mask == 255:
                self._bytes[index : index + right - x] = (b"\xff" if c else b"\0") * (right - x)
            else:
                for i in range(index, index + right - x):
                    self._put(i, mask, c)
            y = end

    def rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        self.fill_rect(x, y, w, 1, c)
        self.fill_rect(x, y + h - 1, w, 1, c)
        self.fill_rect(x, y, 1, h, c)
        self.fill_rect(x + w - 1, y, 1, h, c)

    def blit(self, source: Source, x: int, y: int, key: int = -1, palette: Source | None = None) -> None:
        """Draws `source` with its top left corner at x, y. Skips pixels that are `key` after the `palette`, which has
        two columns."""
        pixels, width, height, _ = source
        of_0, of_1 = (0, 1) if palette is None else (palette[0][0] & 1, palette[0][1] & 1)
        for i, band, kept, light in _changes(bytes(pixels), width, height, key, of_0, of_1, y, self._height):
            if 0 <= x + i < self._width:
                index = band * self._width + x + i
                self._bytes[index] = self._bytes[index] & kept | light

    def scroll(self, xstep: int, ystep: int) -> None:
        """Moves all pixels. Rows and columns that nothing moves to do not change."""
        whole = (1 << self._height) - 1
        columns = [self._column(x) & whole for x in range(self._width)]
        if abs(ystep) >= self._height:
            return
        covered = whole & (whole << ystep if ystep >= 0 else whole >> -ystep)
        for x in range(max(0, xstep), min(self._width, self._width + xstep)):
            column = columns[x - xstep]
            column = (column << ystep if ystep >= 0 else column >> -ystep) & covered
            for band in range((self._height + 7) // 8):
                index = band * self._width + x
                self._bytes[index] = self._bytes[index] & ~(covered >> 8 * band) & 255 | column >> 8 * band & 255

    def _put(self, index: int, mask: int, c: int) -> None:
        self._bytes[index] = self._bytes[index] | mask if c else self._bytes[index] & ~mask

    def _column(self, x: int) -> int:
        """Returns a column as one integer, bit 0 on top. Bits below the last row are undefined."""
        column = 0
        for band in range((self._height + 7) // 8):
            column |= self._bytes[band * self._width + x] << (8 * band)
        return column


@functools.lru_cache(maxsize=4096)
def _changes(
    pixels: bytes, width: int, height: int, key: int, of_0: int, of_1: int, y: int, panel_height: int
) -> list[tuple[int, int, int, int]]:
    """Returns how drawing a source at this y changes the bytes of a panel: column (from the source's first), band, mask
    of bits that stay, bits that are lit. of_0, of_1: the colours of the source's 0s and 1s."""
    source = FrameBuffer(pixels, width, height, MONO_VLSB)
    whole = (1 << height) - 1
    panel = (1 << panel_height) - 1
    changes = []
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
            lit, cleared = light >> 8 * band & 255, dark >> 8 * band & 255
            if lit | cleared:
                changes.append((i, band, ~cleared & 255, lit))
    return changes
