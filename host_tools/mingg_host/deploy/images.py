"""Makes images for a flash: the file system that a stock MicroPython mounts when it starts, and one file of MicroPython
and Mingg, for the boot drive (hold BOOTSEL).

The format of UF2: https://github.com/microsoft/uf2.
"""

from __future__ import annotations

import re
import struct
from contextlib import suppress
from typing import NamedTuple

from littlefs import LittleFS, LittleFSError, UserContext

from mingg_host.board.data import Flash, Uf2
from mingg_host.common.output import Failure

OLDEST = 1, 24  # of MicroPython
_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)(?:\.\d+)?")
_DISK_VERSION = 0x00020000  # of littlefs, the oldest: every MicroPython reads it
_MAGIC = 0x0A324655, 0x9E5D5157
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
_BLOCK, _PAYLOAD, _SECTOR = 512, 256, 4096
# Images for the RP2350 begin with a block for no chip, which its boot loader needs (erratum RP2350-E10).
_ABSOLUTE, _FIRST_OF = 0xE48BFF57, 2
# What an image says of a block device of MicroPython (pico/binary_info/structure.h in Raspberry Pi's SDK): these
# numbers, then where its name is, its address and its size.
_DESCRIBED = struct.pack("<HH", 7, 0x504D)


class ImageError(Failure):
    """An image cannot be made or used. The message names the problem and the next step."""


# ---- the file system ----


def littlefs(files: dict[str, bytes], flash: Flash) -> bytes:
    """Returns a file system as large as the board's. files: by path. The same files make the same bytes.

    Raises ImageError.
    """
    context = UserContext(flash.block * flash.blocks)
    system = LittleFS(
        context=context,
        block_size=flash.block,
        block_count=flash.blocks,
        read_size=flash.page,
        prog_size=flash.page,
        cache_size=4 * flash.page,  # as in MicroPython: a smaller file is stored in its folder and takes no block
        disk_version=_DISK_VERSION,
    )
    try:
        for path, data in sorted(files.items()):
            folder = path.rpartition("/")[0]
            if folder:
                system.makedirs(folder, exist_ok=True)
            with system.open(path, "wb") as file:
                file.write(data)
    except LittleFSError as error:
        size = sum(map(len, files.values()))
        raise ImageError(
            f"{len(files)} files of {size} bytes do not fit into the {flash.blocks} blocks of {flash.block} bytes "
            f"that the board has ({error}). Use a board with more flash, or correct [flash] in its board.toml."
        ) from error
    system.unmount()
    return bytes(context.buffer)


def blocks_used(image: bytes, flash: Flash) -> int:
    """Counts the blocks that a file system uses."""
    context = UserContext(len(image))
    context.buffer[:] = image
    system = LittleFS(context=context, block_size=flash.block, block_count=flash.blocks, mount=True)
    return int(system.used_block_count)


# ---- MicroPython and Mingg for the boot drive ----


class Stock(NamedTuple):
    """MicroPython's image. pages: of 256 bytes by their offset in the flash. version: major and minor. before: a block
    for no chip, which stays at the start."""

    pages: dict[int, bytes]
    version: tuple[int, int]
    before: bytes = b""


NO_STOCK = Stock({}, (0, 0))


