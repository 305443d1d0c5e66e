"""The files of a ledger. Lines are only added to the last one, and by nobody else."""

import json
from typing import TYPE_CHECKING, Iterator

from mingg.records.line import FIRST, LAST, seal, segment_name, segment_of

if TYPE_CHECKING:
    from mingg.evening.evening import Store

# The most bytes of a segment: one block of a Pico's flash. A smaller limit would save nothing: each append erases a
# block, and each file takes at least one.
LIMIT = 4096
APART = 1024  # about this many bytes into segment 0 a copy of the head follows, apart from damage to the first page
_RECORD = 590  # bytes of the record of a deal, at most; one with tiles takes more
# Bytes: littlefs keeps smaller files in its directory, without a block of their own. With so many blank lines at most
# prepare() gives a segment a block before it has a record.
_BLOCKWISE, _BLANK = 514, 400


class Ledger:
    """A ledger that records are added to.

    number   of the ledger
    parts    its files, oldest first: [(segment, file name)]
    records  the number of the next record
    head     the text of record 0 for the next segment
    size     bytes of the last part; ends: it ends with a newline; last: its last line
    doubtful  the part of an append, until it is known that the records are in it: after a failure a read shows that

    It only writes. What reads its files is in parse.py: see open_parts().
    """

    def __init__(self, store: "Store", number: int, parts: "list[tuple[int, str]] | None" = None) -> None:
        self.store = store
        self.number = number
        self.parts = sorted(parts or [])
        self.records = 1
        self.head = ""
        self.size = 0
        self.ends = True
        self.last = b""
        self.doubtful: "tuple[int, str] | None" = None

    def name(self) -> str:
        """The file name of the first segment."""
        return segment_name(self.number, 0)

    def append(self, texts: "list[str]") -> None:
        """Commits records with these texts: all or none. Raises OSError: then none is in the ledger."""
        if self.records + len(texts) > LAST + 1:
            raise OSError(28)  # ENOSPC: nothing would read such a record again
        self._put(b"".join([seal(self.records + i, text) for i, text in enumerate(texts)]), len(texts))

    def change_head(self, head: str) -> None:
        """Commits another head. Raises OSError: then it is not in the ledger."""
        before, self.head = self.head, head
        try:
            self._put(self._heads(self.parts[-1][0])[-1] if self.parts else b"", 0)
        except OSError:
            self.head = before
            raise

    def prepare(self) -> None:
        """Prepares the next append(), to the last part or to a new one: see Store.prepare()."""
        if self.doubtful is None:
            if self._has_room(0):
                name, start, size = self.parts[-1][1], b"", self.size
            else:
                _, name, start = self._next()
                size = len(start)
            self.store.prepare(name, start, min(_BLANK, max(1, _BLOCKWISE - size)))

    def fill(self) -> None:
        """Nothing more is appended to the last part."""
        self.size = LIMIT

    def _has_room(self, size: int) -> bool:
        """Whether the last part has room for so many bytes, and for the record of a deal."""
        return bool(self.parts) and self.size + max(_RECORD, 1 + size) <= LIMIT - _BLANK

    def _next(self) -> "tuple[int, str, bytes]":
        """The next segment, its file name, and how it begins."""
        segment = self.parts[-1][0] + 1 if self.parts else 0
        return segment, segment_name(self.number, segment), b"".join(self._heads(segment))

    def _put(self, lines: bytes, count: int) -> None:
        """Writes lines with so many records."""
        if self.doubtful is not None and self._landed(self.doubtful, lines, count):
            return
        begins = not self._has_room(len(lines))
        segment, name, start = self._next() if begins else self.parts[-1] + (b"",)
        part = segment, name
        self.doubtful = part
        try:
            if begins:
                lines = start + lines
                self.store.replace(name, lines)
            else:
                if segment == 0 and self.size < APART <= self.size + len(lines):
                    lines = seal(0, self.head) + lines  # see APART
                data = lines if self.ends else b"\n" + lines
                if count > 1:  # an append that fails half way could leave the first records without the others
                    self.store.replace(name, (self.store.read(name) or b"") + data)
                else:
                    self.store.append(name, data)
        except OSError:
            # The store may have written all, some or nothing. Only the file shows it.
            if not self._landed(part, lines, count):
                raise
            return
        if begins:
            self.parts.append(part)
            self.size = 0
        self.size += 1 + len(lines)
        self.ends = True
        self.records += count
        self.doubtful = None

    def _heads(self, segment: int) -> "list[bytes]":
        """The head lines of a segment. Segment 0 has two, so that one damaged line does not lose the evening."""
        if segment == 0:
            return [seal(0, self.head)] * 2
        head = json.loads(self.head)
        head[FIRST] = self.records
        return [seal(0, json.dumps(head))]

    def _landed(self, part: "tuple[int, str]", lines: bytes, count: int) -> bool:
        from mingg.records.parse import landed

        return landed(self, part, lines, count)


def newest(store: "Store") -> int:
    """Returns the number of the newest ledger; 0 if there is none."""
    number = 0
    for ledger, _, _ in segments(store):
        number = max(number, ledger)
    return number


def segments(store: "Store") -> "Iterator[tuple[int, int, str]]":
    """Yields (ledger, segment, file name) of each segment in the store. There may be hundreds, so it builds no list."""
    for name in store.names():
        numbers = segment_of(name)
        if numbers is not None:
            yield numbers[0], numbers[1], name
