"""Joins MicroPython's image for an ESP32 and Mingg into one file, which `esptool` writes from the start of the flash.

The image has a table of the parts of the flash: https://docs.espressif.com/projects/esp-idf, "Partition Tables". Where
it names no part `vfs`, MicroPython makes one when it starts, from the end of the last part to the end of the flash: so
the file depends on the size of the flash.
"""

from __future__ import annotations

import struct

from mingg_host.deploy.drive import DriveError, checked_version
from mingg_host.deploy.geometry import Esp, Flash

_IMAGE, _CHIP_AT = 0xE9, 12
_TABLE, _ENTRIES, _ENTRY, _MARK = 0x8000, 95, 32, 0x50AA
_FILES = "vfs"
BLOCK, PAGE = 4096, 32  # as MicroPython has them on an ESP32
MB = 1 << 20


def areas(data: bytes, esp: Esp, page: str) -> dict[int, Flash]:
    """Checks MicroPython's image, and returns where the file system is: by the size of the flash in MB.

    page: the address of its downloads. Raises DriveError.
    """
    again = f"Download the image for this board again: {page}"
    if len(data) <= _TABLE or data[0] != _IMAGE:
        raise DriveError(f"The image is not for esptool: it has no boot loader at its start. {again}")
    (chip,) = struct.unpack_from("<H", data, _CHIP_AT)
    if chip != esp.chip:
        raise DriveError(f"The image is for another chip: {chip} instead of {esp.chip}. {again}")
    parts: dict[str, tuple[int, int]] = {}
    for number in range(_ENTRIES):
        mark, _, start, size, label = struct.unpack_from("<HHII16s", data, _TABLE + _ENTRY * number)
        if mark != _MARK:
            break
        parts[label.partition(b"\0")[0].decode("ascii", "replace")] = start, size
    if not parts:
        raise DriveError(f"The image is damaged: it has no table of the parts of the flash. {again}")
    checked_version(data, page)
    end = max(start + size for name, (start, size) in parts.items() if name != _FILES)
    if len(data) > end:
        raise DriveError(f"The image is damaged: it has {len(data)} bytes, and its parts end at {end:#x}. {again}")
    found = {}
    for megabytes in esp.sizes:
        start, size = parts.get(_FILES, (end, megabytes * MB - end))
        if size > 0 and start + size <= megabytes * MB:
            found[megabytes] = Flash(start, BLOCK, size // BLOCK, PAGE, None)
    return found


def joined(stock: bytes, files: bytes, flash: Flash) -> bytes:
    """Returns one file with the image and the file system. Its end, which is as in an empty flash, is left out."""
    used = -(-len(files.rstrip(b"\xff")) // flash.block) * flash.block
    return stock.ljust(flash.offset, b"\xff") + files[:used]
