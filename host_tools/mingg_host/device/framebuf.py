"""MicroPython's framebuf for CPython, as far as the firmware needs it. Only MONO_VLSB, and identical to the bit.

Pixels that lie side by side in a band of eight rows are one integer, which is masked as a whole. Drawing single pixels
takes far longer.
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
        self._bands = (height + 7) // 8
        self._rows = (1 << height) - 1  # every row of a column

    def fill(self, c: int) -> None:
        if self._height & 7:
            self.fill_rect(0, 0, self._width, self._height, c)
        else:
            size = self._bands * self._width
            self._bytes[:size] = (b"\xff" if c else b"\0") * size

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        left, right = max(x, 0), min(x + max(w, 0), self._width)
        rows = _shifted((1 << max(h, 0)) - 1, y) & self._rows
        for band in range(max(y, 0) >> 3, min((max(y + h, 0) + 7) >> 3, self._bands)):
            first, last = band * self._width + left, band * self._width + right
            if left < right and (mask := rows >> 8 * band & 255):
                self._bytes[first:last] = bytes(self._bytes[first:last]).translate(_inked(mask, mask if c else 0))

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
        left, number = max(x, 0), min(x + width, self._width) - max(x, 0)  # the columns of this buffer
        if number <= 0:
            return
        for band, (mask, ink) in enumerate(_drawn(bytes(pixels), width, height, key, of_0, of_1, y & 7), y >> 3):
            if 0 <= band < self._bands:
                if number < width:
                    mask = mask >> 8 * (left - x) & (1 << 8 * number) - 1
                    ink >>= 8 * (left - x)
                if band == self._bands - 1 and self._height & 7:
                    mask &= int.from_bytes(bytes([self._rows >> 8 * band]) * number, "little")
                start = band * self._width + left
                there = int.from_bytes(self._bytes[start : start + number], "little")
                self._bytes[start : start + number] = (there & ~mask | ink & mask).to_bytes(number, "little")

    def scroll(self, xstep: int, ystep: int) -> None:
        """Moves all pixels. Rows and columns that nothing moves to do not change."""
        columns = [self._column(x) for x in range(self._width)]
        for x in range(max(0, xstep), min(self._width, self._width + xstep)):
            self._put(x, _shifted(self._rows, ystep), _shifted(columns[x - xstep], ystep))

    def _put(self, x: int, mask: int, ink: int) -> None:
        """Changes the pixels of a column: those in the mask become those of the ink."""
        for band in range(self._bands):
            if part := (mask & self._rows) >> 8 * band & 255:
                index = band * self._width + x
                self._bytes[index] = self._bytes[index] & ~part | ink >> 8 * band & part

    def _column(self, x: int) -> int:
        """Returns a column as one integer, bit 0 on top."""
        return int.from_bytes(self._bytes[x :: self._width][: self._bands], "little") & self._rows


def _shifted(rows: int, by: int) -> int:
    return rows << by if by >= 0 else rows >> -by


@functools.cache
def _inked(mask: int, ink: int) -> bytes:
    """Returns a table for bytes.translate() that puts ink into the bits of a mask."""
    return bytes(byte & ~mask | ink for byte in range(256))


@functools.lru_cache(maxsize=8192)
def _drawn(pixels: bytes, width: int, height: int, key: int, of_0: int, of_1: int, down: int) -> list[tuple[int, int]]:
    """Returns for each band of a source which of its pixels are drawn, and which of these are lit, a byte for each
    column. of_0, of_1: the colours of the source's 0s and 1s; down: how many rows of the first band are above it."""
    source = FrameBuffer(pixels, width, height, MONO_VLSB)
    masks, inks = [], []
    for x in range(width):
        ones = source._column(x)
        rows = ((source._rows & ~ones, of_0), (ones, of_1))
        masks.append(sum(some for some, ink in rows if ink != key) << down)
        inks.append(sum(some for some, ink in rows if ink) << down)
    return [(_band(masks, band), _band(inks, band)) for band in range((height + down + 7) // 8)]


def _band(columns: list[int], band: int) -> int:
    return int.from_bytes(bytes(column >> 8 * band & 255 for column in columns), "little")
