"""Reads the lines of a ledger: lines in, records out, with what is missing named in its place.

A ledger is a sequence of segments: files such as `0007-00.txt` and `0007-01.txt`, which only grow at the end. Each
segment begins with a copy of the head, which names the first record of the segment; the first segment begins with two
copies. The numbers of records continue from one segment to the next. The last head counts.

A power cut can leave a torn last line. It is dropped, and the next record begins on a new line.
"""

from collections import namedtuple
from typing import Iterable, Iterator

from mingg.records.line import FIRST, parse, unseal

# Something is wrong at a line.
# cause   LOST: the records from `first` to `last` are missing before the line
#         TWICE: the record `first` was there before
#         TORN: damaged lines were dropped before the record `first`, which is the expected one
# line    the number of the line, from 1
# unread  the numbers of the damaged lines since the last record
Gap = namedtuple("Gap", ("cause", "first", "last", "line", "unread"))
LOST, TWICE, TORN = "lost", "twice", "torn"


class Reader:
    """Reads segment after segment. Only one line at a time is in memory.

    next    the number of the next record; 0: unknown, if the reader did not begin with the first segment
    head    the text of the last head; None
    line    how many lines were read
    unread  the numbers of the damaged lines since the last record
    torn    how many lines since then were dropped
    missing how many records are missing
    last    the number of the last record; 0: none was read
    begun   a line of this segment was read: only its first head says which record is the first
    """

    def __init__(self, first: int = 0) -> None:
        """first: the number of the first record, if it is known."""
        self.next = first
        self.head: "str | None" = None
        self.last = self.line = self.torn = self.missing = 0
        self.unread: "list[int]" = []
        self.begun = False

    def read(self, lines: "Iterable[bytes]") -> "Iterator[tuple[int, str] | Gap]":
        """Yields (number, text) of each record and each head (number 0), and Gaps."""
        for line in lines:
            self.line += 1
            if line == b"\n":
                continue
            record = unseal(line)
            if record is None:
                self.unread.append(self.line)
                self.torn += 1
                continue
            number, text = record
            if 0 < number <= (self.last or self.next - 1):
                self.torn += 1
                yield Gap(TWICE, number, number, self.line, [])
                continue
            first = number or (0 if self.begun else _first(text))
            self.begun = True
            if first > self.next:
                if self.next:
                    self.missing += first - self.next
                    yield Gap(LOST, self.next, first - 1, self.line, self.unread)
                    self.unread = []
                self.next = first
            if number:
                if self.unread:
                    yield Gap(TORN, number, number, self.line, self.unread)
                self.next, self.unread = number + 1, []
                self.last = number
            else:
                self.head = text
            if number or not self.last:
                self.torn = 0
            yield record


def records_in(items: "Iterable[tuple[int, str] | Gap]") -> "Iterator[tuple[int, str]]":
    """Yields the records alone, of what a Reader yields."""
    for item in items:
        if not isinstance(item, Gap) and item[0]:
            yield item


def _first(text: str) -> int:
    """The number of the first record in the segment of a head."""
    try:
        first = parse(text).get(FIRST, 1) if FIRST in text else 1
    except ValueError:
        return 1
    return first if type(first) is int else 1
