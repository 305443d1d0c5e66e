"""Lies on a board beside main.py, which imports it when the flash has the package of another firmware.

An update file for the boot drive puts such a package between MicroPython and the file system; deploy/package.py makes
it and describes it. The package brings the program that unpacks it. This module only decides whether that program runs.
It is a source file: if the update brought a newer MicroPython, that may refuse the compiled files of the old firmware.
"""

import hashlib
import io
import sys

import deflate
from uctypes import bytearray_at, bytes_at

HEAD = 56
KNOWN = "/mingg/package"  # the identity of the package that the firmware on the board came with, or replaced


def unpack(place: int, flash: int) -> None:
    """Runs the program of the package whose head is at this address. flash: the first address of the flash.

    Returns if there is nothing to do; the program restarts the board when it is done. Raises RuntimeError if the
    firmware on the board is half replaced: a mixture of two versions might damage the ledgers.
    """
    head = bytes_at(place, HEAD)
    if _known() == head[8:16]:
        return
    try:
        _run(head, place, flash)
    except Exception as error:  # noqa: BLE001 - whatever it is: if nothing has changed yet, the old firmware may start
        sys.print_exception(error)  # type: ignore[attr-defined, unused-ignore]
    if _known()[:5] == b"begun":
        raise RuntimeError("Mingg is half replaced. Copy the update file to the board again, or run: mingg flash")


def _known() -> bytes:
    try:
        with open(KNOWN, "rb") as file:
            return bytes(file.read())
    except OSError:
        return b""  # this firmware knows no package


def _run(head: bytes, place: int, flash: int) -> None:
    if head[:8] != b"MinggPkg":
        return
    size = int.from_bytes(head[48:52], "little")
    start = place - (size + 255) // 256 * 256
    if start < flash:
        return
    body = bytearray_at(start, size)
    if hashlib.sha256(body).digest() != head[16:48]:
        print("The update in the flash is damaged. Copy the update file to the board again.")
        return
    scope: dict[str, object] = {"__name__": "unpack"}
    code = int.from_bytes(head[52:56], "little")
    exec(deflate.DeflateIO(io.BytesIO(bytes_at(start, code)), deflate.ZLIB).read().decode(), scope)
    scope["begin"](memoryview(body)[code:], head[8:16])  # type: ignore[operator]
