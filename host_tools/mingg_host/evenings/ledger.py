"""Reads a ledger's files with the firmware's reader, and names file and line of each damage."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple

from mingg.core.interchange.json_in import BadInput
from mingg.core.table.session import CORRECT, Session
from mingg.records.kinds import AFTER, CALLED, LAID, NAMED, TURN, write_standing
from mingg.records.line import FIRST, segment_of
from mingg.records.parse import Head, read_record
from mingg.records.reader import LOST, TWICE, Gap, Reader
from mingg_scoring.interchange.answers import REASONS
from mingg_scoring.json_text import has_long_number

from mingg_host.common.failures import Refused
from mingg_host.evenings.characters import whole_line

Json = dict[str, Any]

HEAD = b"0000 "


class EveningError(Refused):
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


class WrongLine(EveningError):
    """A line is damaged or impossible."""

    def __init__(self, place: Place, message: str) -> None:
        self.remark = Remark(place, message)
        super().__init__(str(self.remark))


@dataclass
class Ledger:
    """The content of a ledger's files.

    head     the last head that is an object; None if there is none
    session  as at the start of the evening; None if the head cannot be read
    records  by number, in rising order: all that are possible, each a Record of the firmware
    texts    of all readable records, by number, in rising order; places: theirs
    damaged  damaged lines and missing records
    torn     half lines after power cuts; they mean no missing record
    marked   places of single halves of characters, which were read as U+FFFD
    """

    head: Head | None = None
    session: Session | None = None
    records: dict[int, Any] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    damaged: list[Remark] = field(default_factory=list)
    torn: list[Remark] = field(default_factory=list)
    marked: list[Remark] = field(default_factory=list)


def lasting(head: Json) -> Json:
    """Returns what all heads of an evening have in common: everything but the seats and the names of the moment."""
    return {key: value for key, value in head.items() if key not in (TURN, CALLED, FIRST)}


def line_of(record: Any, names: list[str]) -> Json:
    """Returns a record as a line of a session. names: of the players. A correction keeps the standing after it: see
    SessionPlay.line()."""
    if record.kind == CORRECT:
        after = write_standing(record.after, names)
        return {CORRECT: record.target, "deal": _without_marks(record.keys), AFTER: after}
    line: Json = _without_marks(record.line(names))
    return line


def _without_marks(value: Any) -> Any:
    """Returns a line, or a deal, without the keys that only a ledger has."""
    return {key: value[key] for key in value if key not in (LAID, NAMED)} if isinstance(value, dict) else value


def read(files: dict[str, bytes], folder: str = "") -> Ledger:
    """Reads the files of one ledger. files: by name. folder: a prefix for file names in messages."""
    reading = _Reading()
    names = sorted(files, key=lambda name: segment_of(name) or (0, 0))
    for name in names:
        for number, data in enumerate(BytesIO(files[name]), 1):
            reading.take(data, Place(folder + name, number))
    return reading.end(Place(folder + names[-1] if names else folder, 1))


def _is_plain(line: bytes) -> bool:
    """True if Python can read the numbers in a record. It refuses numbers of several thousand digits. Numbers in a head
    do not matter here."""
    text = line.split(b" ", 2)[2:]  # after "0003 5f0d8a1c "
    return line.startswith(HEAD) or not text or not has_long_number(text[0].decode("utf-8", "replace"))


class _Reading:
    def __init__(self) -> None:
        self.ledger = Ledger()
        self._reader = Reader(1)
        self._lines: list[tuple[Place, bytes]] = []
        self._head_place = Place("", 1)

    def take(self, data: bytes, place: Place) -> None:
        line, marked = whole_line(data)
        if marked is not None:
            self.ledger.marked.append(Remark(place, f"{marked}: this has half of a character; it is read as U+FFFD"))
        self._lines.append((place, line))
        if place.line == 1:
            self._reader.begun = False  # another segment
        for item in self._reader.read([line if _is_plain(line) else b"?"]):
            if isinstance(item, Gap):
                self._gap(item, place)
            elif item[0]:
                self.ledger.texts[item[0]] = item[1]
                self.ledger.places[item[0]] = place
            else:
                self._head(item[1], place)

    def _head(self, text: str, place: Place) -> None:
        try:
            self.ledger.head, self._head_place = Head(text), place
        except ValueError:
            self.ledger.damaged.append(Remark(place, "the head is no object"))

    def _gap(self, gap: Gap, place: Place) -> None:
        ledger = self.ledger
        unread = [self._lines[number - 1] for number in gap.unread]
        if gap.cause == TWICE:
            ledger.damaged.append(Remark(place, f"record {gap.first} is here a second time"))
        elif gap.cause != LOST:
            # No record is missing: an unreadable line is half a line after a power cut, or a repeated head.
            for at, line in unread:
                if line.rstrip(b"\n").endswith(b"}"):
                    ledger.damaged.append(Remark(at, "the line is damaged; no record is missing for it"))
                else:
                    ledger.torn.append(Remark(at, "half a line that a power cut left; no record is missing for it"))
        elif len(unread) == gap.last + 1 - gap.first:
            # There are as many damaged lines as records are missing: each was one of them.
            for record, (at, _) in enumerate(unread, gap.first):
                ledger.damaged.append(Remark(at, f"record {record} is damaged"))
        else:
            ledger.damaged += [Remark(at, "the line is damaged") for at, _ in unread]
            one = gap.first == gap.last
            missing = f"record {gap.first} is" if one else f"records {gap.first} to {gap.last} are"
            ledger.damaged.append(Remark(place, f"{missing} missing before this line"))

    def end(self, last: Place) -> Ledger:
        ledger = self.ledger
        for number in self._reader.unread:
            ledger.damaged.append(Remark(self._lines[number - 1][0], "the line is damaged, and its content is lost"))
        if ledger.head is None:
            ledger.damaged.append(Remark(last, "no head, which names the table, can be read"))
        else:
            self._parse(ledger.head)
        ledger.damaged.sort()
        return ledger

    def _parse(self, head: Head) -> None:
        ledger = self.ledger
        try:
            ledger.session = session = head.session()
        except ValueError as error:
            ledger.damaged.append(Remark(self._head_place, in_words(error)))
            return
        for number, text in ledger.texts.items():
            try:
                ledger.records[number] = read_record(number, text, session)
            except ValueError as error:
                ledger.damaged.append(
                    Remark(ledger.places[number], f"record {number} is impossible: {in_words(error)}")
                )


def in_words(error: ValueError) -> str:
    """Returns what is wrong, with its place in the line if it is known."""
    message = REASONS.get(str(error), str(error))
    return f"{error.pointer}: {message}" if isinstance(error, BadInput) and error.pointer else message
