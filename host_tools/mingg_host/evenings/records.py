"""Reads a ledger's files record by record, as the firmware does, and names file and line of each damage. Turns records
into lines of a session in the interchange format."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple

from mingg.core.interchange.kept import LAID
from mingg.core.interchange.kept import NAMED as TILES_KNOWN
from mingg.core.interchange.stood import AFTER, BEFORE
from mingg.core.table.session import CORRECT
from mingg.evening.state import CALLED, LEDGER, TURN
from mingg.ledger.reader import Opened, parse_record, segment_of
from mingg.ledger.seal import FIRST, ON

from mingg_host.evenings.characters import whole_line
from mingg_host.scoring.json_text import has_long_number

Json = dict[str, Any]

HEAD = b"0000 "

# Keys of a ledger that the interchange format does not have: in its head, in its other records, in a deal.
BESIDE_HEAD = (LEDGER, TURN, CALLED, FIRST)
BESIDE_DEAL = (LAID, TILES_KNOWN)
BESIDE_RECORD = (BEFORE, AFTER, ON, *BESIDE_DEAL)


class EveningError(Exception):
    """An evening cannot be read, or is not whole. The message names the file and the line."""


class Place(NamedTuple):
    """A line of a file, from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


class Remark(NamedTuple):
    """A message about a line."""

    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Record(NamedTuple):
    """A record of a ledger with its place. value: as in the ledger."""

    number: int
    value: Json
    place: Place


class WrongLine(EveningError):
    """A line is damaged or impossible."""

    def __init__(self, place: Place, message: str) -> None:
        self.remark = Remark(place, message)
        super().__init__(str(self.remark))


@dataclass
class Ledger:
    """The content of a ledger's files.

    head     the last head, which is valid; None if there is none
    records  all readable records, in rising order
    damaged  damaged lines and missing records
    torn     half lines after power cuts; they mean no missing record
    marked   places of single halves of characters, which were read as U+FFFD
    """

    head: Json | None = None
    records: list[Record] = field(default_factory=list)
    damaged: list[Remark] = field(default_factory=list)
    torn: list[Remark] = field(default_factory=list)
    marked: list[Remark] = field(default_factory=list)


def stripped_head(head: Json) -> Json:
    """Returns a ledger's head as the first line of a session.

    The line always names the edition of the rules. Without it, a session means the latest edition, but a ledger the
    first.
    """
    line = {key: value for key, value in head.items() if key not in BESIDE_HEAD}
    line.setdefault("edition", 1)
    return line


def lasting(head: Json) -> Json:
    """Returns what all heads of an evening have in common: everything but the seats and the names of the moment."""
    return {key: value for key, value in head.items() if key not in (TURN, CALLED, FIRST)}


def stripped(record: Json) -> Json:
    """Returns a ledger's record as a line of a session. A correction keeps the standing after it: see
    SessionPlay.line()."""
    line = {key: value for key, value in record.items() if key not in BESIDE_RECORD}
    if CORRECT in record and AFTER in record:
        line[AFTER] = record[AFTER]
    if isinstance(line.get("deal"), dict):
        line["deal"] = {key: value for key, value in line["deal"].items() if key not in BESIDE_DEAL}
    return line


def called(head: Json) -> dict[str, str]:
    """Returns the players' latest names by their first names, which the records use."""
    names = head.get("names")
    now = head.get(CALLED, names)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return {}
    if not isinstance(now, list) or len(now) != len(names) or not all(isinstance(name, str) and name for name in now):
        now = names
    return dict(zip(names, now if len(set(now)) == len(now) else names, strict=True))


def renamed(line: Json, names: dict[str, str]) -> Json:
    """Returns a session's line with other names for the players."""

    def now(name: Any) -> Any:
        return names.get(name, name) if isinstance(name, str) else name

    changed = dict(line)
    if isinstance(line.get("names"), list):
        changed["names"] = [now(name) for name in line["names"]]
    for given in ("pay", "lent"):
        if isinstance(line.get(given), dict):
            changed[given] = {key: now(value) if key != "points" else value for key, value in line[given].items()}
    if isinstance(line.get(AFTER), dict):
        changed[AFTER] = {key: now(value) if key == "east" else value for key, value in line[AFTER].items()}
    if isinstance(line.get("count"), dict):
        changed["count"] = {names.get(name, name): tray for name, tray in line["count"].items()}
    return changed