def read_uf2(data: bytes, flash: Flash, target: Uf2, page: str) -> Stock:
    """Reads and checks MicroPython's UF2 for a board. page: the address of its downloads. Raises ImageError."""
    again = f"Download the image for this board again: {page}"
    if not data or len(data) % _BLOCK:
        raise ImageError(f"The image is truncated: {len(data)} bytes are no whole number of UF2 blocks. {again}")
    before, data = _before(data)
    count, pages = len(data) // _BLOCK, {}
    for number in range(count):
        block = data[number * _BLOCK : (number + 1) * _BLOCK]
        first, second, flags, address, size, own, total, family = struct.unpack_from("<8I", block)
        if (first, second) != _MAGIC or block[-4:] != struct.pack("<I", _MAGIC_END):
            raise ImageError(f"The image is not a UF2: block {number} has no mark of one. {again}")
        if not flags & _HAS_FAMILY or family != target.family:
            raise ImageError(f"The image is for another chip: {family:#x} instead of {target.family:#x}. {again}")
        if (own, total) != (number, count):
            raise ImageError(
                f"The image is incomplete: block {number} of {count} says that it is {own} of {total}. {again}"
            )
        offset = address - target.base
        if size != _PAYLOAD or offset < 0 or offset % _PAYLOAD or offset in pages:
            raise ImageError(f"The image is damaged: block {number} has {size} bytes for {address:#x}. {again}")
        if offset + size > flash.offset:
            raise ImageError(
                f"The image overlaps the file system: block {number} is for {address:#x}, and the files begin at "
                f"{target.base + flash.offset:#x}. Use a stock image without files: {page}"
            )
        pages[offset] = block[32 : 32 + _PAYLOAD]
    version = checked_version(b"".join(pages[offset] for offset in sorted(pages)), page)
    area = _file_system(pages, target.base)
    expected = target.base + flash.offset, flash.block * flash.blocks
    if area not in (None, expected):
        start, size = area or expected
        raise ImageError(
            f"The image has its file system in another place: {size} bytes at {start:#x} instead of {expected[1]} at "
            f"{expected[0]:#x}, as board.toml says. Is it for this board? {again}"
        )
    return Stock(pages, version, before)


def checked_version(image: bytes, page: str) -> tuple[int, int]:
    """Returns the version of MicroPython in an image. Raises ImageError if Mingg does not run on it."""
    found = _VERSION.search(image)
    if found is None:
        raise ImageError(
            f"The image is not MicroPython: it names no version. Download the image for this board again: {page}"
        )
    version = int(found[1]), int(found[2])
    if version < OLDEST:
        raise ImageError(
            f"The image is MicroPython {version[0]}.{version[1]}, and Mingg needs 1.24 or newer. Download one: {page}"
        )
    return version


def _before(data: bytes) -> tuple[bytes, bytes]:
    """Separates the block for no chip from the others."""
    if len(data) >= _BLOCK:
        first, second, _, _, _, own, total, family = struct.unpack_from("<8I", data)
        if ((first, second), own, total, family) == (_MAGIC, 0, _FIRST_OF, _ABSOLUTE):
            return data[:_BLOCK], data[_BLOCK:]
    return b"", data


def _file_system(pages: dict[int, bytes], base: int) -> tuple[int, int] | None:
    """Returns address and size of the file system, as the image describes itself. None: it does not say so."""
    image = bytearray(b"\xff" * (max(pages) + _PAYLOAD))
    for offset, page in pages.items():
        image[offset : offset + _PAYLOAD] = page

    for found in re.finditer(re.escape(_DESCRIBED), image):
        with suppress(struct.error):
            _, name, address, size = struct.unpack_from("<4I", image, found.start())
            # ROMFS is described, too.
            if size and name >= base and image.startswith(b"MicroPython\0", name - base):
                return address, size
    return None


def uf2(stock: Stock, parts: dict[int, bytes], target: Uf2) -> bytes:
    """Returns one UF2 with the stock image or NO_STOCK, and with more parts, by their offset in the flash. Raises
    ValueError if they overlap.

    Each part fills whole pages. Empty pages complete each sector of 4096 bytes: the boot loader of the RP2040 erases
    one sector for 16 pages that arrive, so a sector with fewer would leave another one unerased. Empty pages of a file
    system are there, too: littlefs could take an old block between new ones for a newer one.
    """
    pages = dict(stock.pages)
    for start, data in parts.items():
        for at in range(0, len(data), _PAYLOAD):
            if start + at in pages:
                raise ValueError(f"two parts are for {start + at:#x}")
            pages[start + at] = data[at : at + _PAYLOAD].ljust(_PAYLOAD, b"\xff")
    for sector in {offset - offset % _SECTOR for offset in pages}:
        for offset in range(sector, sector + _SECTOR, _PAYLOAD):
            pages.setdefault(offset, b"\xff" * _PAYLOAD)
    return stock.before + b"".join(
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
