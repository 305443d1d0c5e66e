"""Reads the lines of the ledgers in their order, one line at a time, to be published unchanged."""

from typing import Iterator

from mingg.evening.evening import Store
from mingg.records.ledger import Ledger, segments
from mingg.records.line import unseal

At = tuple[int, int, int]
Record = tuple[int, int, int, bytes]


class Records:
    """The lines from a position on.

    at    (evening, segment, line) of the next line
    """

    def __init__(self, store: "Store", evening: int) -> None:
        self._store = store
        self._parts: "list[tuple[int, str]]" = []  # (segment, file name) of the evening `_listed`
        self._listed = 0
        self._number = self._count = -1
        self._head: "str | None" = None
        self.go(evening)

    def go(self, evening: int) -> None:
        """Goes to the beginning of an evening."""
        self.at: "At" = evening, 0, 0
        self._lines: "Iterator[bytes] | None" = None
        self._index = 0  # of the line that `_lines` gives next
        self._checked = False  # the next line was damaged, and the file was opened again since then
        self._last_head = b""
        self.all_read = False

    def next(self, ledger: "Ledger") -> "Record | None":
        """Does one small step: returns (evening, segment, number, line), or None if there is none yet. ledger: the
        present one. Raises OSError. With all_read there is nothing to do until the ledger changes."""
        if ledger.records != self._count or ledger.head is not self._head or ledger.number != self._number:
            # A file that is open still has its old content, and perhaps blocks of the flash that are used again.
            self._lines = None
            self.all_read = False
            self._count, self._head, self._number = ledger.records, ledger.head, ledger.number
            self._listed = 0
        if self.all_read:
            return None
        if self._lines is None:
            self._open(ledger)
            return None
        try:
            line = next(self._lines)
        except StopIteration:
            self._lines = None
            self._next_part(ledger)
            return None
        except OSError:
            self._lines = None  # the next step opens the file again
            raise
        self._index += 1
        if self._index <= self.at[2]:
            return None  # it came before
        return self._look(line)

    def _look(self, line: bytes) -> "Record | None":
        evening, segment, index = self.at
        after = evening, segment, index + 1
        if line == b"\n":
            self.at = after
            return None
        if line[-1:] == b"\n":
            line = line[:-1]
        record = unseal(line)
        number = record[0] if record else -1
        if number < 0 and not self._checked:
            self._checked, self._lines = True, None  # reads the file again before it gives the line up
            return None
        self._checked = False
        self.at = after
        if number < 0:
            return None
        if number == 0:
            if line == self._last_head:
                return None
            self._last_head = line
        return evening, segment, number, line

    def _open(self, ledger: "Ledger") -> None:
        evening, segment, _ = self.at
        for part, name in self._files(ledger, evening):
            if part == segment:
                self._lines, self._index = self._store.lines(name), 0
                return
        self._next_part(ledger)

    def _next_part(self, ledger: "Ledger") -> None:
        """Goes to the segment after the present one, or to the next evening."""
        evening, segment, _ = self.at
        for part, _ in self._files(ledger, evening):
            if part > segment:
                self._to(evening, part)
                return
        if evening >= ledger.number:
            self.all_read = True
            return
        following = ledger.number
        for number, _, _ in segments(self._store):
            if evening < number < following:
                following = number
        self._to(following, 0)

    def _to(self, evening: int, segment: int) -> None:
        self.at = evening, segment, 0
        self._last_head = b""

    def _files(self, ledger: "Ledger", evening: int) -> "list[tuple[int, str]]":
        if evening == ledger.number:
            return ledger.parts
        if self._listed != evening:
            self._listed = evening
            found = [(part, name) for number, part, name in segments(self._store) if number == evening]
            self._parts = sorted(found)
        return self._parts
