"""The files of evenings: the segments of a ledger, the last of which is added to."""

import json

from mingg.ledger.seal import FIRST, seal, segment_name

MYPY = False
if MYPY:
    from typing import Iterator

    from mingg.evening.state import Store
    from mingg.ledger.reader import Opened

# One block of a Pico's flash: an append costs an erase whatever the limit, and smaller files take a block each as well.
LIMIT = 4096
APART = 1024
EIO = 5


class Ledger:
    """number: the ledger's; parts: [(segment, file name)]; records: the number of the next record; head: the text of
    record 0, as a segment that begins now has it."""

    def __init__(self, store: "Store", number: int, parts: "list[tuple[int, str]] | None" = None) -> None:
        self.store = store
        self.number = number
        self.parts = sorted(parts or [])
        self.records = 1
        self.head = ""
        self._size = 0  # of the last part
        self._ends = True
        self._doubtful: "tuple[int, str] | None" = None  # an append to this part failed, and it could not be read

    def name(self) -> str:
        """The file of its first segment."""
        return segment_name(self.number, 0)

    def lines(self, at: int) -> "Iterator[bytes]":
        """The lines of one of the parts, read one by one."""
        return self.store.lines(self.parts[at][1])

    def part(self, at: int, upto: "int | None" = None) -> "Opened":
        """What one of the parts holds; upto: see Opened."""
        from mingg.ledger.reader import Opened

        return Opened(self.lines(at), upto)

    def open(self) -> "Opened":
        """What the last part holds; what is appended follows it."""
        opened = self._look(self.parts[-1][1])
        self.records = max(1, opened.next_number())
        return opened

    def _look(self, name: str) -> "Opened":
        from mingg.ledger.reader import LAST, Opened

        opened = Opened(self.store.lines(name), LAST)
        self._ends = opened.ends
        # A part without a head of its own is not gone on with, nor is one of the first format.
        self._size = opened.size if opened.head is not None and len(name) > 8 else LIMIT
        return opened

    def whole(self) -> bool:
        """No segment is missing."""
        return all(segment == at for at, (segment, _) in enumerate(self.parts))

    def append(self, texts: "list[str]") -> None:
        """Commits records; OSError where they are not there afterwards."""
        if self._doubtful is not None and self._landed(self._doubtful, texts):
            return
        lines = b"".join([seal(self.records + i, text) for i, text in enumerate(texts)])
        segment, name = part = self.parts[-1] if self.parts else (-1, "")
        begins = not self.parts or self._size + 1 + len(lines) > LIMIT
        if not begins and segment == 0 and self._size < APART <= self._size + len(lines):
            lines = seal(0, self.head) + lines  # once more where no damage to the first page reaches it
        try:
            if begins:
                part = segment + 1, segment_name(self.number, segment + 1)
                self.store.replace(part[1], self._heads(segment + 1) + lines)
            else:
                self.store.append(name, lines if self._ends else b"\n" + lines)
        except OSError:
            # Half of it may be there, or all: what counts is what can be read.
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
        """Commits another head, which counts from then on; OSError where it is not there afterwards."""
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
            # As of records: what counts is what can be read.
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
        """What a segment begins with: of the first no damaged line may cost the evening."""
        if segment == 0:
            return seal(0, self.head) * 2
        head = json.loads(self.head)
        head[FIRST] = self.records
        return seal(0, json.dumps(head))

    def _landed(self, part: "tuple[int, str]", texts: "list[str]") -> bool:
        """Whether an append that failed is on flash all the same; OSError where that cannot be read either."""
        begun = part in self.parts
        if not begun and part[1] not in self.store.names():
            self._doubtful = None
            return False
        opened = self._look(part[1])
        self._doubtful = None
        if not begun:
            self.parts.append(part)
        if opened.next_number() == self.records + len(texts) and (not texts or opened.records[-1][1] == texts[-1]):
            self.records += len(texts)
            return True
        if opened.next_number() > self.records:
            self._doubtful = part
            raise OSError(EIO)  # another try landed than the one at hand: only a restart tells what is true
        return False


def segments(store: "Store") -> "Iterator[tuple[int, int, str]]":
    """(ledger, segment, file name) of each: one by one, for there may be hundreds."""
    from mingg.ledger.reader import segment_of

    for name in store.names():
        found = segment_of(name)
        if found is not None:
            yield found[0], found[1], name
