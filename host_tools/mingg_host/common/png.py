"""Encodes pictures with few colours as PNG files, only with the standard library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence


def encode(rows: Sequence[str], scale: int = 1) -> bytes:
    """Returns a PNG of rows of '0' (black) and '1' (white), all of one length. A pixel becomes scale x scale pixels."""
    width, height = len(rows[0]) * scale, len(rows) * scale
    lines = b"".join(b"\0" + _packed("".join(pixel * scale for pixel in row)) for row in rows for _ in range(scale))
    return _file((b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", zlib.compress(lines, 9)))


def encode_colours(rows: Sequence[bytes], colours: bytes) -> bytes:
    """Returns a PNG of rows of one length, one byte for each pixel: 0 is transparent, n is the nth colour.

    colours: three bytes for each colour.
    """
    return _file(
        (b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(3) + colours),
        (b"tRNS", b"\0"),
        (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
    )


def _file(*chunks: tuple[bytes, bytes]) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in (*chunks, (b"IEND", b"")))


def _packed(bits: str) -> bytes:
    size = (len(bits) + 7) // 8
    return int(bits.ljust(size * 8, "0"), 2).to_bytes(size, "big")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
