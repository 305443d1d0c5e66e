"""The files of a ledger. Lines are only added to the last one, and by nobody else."""

import json
from typing import TYPE_CHECKING, Iterator

from mingg.records.line import FIRST, LAST, seal, segment_name, segment_of, unseal
from mingg.records.parse import Reader

if TYPE_CHECKING:
    from mingg.evening.evening import Store

# The most bytes of a segment: one block of a Pico's flash. A smaller limit would save nothing: each append erases a
# block, and each file takes at least one.
LIMIT = 4096
APART = 1024  # about this many bytes into segment 0 a copy of the head follows, apart from damage to the first page
EIO = 5
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
    """

    def __init__(self, store: "Store", number: int, parts: "list[tuple[int, str]] | None" = None) -> None:
        self.store = store
        self.number = number
        self.parts = sorted(parts or [])
        self.records = 1
        self.head = ""
        self._size = 0  # bytes of the last part
        self._ends = True  # the last part ends with a newline
        self._last = b""  # its last line
        # The part of an append, until it is known that the records are in it: after a failure a read shows that.
        self._doubtful: "tuple[int, str] | None" = None

    def name(self) -> str:
        """The file name of the first segment."""
        return segment_name(self.number, 0)

    def whole(self) -> bool:
        """Whether no segment is missing."""
        return all(segment == i for i, (segment, _) in enumerate(self.parts))

    # ---- reading ----

    def open(self) -> "tuple[str, int, bool]":
        """Reads the last part. Returns the text of the last head, how many lines at the end are torn, and whether
        records are missing in this part. The next record gets the number after the last one."""
        reader = self._look(self.parts[-1][1])
        self.records = max(1, reader.next)
        head = reader.head
        for _, name in reversed(self.parts):
            if head is None:
                head = self._look(name).head
                self._size = LIMIT
        return head or "", reader.torn, reader.missing > 0

    def _look(self, name: str) -> "Reader":
        """Reads a part, and notes how it ends."""
        from mingg.records.parse import Reader

        reader = Reader()
        for _ in reader.read(self._measured(name)):
            pass
        if reader.head is None:  # it counts as full: nothing is appended to it
            self._size = LIMIT
        return reader

    def _measured(self, name: str) -> "Iterator[bytes]":
        self._size, self._ends, self._last = 0, True, b""
        for line in self.store.lines(name):
            self._size += len(line)
            self._ends, self._last = line[-1:] == b"\n", line
            yield line

    def before(self, end: int) -> "tuple[int, str]":
        """(number, text) of the last readable record before `end`; (0, "") if there is none."""
        if end > self.records:
            last = unseal(self._last)
            if last is not None and 0 < last[0] == self.records - 1:
                return last  # open() has just read it
        from mingg.records.parse import Reader, records_in

        for _, name in reversed(self.parts):
            found = None
            # To the end, which closes the file: a file system keeps a list of its open files.
            for number, text in records_in(Reader().read(self.store.lines(name))):
                if number < end:
                    found = number, text
            if found is not None:
                return found
        return 0, ""

    # ---- writing ----

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
        if self._doubtful is None:
            if self._has_room(0):
                name, start, size = self.parts[-1][1], b"", self._size
            else:
                _, name, start = self._next()
                size = len(start)
            self.store.prepare(name, start, min(_BLANK, max(1, _BLOCKWISE - size)))

    def _has_room(self, size: int) -> bool:
        """Whether the last part has room for so many bytes, and for the record of a deal."""
        return bool(self.parts) and self._size + max(_RECORD, 1 + size) <= LIMIT - _BLANK

    def _next(self) -> "tuple[int, str, bytes]":
        """The next segment, its file name, and how it begins."""
        segment = self.parts[-1][0] + 1 if self.parts else 0
        return segment, segment_name(self.number, segment), b"".join(self._heads(segment))

    def _put(self, lines: bytes, count: int) -> None:
        """Writes lines with so many records."""
        if self._doubtful is not None and self._landed(self._doubtful, lines, count):
            return
        begins = not self._has_room(len(lines))
        segment, name, start = self._next() if begins else self.parts[-1] + (b"",)
        part = segment, name
        self._doubtful = part
        try:
            if begins:
                lines = start + lines
                self.store.replace(name, lines)
            else:
                if segment == 0 and self._size < APART <= self._size + len(lines):
                    lines = seal(0, self.head) + lines  # see APART
                data = lines if self._ends else b"\n" + lines
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
            self._size = 0
        self._size += 1 + len(lines)
        self._ends = True
        self.records += count
        self._doubtful = None

    def _heads(self, segment: int) -> "list[bytes]":
        """The head lines of a segment. Segment 0 has two, so that one damaged line does not lose the evening."""
        if segment == 0:
            return [seal(0, self.head)] * 2
        head = json.loads(self.head)
        head[FIRST] = self.records
        return [seal(0, json.dumps(head))]

    def _landed(self, part: "tuple[int, str]", lines: bytes, count: int) -> bool:
        """Whether the lines of a failed write are in the file. Raises OSError if the file cannot be read, or has other
        records."""
        listed = part in self.parts
        if part[1] not in self.store.names():
            self._doubtful = None
            return False
        following = self._look(part[1]).next
        self._doubtful = None
        if not listed:
            self.parts.append(part)
        if self._last == lines.split(b"\n")[-2] + b"\n":
            self.records += count
            return True
        if following > self.records:
            self._doubtful = part
            raise OSError(EIO)  # other records: only a restart reads the true state
        return False


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
