"""Writes the segments of a ledger. Only the last one grows."""

import json

from mingg.ledger.seal import FIRST, seal, segment_name

MYPY = False
if MYPY:
    from typing import Iterator

    from mingg.evening.state import Store
    from mingg.ledger.reader import Opened

# Bytes of a segment at most: one block of a Pico's flash. An append erases a block at any limit, and a smaller file
# takes a whole block, too.
LIMIT = 4096
APART = 1024  # bytes: a second copy of the head follows here, away from damage to the first page
EIO = 5


class Ledger:
    """number   of the ledger
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
        self._ends = True
        self._doubtful: "tuple[int, str] | None" = None  # the part of a failed append that could not be read back

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
        """Reads the last part, and continues its numbers."""
        opened = self._look(self.parts[-1][1])
        self.records = max(1, opened.next_number())
        return opened

    def _look(self, name: str) -> "Opened":
        from mingg.ledger.reader import LAST, Opened

        opened = Opened(self.store.lines(name), LAST)
        self._ends = opened.ends
        # Nothing is appended to a part without a head, or to one of the first format (`0007.txt`).
        self._size = opened.size if opened.head is not None and len(name) > 8 else LIMIT
        return opened

    def whole(self) -> bool:
        """Whether no segment is missing."""
        return all(segment == i for i, (segment, _) in enumerate(self.parts))

    def append(self, texts: "list[str]") -> None:
        """Commits records with these texts. OSError: none of them is in the ledger."""
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
            # All, a part or nothing may have been written. The file decides.
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

    def change_head(self, head: str) -> None:
        """Commits another head. OSError: it is not in the ledger."""
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
            # As in append(): the file decides.
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
        """The first lines of a segment. The first segment has two heads: one damaged line must not cost the evening."""
        if segment == 0:
            return seal(0, self.head) * 2
        head = json.loads(self.head)
        head[FIRST] = self.records
        return seal(0, json.dumps(head))

    def _landed(self, part: "tuple[int, str]", texts: "list[str]") -> bool:
        """Whether the records of a failed append are in the file; OSError if it cannot be read, either."""
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
            raise OSError(EIO)  # other records landed than these: only a restart can read the true state
        return False


def segments(store: "Store") -> "Iterator[tuple[int, int, str]]":
    """Yields (ledger, segment, file name) of each file; one by one, since there may be hundreds."""
    from mingg.ledger.reader import segment_of

    for name in store.names():
        numbers = segment_of(name)
        if numbers is not None:
            yield numbers[0], numbers[1], name
