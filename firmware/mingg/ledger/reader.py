"""Reads a ledger. Each line is one record, readable by people: its number, a checksum, and its text.

    0003 5f0d8a1c {"winner": "N", ...}

The number has at least four digits: `0003`, `10000`. The checksum is the CRC-32 of number and text. Record 0 is the
head, which names the table. All others are the lines of the session.

A ledger is a sequence of segments: files such as `0007-00.txt` and `0007-01.txt`, which only grow at the end. Each
segment begins with a copy of the head, which names the first record of the segment; the first segment begins with two
copies. The numbers of records continue from one segment to the next. The last head counts.

A power cut can leave a torn last line. It is dropped, and the next record begins on a new line.
"""

import json
from io import BytesIO

from mingg.ledger.seal import FIRST, seal

MYPY = False
if MYPY:
    from typing import Any, Iterable, Iterator

LAST = 999999999  # the greatest number of a record
_DIGITS = 9  # of a record's number at most: MicroPython needs no memory for an integer of this size
_CHECKSUM = 10  # " 5f0d8a1c "
_GAP = 99  # if more records than this are missing in a row, only the last 99 are listed


def segment_of(name: str) -> "tuple[int, int] | None":
    """(ledger, segment) of a file name, or None if it is no name of a segment. A ledger's number is at least 1, and has
    4 to 15 digits: browsers and SQLite hold such numbers exactly. In the first format a ledger was one file:
    `0007.txt`.
    """
    ledger, dash, segment = name[:-4].partition("-")
    if name[-4:] != ".txt" or not 4 <= len(ledger) <= 15 or not _is_number(ledger):
        return None
    if dash and not (1 < len(segment) < 5 and _is_number(segment) and "%02d" % int(segment) == segment):
        return None
    number = int(ledger)
    return (number, int(segment or 0)) if number else None


def _is_number(text: str) -> bool:
    return all(sign in "0123456789" for sign in text)


def _open(line: bytes) -> "tuple[int, str] | None":
    """(number, text) of a line without its line end; None if the line is damaged. A blank ends the number."""
    blank = line.find(b" ", 0, _DIGITS + 1)
    try:
        words = line.decode()
        number, text = int(words[: max(0, blank)]), words[blank + _CHECKSUM :]
    except (ValueError, UnicodeError):
        return None
    # Compares whole lines, so that another spelling of number or checksum does not pass.
    return (number, text) if seal(number, text) == line + b"\n" else None


def parse_record(text: str) -> "Any":
    """Parses the JSON of a record; ValueError if it is not JSON, or nested too deeply."""
    try:
        return json.loads(text)
    except RuntimeError:  # the json module of a PC is recursive
        raise ValueError("too deep")


def _first(head: str) -> int:
    try:
        first = parse_record(head).get(FIRST, 1)
    except (ValueError, AttributeError):
        return 1
    return first if isinstance(first, int) else 1


class Opened:
    """The content of a segment, complete after its lines were read.

    head     the text of record 0, or None
    first    the number of the first record; 0 if no head says it
    last     the number of the last record; 0 if there is none
    records  [(number, text)] of the records that are kept, by rising number
    torn     how many lines at the end are damaged; they are dropped
    lost     the numbers of damaged or missing records; of one gap at most the last 99
    ends     whether the last line has its line end, so that the next record can follow at once
    size     bytes
    """

    def __init__(self, data: "bytes | Iterable[bytes]" = b"", upto: "int | None" = None) -> None:
        """data: the bytes of a segment, or its lines; upto: keep only the last record up to this number
        (default: all records)."""
        self.head: "str | None" = None
        self.first = 0
        self.last = 0
        self.records: "list[tuple[int, str]]" = []
        self.lost: "list[int]" = []
        self.torn = 0
        self.ends = True
        self.size = 0
        for record in self.read(data):
            if upto is None:
                self.records.append(record)
            elif record[0] <= upto:
                self.records = [record]

    def read(self, data: "bytes | Iterable[bytes]") -> "Iterator[tuple[int, str]]":
        """Yields the records one by one: only one line at a time is in memory."""
        for line in BytesIO(data) if isinstance(data, bytes) else data:
            self.size += len(line)
            self.ends = line[-1:] == b"\n"
            if line == b"\n":
                continue
            record = _open(line[:-1] if self.ends else line)
            expected = self.next_number()
            if record is not None and record[0] == 0:
                if self.head is None and not self.last:
                    self.first = _first(record[1])
                self.head = record[1]  # the last head counts: players may have changed seats or names
                if self.last:
                    continue
            elif record is None or record[0] < expected:
                self.torn += 1
                continue
            else:
                if expected:
                    self.lost.extend(range(max(expected, record[0] - _GAP), record[0]))
                self.last = record[0]
            # A torn line before a record of the expected number was dropped at the time: nothing is missing.
            self.torn = 0
            if record[0]:
                yield record

    def next_number(self) -> int:
        """The number of the next record; 0 if it is unknown."""
        return self.last + 1 if self.last else self.first
