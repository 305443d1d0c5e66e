"""The book of a night: the director's decisions, received records table by table, and the ledgers that these make.

A device publishes each record of its ledger. The book keeps every line that it ever received, in a file: it overwrites
nothing and deletes nothing. Of several lines for one record the last one counts: that is what the device's ledger has
now, for example after an older copy was put back. The page tells of it.

A ledger that is put together from records has the same lines as the device's, byte for byte, but not the same copies of
the head, and no torn lines. mingg_host.evenings.archive knows such ledgers and compares their records.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from mingg_host.common.output import Refused, counted
from mingg_host.evenings.archive import REBUILT
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import HEAD, EveningError, Files, Ledger, lasting

from mingg_club.aside import Aside
from mingg_club.link import CLUB, files_of, is_record, record_in
from mingg_club.topics import Topic

Json = dict[str, Any]

MOST_SPANS = 8  # that a text names
LONGEST = 16_384  # bytes of a record; a device's segment has 4,096
MOST_KEPT = 50  # evenings of which a device learns that they are kept: a night has less
MOST_READ = 5_000  # records of an evening that counts; a sitting has 999 deals at most
MOST_BYTES = 4 << 20  # of such an evening: more than the flash of most boards
SLOW_S, REST = 0.5, 10  # an evening that takes so long is read again only after so many times as long
ROOM = "Make room on that disk"
_FORMAT = 1
_TABLES = (
    "CREATE TABLE IF NOT EXISTS record (tbl INTEGER NOT NULL, device TEXT NOT NULL, evening INTEGER NOT NULL,"
    " segment INTEGER NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS decision (number INTEGER PRIMARY KEY, line BLOB NOT NULL)",
    f"PRAGMA user_version = {_FORMAT}",
)


class BookError(Refused):
    """The file of a book cannot be read or written. The message says what to do."""


class Name(NamedTuple):
    """Which ledger: a table, the device, and the number of the evening on the device."""

    table: int
    device: str
    evening: int


class Line(NamedTuple):
    """A received line, without its line end."""

    segment: int
    data: bytes


@dataclass
class Kept:
    """The received records of one ledger. heads: by segment, records: by number. replaced: numbers of records of which
    an earlier line had another content. evenings: what all heads of an evening have in common, see lasting(); several
    are a conflict. change: rises with every new line."""

    name: Name
    heads: dict[int, Line] = field(default_factory=dict)
    records: dict[int, Line] = field(default_factory=dict)
    replaced: set[int] = field(default_factory=set)
    evenings: set[str] = field(default_factory=set)
    change: int = 0
    _checks: list[int] = field(default_factory=lambda: [0], compare=False)  # by record, see checksum

    def add(self, number: int, line: Line) -> bool:
        """Returns False if this line is the last one for its record."""
        known, at = (self.records, number) if number else (self.heads, line.segment)
        if known.get(at) == line:
            return False
        if number == 0:
            self.evenings.add(_identity(line.data))
        elif at in known:
            self.replaced.add(number)
            del self._checks[number:]
        known[at] = line
        self.change += 1
        return True

    def missing(self, last: int = 0) -> list[range]:
        """Returns the numbers of records that are missing up to `last`, or up to the greatest received one. 0 stands
        for the head of a segment."""
        top = max([last, *self.records])
        segments = {line.segment for line in self.records.values()} | ({0} if top else set())
        gaps, wanted = [], int(segments <= self.heads.keys())
        for number in [*sorted(self.records), top + 1]:
            if number > wanted:
                gaps.append(range(wanted, number))
            wanted = number + 1
        return gaps

    def checksum(self, number: int) -> str:
        """Returns the checksum of the records up to this one, of which none is missing."""
        for at in range(len(self._checks), number + 1):
            self._checks.append(crc32(self.records[at].data, self._checks[-1]))
        return f"{self._checks[number]:08x}"

    def whole(self) -> int:
        """Returns the number of the last record before which none is missing."""
        gaps = self.missing()
        return max(0, gaps[0][0] - 1) if gaps else max(self.records, default=0)

    def conflicts(self) -> list[int]:
        """Returns the numbers of records with several contents; 0 for a head of another evening."""
        return sorted(self.replaced | ({0} if len(self.evenings) > 1 else set()))

    def head(self) -> Json | None:
        """Returns the latest head, which names the players; None if none was received."""
        return _value(self.heads[max(self.heads)].data) if self.heads else None

    def names(self) -> list[str]:
        """Returns the players' names at the start of the evening, the first East first."""
        names = (self.head() or {}).get("names")
        return names if isinstance(names, list) and all(isinstance(name, str) for name in names) else []

    def files(self, whole: bool = True) -> dict[str, bytes]:
        """Returns the ledger's files by name. whole: only up to the first missing record. {} without a head that
        belongs to one of these files."""
        if not self.heads:
            return {}
        lines: dict[int, list[bytes]] = {}
        upto = next((gap[-1] for gap in self.missing() if gap[-1]), None) if whole else None
        for number, line in sorted(self.records.items()):
            if upto is None or number <= upto:
                lines.setdefault(line.segment, []).append(line.data)
        made = files_of(self.name.evening, {at: (self._head(at), found) for at, found in (lines or {0: []}).items()})
        return made if any(data.startswith(HEAD) for data in made.values()) else {}

    def _head(self, segment: int) -> bytes:
        """Returns the head line of a segment. If its own head is missing, the evening has none there: a reader takes
        the one before."""
        return self.heads[segment].data + b"\n" if segment in self.heads else b""


