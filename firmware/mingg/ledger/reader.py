"""The form of a ledger: one record a line, readable by people, each with its number and a checksum.

    0003 5f0d8a1c {"winner": "N", ...}

The number has four digits at least, and more where it needs them: `10000`. The checksum is the CRC-32 of number and
text. Record 0 is the head, which names the table; the others are the session's lines. A ledger is cut into segments,
files that are only ever added to: `0007-00.txt`, `0007-01.txt`. Each begins with a copy of the head that says with
which record the segment begins, the first with two, and the numbers go on from one to the next; a head that follows
others is the one that counts. A torn last line is what a power cut leaves: it is dropped, the next record starts on a
line of its own.
"""

import json
from io import BytesIO

from mingg.ledger.seal import FIRST, seal

MYPY = False
if MYPY:
    from typing import Any, Iterable, Iterator

LAST = 999999999  # the greatest number of a record
_DIGITS = 9  # a record's number has no more: so large a number takes no memory on a board
_CHECKSUM = 10  # " 5f0d8a1c "
_GAP = 99  # if more records than this are missing in a row, only the last ones are listed


def segment_of(name: str) -> "tuple[int, int] | None":
    """(ledger, segment) of a file's name, or None. Ledgers are numbered from 1, with 4 to 15 digits: browsers and
    SQLite know such numbers exactly. The first format had one file a ledger: `0007.txt`."""
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
    """(number, text) of a whole line, or None. The number is what stands before the first blank."""
    blank = line.find(b" ", 0, _DIGITS + 1)
    try:
        words = line.decode()
        number, text = int(words[: max(0, blank)]), words[blank + _CHECKSUM :]
    except (ValueError, UnicodeError):
        return None
    # Compared as written, so that no other spelling of the same line passes.
    return (number, text) if seal(number, text) == line + b"\n" else None


def said(text: str) -> "Any":
    """What a record's text says; ValueError where it says nothing, or lies deeper than anything that was written."""
    try:
        return json.loads(text)
    except RuntimeError:  # the PC's json module goes down level by level
        raise ValueError("too deep")


def _first(head: str) -> int:
    try:
        first = said(head).get(FIRST, 1)
    except (ValueError, AttributeError):
        return 1
    return first if isinstance(first, int) else 1


class Opened:
    """What a segment holds, known once its lines are read.

    head     the text of record 0, or None
    first    the number of the record it begins with, so far as that is known
    last     the number of the last record; 0 if there is none
    records  [(number, text)] of those that are kept, numbers rising
    torn     how many lines at the end are damaged: they are dropped
    lost     numbers of records that were there and are damaged or gone: of a gap no more than the last 99
    ends     it ends with a whole line: the next record may follow at once
    size     how many bytes it has
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
        """The records one by one: no more than one line is in memory."""
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
                self.head = record[1]  # the last one counts: people may sit elsewhere, or be called otherwise
                if self.last:
                    continue
            elif record is None or record[0] < expected:
                self.torn += 1
                continue
            else:
                if expected:
                    self.lost.extend(range(max(expected, record[0] - _GAP), record[0]))
                self.last = record[0]
            # A torn line that the same number follows was dropped when it happened: nothing is missing.
            self.torn = 0
            if record[0]:
                yield record

    def next_number(self) -> int:
        """The number of the next record; 0 where nothing tells."""
        return self.last + 1 if self.last else self.first
