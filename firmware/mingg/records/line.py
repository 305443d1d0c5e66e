"""A line of a ledger is one record, readable by people: its number, a checksum, and its text, a JSON object.

    0003 5f0d8a1c {"winner": "N", ...}

The number has at least four digits: `0003`, `10000`. The checksum is the CRC-32 of number and text. Record 0 is the
head, which names the table. Files of one line, such as the settings, are records with the number 0.
"""

import json
from binascii import crc32
from typing import Any

Json = dict[str, Any]

FORMAT = 1  # of a ledger, in its head
FIRST = "first"  # key of a head: the first record of the segment
LAST = 999999999  # the greatest number of a record: MicroPython needs no memory for an integer of this size
_DIGITS = 9  # of a record's number at most
_CHECKSUM = 10  # bytes of " 5f0d8a1c "


def seal(number: int, text: str) -> bytes:
    """The line of a record, with its line end."""
    start, data = b"%04d " % number, text.encode()
    return start + _checksum(start, data) + data + b"\n"


def _checksum(start: bytes, data: "bytes | memoryview") -> bytes:
    return b"%08x " % (crc32(data, crc32(start)) & 0xFFFFFFFF)


def unseal(line: bytes) -> "tuple[int, str] | None":
    """(number, text) of a line, with or without its line end; None if the line is damaged."""
    blank = line.find(b" ", 0, _DIGITS + 1)
    text = blank + _CHECKSUM
    data = memoryview(line)[text : len(line) - (line[-1:] == b"\n")]
    try:
        number = int(line[: max(0, blank)])
        # Compares the digits, too, so that another spelling of number or checksum does not pass.
        start = b"%04d " % number
        if number < 0 or line[:text] != start + _checksum(start, data):
            return None
        return number, str(data, "utf-8")
    except ValueError:  # no number, or no UTF-8
        return None


def parse(text: str) -> "Json":
    """The JSON object of a text. ValueError: it is not JSON, no object, or nested too deeply."""
    try:
        keys = json.loads(text)
    except RuntimeError:  # the json module of a PC is recursive
        raise ValueError("too deep")
    if not isinstance(keys, dict):
        raise ValueError("no object")
    return keys


def only(data: "bytes | None") -> "Json":
    """The object in a file of one line. ValueError: there is no file, or it is damaged."""
    record = unseal(data or b"")
    if record is None or record[0]:
        raise ValueError("damaged")
    return parse(record[1])


# ---- names of files ----


def segment_of(name: str) -> "tuple[int, int] | None":
    """(ledger, segment) of a file name, or None if it is no name of a segment. A ledger's number is at least 1, and has
    4 to 15 digits: browsers and SQLite hold such numbers exactly."""
    ledger, _, segment = name[:-4].partition("-")
    if name[-4:] != ".txt" or not 4 <= len(ledger) <= 15 or not _is_number(ledger):
        return None
    if not (segment and len(segment) < 5 and _is_number(segment) and "%02d" % int(segment) == segment):
        return None
    number = int(ledger)
    return (number, int(segment)) if number else None


def _is_number(text: str) -> bool:
    return all(sign in "0123456789" for sign in text)


def segment_name(ledger: int, segment: int) -> str:
    """The file name of a segment. OSError if a number has more digits than segment_of() accepts: nothing would find the
    file again."""
    name = "%04d-%02d.txt" % (ledger, segment)
    if len(name) > 22 or segment > 9999:
        raise OSError(28)  # ENOSPC
    return name
