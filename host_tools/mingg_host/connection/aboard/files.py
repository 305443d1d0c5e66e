"""Runs on a board, over its raw REPL. Prints what the board is, its files and their bytes, as lines of text."""

import binascii
import hashlib
import json
import os
import sys
from collections.abc import Iterator

FOLDER = 0x4000
LABEL = "/mingg/build.json"
STORE = "/ledger"
AT_ONCE = 1536  # bytes: a multiple of 3, so that base64 needs no padding in the middle


def about() -> None:
    """Prints a list in JSON: implementation, version, .mpy version, machine, unique number, label of the firmware,
    folder of the ledgers."""
    number, label, store = "", {}, STORE
    try:
        from machine import unique_id

        number = binascii.hexlify(unique_id()).decode()
    except (ImportError, AttributeError):
        pass
    try:
        with open(LABEL) as file:
            label = json.load(file)
    except (OSError, ValueError):
        pass
    try:
        import board

        store = board.STORE
    except Exception:  # noqa: BLE001, S110 - an old or half-written board.py may raise anything; the ledgers are in the usual folder
        pass
    here = sys.implementation
    mpy, machine = getattr(here, "_mpy", 0) & 0xFF, getattr(here, "_machine", sys.platform)
    print(json.dumps([here.name, list(here.version[:3]), mpy, machine, number, label, store]))


def room() -> None:
    """Prints the size of a block in bytes, and the number of free blocks."""
    figures = os.statvfs("/")
    print(figures[0], figures[3] if figures[3] <= figures[2] else 0)  # see Store.free()


def listing(*paths: str) -> None:
    """Prints for each file below these paths a list in JSON: its path, its size, the SHA-256 of what the flash
    returns."""
    for path in paths:
        for name in _below(path):
            print(json.dumps([name, os.stat(name)[6], _hashed(name)]))


def give(path: str) -> None:
    """Prints a file in base64, then an empty line."""
    with open(path, "rb") as file:
        data = file.read(AT_ONCE)
        while data:
            print(binascii.b2a_base64(data).decode(), end="")
            data = file.read(AT_ONCE)
    print()


def take(path: str, start: int, data: bytes) -> None:
    """Decodes base64 and appends it to a file; start 0 begins the file again. The data is committed on return."""
    with open(path, "ab" if start else "wb") as file:
        file.write(binascii.a2b_base64(data))


def _below(path: str) -> "Iterator[str]":
    try:
        kind = os.stat(path)[0]
    except OSError:
        return
    if not kind & FOLDER:
        yield path
        return
    for entry in os.ilistdir(path):
        yield from _below(path.rstrip("/") + "/" + str(entry[0]))


def _hashed(path: str) -> str:
    digest = hashlib.sha256()
    buffer = memoryview(bytearray(2048))
    with open(path, "rb") as file:
        size = file.readinto(buffer)
        while size:
            digest.update(buffer[:size])
            size = file.readinto(buffer)
    return binascii.hexlify(digest.digest()).decode()