class _Known(NamedTuple):
    """An evening as it was read after so many changes. until: it is not read again before this time."""

    change: int
    evening: Evening | None
    until: float


class Book:
    """All decisions and records of a night in one file. One process at a time writes it.

    path: None keeps everything in memory. with_records: False reads the decisions alone. Every method raises BookError.

    damaged  by table, how many messages, or lines of the file, are no records that a device can have
    aside    what could not be handled, such as the evening of a ledger
    decisions  by number, as they were published
    """

    def __init__(self, path: Path | None, with_records: bool = True) -> None:
        self.path = path
        self.ledgers: dict[Name, Kept] = {}
        self._of_table: dict[int, list[Kept]] = {}
        self._of_seat: dict[tuple[int, str], dict[Name, None]] = {}
        self._evenings: dict[Name, _Known] = {}
        self._archived: dict[Name, int] = {}
        self.decisions: dict[int, bytes] = {}
        self._unwritten: list[tuple[Name, int, Line]] = []
        self.damaged: Counter[int] = Counter()
        self.aside = Aside()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=5, check_same_thread=False)
            try:
                self._load(with_records)
            except BaseException:
                self._db.close()  # or the file stays open, and Windows refuses to remove it
                raise
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            step = ROOM if _is_full(error) else "Check the file"
            raise BookError(f"{path}: {error}. {step}, or name another folder with --folder.") from error

    def _load(self, with_records: bool) -> None:
        """Checks the file, prepares it and reads its records. Raises BookError, and errors of its readers."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version not in (0, _FORMAT):
            raise BookError(f"{self.path}: another version of Mingg wrote this file. Update Mingg on this PC.")
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and not {"record", "decision"} <= tables:
            raise BookError(f"{self.path}: this database is no night of Mingg. Name another file.")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")  # the director's decisions survive a power cut
        for statement in _TABLES:
            self._db.execute(statement)
        rows = self._db.execute("SELECT number, line FROM decision ORDER BY number")
        self.decisions = {number: line for number, line in rows if isinstance(line, bytes)}
        if not with_records:
            return
        columns = "tbl, device, evening, segment, number, line"
        for row in self._db.execute(f"SELECT {columns} FROM record ORDER BY rowid"):
            table, device, evening, segment, number, line = row
            is_typed = tuple(map(type, row)) == (int, str, int, int, int, bytes)
            if is_typed and is_record(evening, segment, number) and _is_sound(number, line):
                self._keep(Name(table, device, evening), number, Line(segment, line))
            else:
                self.damaged[table] += 1

    def close(self) -> None:
        """Call flush() before."""
        self._db.close()

    # ---- receiving ----

    def take(self, topic: Topic, data: bytes) -> bool:
        """Keeps a received line. Returns False if it is no record that a device can have."""
        if not topic.evening or not _is_sound(topic.number, data):
            self.damaged[topic.table] += 1
            return False
        name, line = Name(topic.table, topic.device, topic.evening), Line(topic.segment, data)
        if self._keep(name, topic.number, line):
            self._unwritten.append((name, topic.number, line))
        return True

    def _keep(self, name: Name, number: int, line: Line) -> bool:
        ledger = self.ledgers.get(name)
        if ledger is None:
            ledger = self.ledgers[name] = Kept(name)
            self._of_table.setdefault(name.table, []).append(ledger)
        if number == 0:
            self._of_seat.setdefault((name.table, seat_of(line.data)), {})[name] = None
        return ledger.add(number, line)

    def flush(self) -> None:
        """Writes what was received. Records that the disk refuses wait for the next call. Call it often; a broker and
        the devices still have what was not written."""
        if not self._unwritten:
            return
        try:
            self._db.execute("BEGIN")
            self._db.executemany(
                "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)",
                ((*name, line.segment, number, line.data) for name, number, line in self._unwritten),
            )
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._back()
            tables = ", ".join(str(table) for table in sorted({name.table for name, *_ in self._unwritten}))
            missing = f"Not written: {counted(len(self._unwritten), 'record')} of tables {tables}"
            raise BookError(f"{self.path}: {error}. {missing}. {ROOM}: then they are written.") from error
        self._unwritten = []

    def _back(self) -> None:
        """Takes back what a transaction has written."""
        with suppress(sqlite3.Error):  # SQLite may have done this itself
            self._db.execute("ROLLBACK")

    def kept(self, table: int, device: str, evening: int = 0, last: int = 0) -> Json:
        """Returns what a device may forget after flush(), see mingg.link.link: by evening, the number of the record up
        to which none is missing, and the checksum of all these. evening, last: its present one, and the number of its
        last record there: of two ledgers with one name, it has the latest."""
        found: Json = {}
        for ledger in self.of_table(table):
            if ledger.name.device == device:
                number = ledger.whole()
                if ledger.name.evening == evening and ledger.conflicts():
                    number = min(number, last)
                if number:
                    found[str(ledger.name.evening)] = [number, ledger.checksum(number)]
        return dict(sorted(found.items(), key=lambda each: int(each[0]))[-MOST_KEPT:])

    # ---- decisions ----

    def decide(self, number: int, line: bytes) -> None:
        """Writes a decision, after all that was received before."""
        self.flush()
        self._write("INSERT OR REPLACE INTO decision VALUES (?, ?)", number, line)
        self.decisions[number] = line

    def forget(self, number: int) -> None:
        """Removes a decision that was never made."""
        self._write("DELETE FROM decision WHERE number = ?", number)
        del self.decisions[number]

    def _write(self, statement: str, *values: object) -> None:
        try:
            self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise BookError(f"{self.path}: {error}. {ROOM}.") from error

    # ---- reading ----

    def of_table(self, table: int) -> Iterator[Kept]:
        """Yields the ledgers of a table in the order in which their first records came."""
        return iter(self._of_table.get(table, ()))

    def of_seat(self, table: int, id: str) -> list[Name]:
        """Returns the ledgers of a table that a device began when it carried out the request with this id."""
        return list(self._of_seat.get((table, id), ()))

    def evening(self, name: Name) -> Evening | None:
        """Returns the evening of a ledger, as far as its records are known; None without a head."""
        ledger = self.ledgers.get(name)
        if ledger is None:
            return None
        known = self._evenings.get(name)
        if known is None or (known.change != ledger.change and time.monotonic() >= known.until):
            began = time.thread_time()
            evening = self._read(ledger)
            took = time.thread_time() - began
            known = _Known(ledger.change, evening, time.monotonic() + REST * took if took > SLOW_S else 0.0)
            self._evenings[name] = known
        return known.evening

    def _read(self, ledger: Kept) -> Evening | None:
        files = ledger.files(whole=False)
        if not files:
            return None
        with self.aside.trying(f"evening {ledger.name.evening} of {ledger.name.device}", ledger.name.table):
            if len(ledger.records) > MOST_READ or sum(map(len, files.values())) > MOST_BYTES:
                raise EveningError(f"it has more than {MOST_READ} records, or {MOST_BYTES} bytes")
            return Evening(Ledger(files, f"table {ledger.name.table}", ledger.name.evening, seated=True))
        return None

    def grown(self, club: str) -> list[tuple[str, int, Files]]:
        """Returns the ledgers that have grown since the last call, each up to its first missing record: what
        Archive.add() takes, as board, number and files."""
        found = []
        for name, ledger in self.ledgers.items():
            files = ledger.files() if ledger.records and self._archived.get(name) != ledger.change else {}
            if files:
                found.append((f"{REBUILT}{club} {name.table} {name.device}", name.evening, files))
                self._archived[name] = ledger.change
        return found


def _is_full(error: Exception) -> bool:
    """True if a disk has no room. SQLite reports its files beside a book as an error of the disk, without a reason."""
    return any(words in str(error) for words in ("disk is full", "No space left", "disk I/O error"))


def _is_sound(number: int, line: bytes) -> bool:
    """True if this is a whole line of a ledger with this number, and its text is a JSON object."""
    if len(line) > LONGEST or b"\n" in line:
        return False
    record = record_in(line)
    return record is not None and record[0] == number


def _value(line: bytes) -> Json | None:
    record = record_in(line)
    return record[1] if record else None


def _identity(line: bytes) -> str:
    return json.dumps(lasting(_value(line) or {}), sort_keys=True)


def seat_of(line: bytes) -> str:
    """Returns the id of the request with which an evening began, from its head; "" if none did."""
    club = (_value(line) or {}).get(CLUB)
    return club[2] if isinstance(club, list) and len(club) == 3 and isinstance(club[2], str) else ""


def spans(gaps: list[range]) -> str:
    """Returns ranges of numbers in words: "0, 3 to 5, 9". Of very many it names the first ones."""
    parts = [str(gap[0]) if len(gap) == 1 else f"{gap[0]} to {gap[-1]}" for gap in gaps[:MOST_SPANS]]
    return ", ".join(parts) + (" and more" if len(gaps) > MOST_SPANS else "")


def runs(numbers: list[int]) -> list[range]:
    """Returns rising numbers as ranges."""
    found: list[range] = []
    for number in numbers:
        if found and number == found[-1].stop:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found