def read(files: dict[str, bytes], folder: str = "") -> Ledger:
    """Reads the files of one ledger. files: by name. folder: a prefix for file names in messages."""
    reading = _Reading()
    names = sorted(files, key=lambda name: segment_of(name) or (0, 0))
    for name in names:
        for line, data in enumerate(BytesIO(files[name]), 1):
            if data != b"\n":
                reading.take(data, Place(folder + name, line))
    return reading.end(folder + names[-1] if names else folder)


def plain(files: dict[str, bytes]) -> dict[str, bytes]:
    """Returns the files without lines that a board can read but read() cannot."""
    return {name: b"".join(line for line in BytesIO(data) if _is_plain(line)) for name, data in files.items()}


def _is_plain(line: bytes) -> bool:
    """True if Python can read the numbers in a record. It refuses numbers of several thousand digits. Numbers in a head
    do not matter here."""
    text = line.split(b" ", 2)[2:]  # after "0003 5f0d8a1c "
    return line.startswith(HEAD) or not text or not has_long_number(text[0].decode("utf-8", "replace"))


class _Reading:
    def __init__(self) -> None:
        self.ledger = Ledger()
        self._next = 1
        self._unread: list[tuple[Place, bytes]] = []  # since the last record

    def take(self, data: bytes, place: Place) -> None:
        line, marked = whole_line(data)
        if marked is not None:
            self.ledger.marked.append(Remark(place, f"{marked}: this has half of a character; it is read as U+FFFD"))
        opened = Opened(line if _is_plain(line) else b"")
        if opened.head is not None:
            self._head(opened, place)
        elif opened.records and opened.records[0][0] >= self._next:
            self._record(*opened.records[0], place)
        elif opened.records:
            self.ledger.damaged.append(Remark(place, f"record {opened.records[0][0]} is here a second time"))
        else:
            self._unread.append((place, line))

    def _head(self, opened: Opened, place: Place) -> None:
        if opened.first > self._next:
            self._lose(opened.first, place)
        head = _value(opened.head or "")
        if head is None:
            self.ledger.damaged.append(Remark(place, "the head is no object"))
        else:
            self.ledger.head = head

    def _record(self, number: int, text: str, place: Place) -> None:
        if number > self._next:
            self._lose(number, place)
        self._settle()
        value = _value(text)
        if value is None:
            self.ledger.damaged.append(Remark(place, f"record {number} is not a JSON object"))
        else:
            self.ledger.records.append(Record(number, value, place))
        self._next = number + 1

    def _lose(self, number: int, place: Place) -> None:
        """Notes that the records before this one are lost. If there are as many damaged lines, each was one of them."""
        first, last = self._next, number - 1  # a head may have any number
        if len(self._unread) == number - first:
            for record, (unread, _) in enumerate(self._unread, first):
                self.ledger.damaged.append(Remark(unread, f"record {record} is damaged"))
        else:
            for unread, _ in self._unread:
                self.ledger.damaged.append(Remark(unread, "the line is damaged"))
            missing = f"record {first} is" if first == last else f"records {first} to {last} are"
            self.ledger.damaged.append(Remark(place, f"{missing} missing before this line"))
        self._unread = []
        self._next = number

    def _settle(self) -> None:
        """Notes that no record is missing: an unreadable line is half a line after a power cut, or a repeated head."""
        for place, line in self._unread:
            if line.rstrip(b"\n").endswith(b"}"):
                self.ledger.damaged.append(Remark(place, "the line is damaged; no record is missing for it"))
            else:
                self.ledger.torn.append(Remark(place, "half a line that a power cut left; no record is missing for it"))
        self._unread = []

    def end(self, last: str) -> Ledger:
        for place, _ in self._unread:
            self.ledger.damaged.append(Remark(place, "the line is damaged, and its content is lost"))
        if self.ledger.head is None:
            self.ledger.damaged.append(Remark(Place(last, 1), "no head, which names the table, can be read"))
        self.ledger.damaged.sort()
        return self.ledger


def _value(text: str) -> Json | None:
    try:
        value = parse_record(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
