"""Writes the segments of a ledger. Lines are only added to the last one."""

import json

from mingg.ledger.seal import FIRST, seal, segment_name

MYPY = False
if MYPY:
    from typing import Iterator

    from mingg.evening.state import Store
    from mingg.ledger.reader import Opened

# The most bytes of a segment: one block of a Pico's flash. A smaller limit would save nothing: each append erases a
# block, and each file takes at least one.
LIMIT = 4096
APART = 1024  # about this many bytes into segment 0 a copy of the head follows, apart from damage to the first page
EIO = 5
_RECORD = 440  # bytes of the record of a deal, at most; one with tiles takes more


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
        # The part of a failed append, until a read shows whether the records are in it.
        self._doubtful: "tuple[int, str] | None" = None

    def name(self) -> str:
        """The file name of the first segment."""
        return segment_name(self.number, 0)

    def lines(self, i: int) -> "Iterator[bytes]":
        """Reads the lines of parts[i], one by one."""
        return self.store.lines(self.parts[i][1])

    def part(self, i: int, upto: "int | None" = None) -> "Opened":
        """Reads parts[i]; upto: see Opened."""
        from mingg.ledger.reader import Opened

        return Opened(self.lines(i), upto)

    def open(self) -> "Opened":
        """Reads the last part. The next record gets the number after its last one."""
        opened = self._look(self.parts[-1][1])
        self.records = max(1, opened.next_number())
        return opened

    def _look(self, name: str) -> "Opened":
        """Reads a part, and notes how it ends: see _size and _ends."""
        from mingg.ledger.reader import LAST, Opened

        opened = Opened(self.store.lines(name), LAST)
        self._ends = opened.ends
        # A part without a head, or of the first format (`0007.txt`), counts as full: nothing is appended to it.
        self._size = opened.size if opened.head is not None and len(name) > 8 else LIMIT
        return opened

    def whole(self) -> bool:
        """Whether no segment is missing."""
        return all(segment == i for i, (segment, _) in enumerate(self.parts))

    def append(self, texts: "list[str]") -> None:
        """Commits records with these texts: all or none. Raises OSError: then none is in the ledger."""
        if self._doubtful is not None and self._landed(self._doubtful, texts):
            return
        lines = b"".join([seal(self.records + i, text) for i, text in enumerate(texts)])
        segment, name = part = self.parts[-1] if self.parts else (-1, "")
        begins = not self.parts or self._size + 1 + len(lines) > LIMIT
        if not begins and segment == 0 and self._size < APART <= self._size + len(lines):
            lines = seal(0, self.head) + lines  # see APART
        try:
            if begins:
                part = segment + 1, segment_name(self.number, segment + 1)
                self.store.replace(part[1], self._heads(segment + 1) + lines)
            else:
                self.store.append(name, lines if self._ends else b"\n" + lines)
        except OSError:
            # The store may have written all, some or nothing. Only the file shows it.
            self._doubtful = part
            if not self._landed(part, texts):
                raise
            return
        if begins:
            self.parts.append(part)
            self._size = len(self._heads(segment + 1))
        self._size += 1 + len(lines)
        self._ends = True
        self.records += len(texts)

    def prepare(self) -> None:
        """Prepares the next append(), if there is room for it in the last part: see Store.prepare()."""
        if self.parts and self._doubtful is None and self._size + _RECORD <= LIMIT:
            self.store.prepare(self.parts[-1][1])

    def change_head(self, head: str) -> None:
        """Commits another head. Raises OSError: then it is not in the ledger."""
        before, self.head = self.head, head
        try:
            if self.parts:
                self._add_head()
            else:
                self.append([])
        except OSError:
            self.head = before
            raise

    def _add_head(self) -> None:
        segment, name = part = self.parts[-1]
        line = self._heads(segment) if segment else seal(0, self.head)
        begins = self._size + 1 + len(line) > LIMIT
        if begins:
            segment, name = part = segment + 1, segment_name(self.number, segment + 1)
            line = self._heads(segment)
        try:
            if begins:
                self.store.replace(name, line)
            else:
                self.store.append(name, line if self._ends else b"\n" + line)
        except OSError:
            # As in append(): only the file shows whether the head was written.
            if begins and name not in self.store.names():
                raise
            self._doubtful = part
            opened = self._look(name)
            self._doubtful = None
            if begins:
                self.parts.append(part)
            if opened.head is None or seal(0, opened.head) != line:
                raise
            return
        if begins:
            self.parts.append(part)
            self._size = 0
        self._size += 1 + len(line)
        self._ends = True

    def _heads(self, segment: int) -> bytes:
        """The head lines of a segment. Segment 0 has two, so that one damaged line does not lose the evening."""
        if segment == 0:
            return seal(0, self.head) * 2
        head = json.loads(self.head)
        head[FIRST] = self.records
        return seal(0, json.dumps(head))

    def _landed(self, part: "tuple[int, str]", texts: "list[str]") -> bool:
        """Whether the records of a failed append are in the file. Raises OSError if the file cannot be read, or has
        other records."""
        listed = part in self.parts
        if not listed and part[1] not in self.store.names():
            self._doubtful = None
            return False
        opened = self._look(part[1])
        self._doubtful = None
        if not listed:
            self.parts.append(part)
        if opened.next_number() == self.records + len(texts) and (not texts or opened.records[-1][1] == texts[-1]):
            self.records += len(texts)
            return True
        if opened.next_number() > self.records:
            self._doubtful = part
            raise OSError(EIO)  # some of these records, or others: only a restart reads the true state
        return False


def newest(store: "Store") -> int:
    """Returns the number of the newest ledger; 0 if there is none."""
    number = 0
    for ledger, _, _ in segments(store):
        number = max(number, ledger)
    return number


def segments(store: "Store") -> "Iterator[tuple[int, int, str]]":
    """Yields (ledger, segment, file name) of each segment in the store. There may be hundreds, so it builds no list."""
    from mingg.ledger.reader import segment_of

    for name in store.names():
        numbers = segment_of(name)
        if numbers is not None:
            yield numbers[0], numbers[1], name
