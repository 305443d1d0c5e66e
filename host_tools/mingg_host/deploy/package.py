"""Makes the package of an update file: the firmware, compressed, with the program that unpacks it on the board.

It lies in the flash between MicroPython and the file system, which a UF2 does not touch then. From its end:

    256 bytes    the last page before the file system, with the head: 8 bytes "MinggPkg", 8 bytes the identity of the
                 firmware, 32 bytes the SHA-256 of the body, 4 bytes its size, 4 bytes the size of the program in it
    the body     from the start of a page: the program, connection/aboard/unpack.py, compressed, then the streams that
                 it reads

main.py compares the first 16 bytes with those of its own firmware: it reads no file if they are equal, or if the page
is empty.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

from mingg_host.connection.link import program
from mingg_host.deploy.geometry import Flash

MAGIC = b"MinggPkg"
PAGE = 256
STREAM = 80 * 1024  # bytes of files in one stream: a board holds it compressed in its memory
ON_BOARD = "package.py"
KNOWN = "mingg/package"  # on the board: the identity of the package that it unpacked or replaced
BEGUN = b"begun"  # before the identity there: the package is not unpacked to its end
LAST = "main.py"
_CODE = """\
from uctypes import bytes_at

if bytes_at({place:#x}, 16) not in ({own}, b"\\xff" * 16):  # an update file was copied to the board
    import package

    package.unpack({place:#x}, {flash:#x})

"""


class PackageError(Exception):
    """There is no room for the package. The message says how much is missing."""


def place(flash: Flash) -> int:
    """The offset of the head in the flash."""
    return flash.offset - PAGE


def nothing(flash: Flash) -> dict[int, bytes]:
    """Returns the part that removes an earlier package from the flash."""
    return {flash.offset - flash.block: b"\xff" * flash.block}


def identity(files: dict[str, bytes]) -> bytes:
    """Returns the 8 bytes that tell a firmware from others."""
    listed = "".join(f"{hashlib.sha256(data).hexdigest()} {path}\n" for path, data in sorted(files.items()))
    return hashlib.sha256(listed.encode()).digest()[:8]


def looking(main: bytes, own: bytes, flash: Flash) -> bytes:
    """Returns main.py with the lines that look for the package of another firmware. They come first: they must not
    need what an update may have half replaced."""
    if flash.uf2 is None:
        return main
    base = flash.uf2.base
    code = _CODE.format(place=base + place(flash), own=repr(MAGIC + own), flash=base)
    return code.encode() + main


def make(files: dict[str, bytes], version: str, own: bytes, flash: Flash, free_from: int) -> dict[int, bytes]:
    """Returns the parts of the package of a firmware, by their offset in the flash: its body, then its head.

    free_from: the first byte of the flash that MicroPython leaves free.

    Raises PackageError.
    """
    streams: list[list[tuple[str, bytes]]] = [[]]
    for path, data in sorted(files.items(), key=lambda item: (item[0] == LAST, item[0])):
        if streams[-1] and sum(len(other) for _, other in streams[-1]) + len(data) > STREAM:
            streams.append([])
        streams[-1].append((path, data))
    lists = ["\n".join(f"{len(data)} /{path}" for path, data in stream) for stream in streams]
    code = zlib.compress(program("unpack").encode(), 9)
    body = code + b"".join(
        map(
            _stream,
            ["\n\n".join([version, *lists]).encode(), *(b"".join(data for _, data in stream) for stream in streams)],
        )
    )
    head = MAGIC + own + hashlib.sha256(body).digest() + struct.pack("<II", len(body), len(code))
    start = place(flash) - -(-len(body) // PAGE) * PAGE
    missing = free_from - start
    if missing > 0:
        raise PackageError(
            f"The package of {len(body)} bytes overlaps MicroPython by {missing} bytes. Use an older image of "
            "MicroPython, which is smaller, and update this board with mingg flash."
        )
    return {start: body, place(flash): head}


def _stream(data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    return struct.pack("<I", len(packed)) + packed
