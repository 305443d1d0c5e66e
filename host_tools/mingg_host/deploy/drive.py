"""Joins MicroPython's image and Mingg into one UF2 for the boot drive (hold BOOTSEL).

The format of UF2: https://github.com/microsoft/uf2
"""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

from mingg_host.deploy.geometry import Flash, Uf2

_MAGIC = 0x0A324655, 0x9E5D5157
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
_BLOCK, _PAYLOAD = 512, 256
_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)(?:\.\d+)?")
OLDEST = 1, 24


class DriveError(Exception):
    """The image cannot be used. The message names the problem and the next step."""


class Stock(NamedTuple):
    """MicroPython's image. pages: of 256 bytes by their offset in the flash. version: major and minor."""

    pages: dict[int, bytes]
    version: tuple[int, int]

    @property
    def end(self) -> int:
        """The first byte of the flash behind the image."""
        return max(self.pages) + _PAYLOAD


def read(data: bytes, flash: Flash, target: Uf2, page: str) -> Stock:
    """Reads and checks MicroPython's UF2 for a board. page: the address of its downloads. Raises DriveError."""
    again = f"Download the image for this board again: {page}"
    if not data or len(data) % _BLOCK:
        raise DriveError(f"The image is truncated: {len(data)} bytes are no whole number of UF2 blocks. {again}")
    count, pages = len(data) // _BLOCK, {}
    for number in range(count):
        block = data[number * _BLOCK : (number + 1) * _BLOCK]
        first, second, flags, address, size, own, total, family = struct.unpack_from("<8I", block)
        if (first, second) != _MAGIC or block[-4:] != struct.pack("<I", _MAGIC_END):
            raise DriveError(f"The image is not a UF2: block {number} has no mark of one. {again}")
        if not flags & _HAS_FAMILY or family != target.family:
            raise DriveError(f"The image is for another chip: {family:#x} instead of {target.family:#x}. {again}")
        if (own, total) != (number, count):
            raise DriveError(
                f"The image is incomplete: block {number} of {count} says that it is {own} of {total}. {again}"
            )
        offset = address - target.base
        if size != _PAYLOAD or offset < 0 or offset % _PAYLOAD or offset in pages:
            raise DriveError(f"The image is damaged: block {number} has {size} bytes for {address:#x}. {again}")
        if offset + size > flash.offset:
            raise DriveError(
                f"The image overlaps the file system: block {number} is for {address:#x}, and the files begin at "
                f"{target.base + flash.offset:#x}. Use a stock image without files: {page}"
            )
        pages[offset] = block[32 : 32 + _PAYLOAD]
    found = _VERSION.search(b"".join(pages[offset] for offset in sorted(pages)))
    if found is None:
        raise DriveError(f"The image is not MicroPython: it names no version. {again}")
    version = int(found[1]), int(found[2])
    if version < OLDEST:
        raise DriveError(
            f"The image is MicroPython {version[0]}.{version[1]}, and Mingg needs 1.24 or newer. Download one: {page}"
        )
    return Stock(pages, version)


def joined(stock: Stock, parts: dict[int, bytes], target: Uf2) -> bytes:
    """Returns one UF2 with the stock image and more parts, by their offset in the flash. Raises ValueError if they
    overlap.

    Each part fills whole pages. The boot loader erases a sector of 4096 bytes when its first page arrives.
    """
    pages = dict(stock.pages)
    for start, data in parts.items():
        for at in range(0, len(data), _PAYLOAD):
            if start + at in pages:
                raise ValueError(f"two parts are for {start + at:#x}")
            pages[start + at] = data[at : at + _PAYLOAD].ljust(_PAYLOAD, b"\xff")
    return b"".join(
        struct.pack(
            "<8I476sI",
            *_MAGIC,
            _HAS_FAMILY,
            target.base + offset,
            _PAYLOAD,
            number,
            len(pages),
            target.family,
            pages[offset],
            _MAGIC_END,
        )
        for number, offset in enumerate(sorted(pages))
    )
