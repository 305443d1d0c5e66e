"""The records of a ledger, read with the firmware's reader. Each damage has its file and its line.

A line is damaged, too, if strict JSON refuses it: for half of a character, or a number that is too long.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, NamedTuple

from mingg.core.interchange.keys import NAMED
from mingg.core.table.session import SWAP, UNDO, Session, person_of
from mingg.core.values import BadInput
from mingg.records.kinds import BEGUN, CALLED, TURN, write_standing
from mingg.records.line import FIRST, parse, seal, segment_of, unseal
from mingg.records.parse import LOST, TWICE, Gap, Head, Reader, read_record
from mingg_scoring.interchange.answers import REASONS
from mingg_scoring.json_text import LONG, MinggError
from mingg_scoring.json_text import parse as parse_strictly

from mingg_host.common.output import Refused

Json = dict[str, Any]
Files = dict[str, bytes]  # by name, as in a board's store
Place = tuple[str, int]  # a file and a line of it, from 1

HEAD = b"0000 "


class EveningError(Refused):
    """An evening cannot be read, or is not whole. The message names the file and the line."""


class Remark(NamedTuple):
    """A message about a line of a file, from 1."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.message}"


# ---- lines ----


def unsealed(line: bytes) -> tuple[int, str] | None:
    """Returns the number and the text of a line; None if it is damaged."""
    return unseal(line) if _is_plain(line) else None


def _is_plain(line: bytes) -> bool:
    """True if strict JSON has nothing against a line. It looks only at lines with long numbers or escapes."""
    if b"\\u" not in line and not LONG.search(line):
        return True
    try:
        parse_strictly(line.split(b" ", 2)[-1])
    except MinggError:
        return False
    return True


def _in_utf8(line: bytes) -> bytes:
    opened = unsealed(line) if b"\\u" in line else None
    if opened is None:
        return line
    written = seal(opened[0], json.dumps(json.loads(opened[1]), ensure_ascii=False))
    return written if line.endswith(b"\n") else written[:-1]


# ---- files ----


def in_utf8(files: Mapping[str, bytes]) -> Files:
    """Returns a ledger's files for a device: without escapes in JSON. It would read the two escapes of a character
    beyond U+FFFF as two characters."""
    return {name: b"".join(map(_in_utf8, BytesIO(data))) for name, data in files.items()}


def ledger_of(name: str) -> int | None:
    """Returns the number of the ledger that a file belongs to, by its name; None for another file."""
    segment = segment_of(name)
    return segment and segment[0]


def ledgers_in(files: Files) -> dict[int, Files]:
    """Returns the files of each ledger by its number. Ledgers and segments are in order; other files are left out."""
    ledgers: dict[int, Files] = {}
    for segment, name in sorted((segment, name) for name in files if (segment := segment_of(name)) is not None):
        ledgers.setdefault(segment[0], {})[name] = files[name]
    return ledgers


def renumbered(files: Files, ledger: int) -> Files:
    """Returns a ledger's files by the names that they have under another number."""
    return {f"{ledger:04}{name.lstrip('0123456789')}": data for name, data in files.items()}


def lines(files: Files) -> list[bytes]:
    """Returns all lines of a ledger in order, without their line ends."""
    whole = (data for ledger in ledgers_in(files).values() for data in ledger.values())
    return [line for data in whole for line in data.split(b"\n") if line]


def records(lines: Iterable[bytes]) -> list[bytes]:
    """Returns the lines of records, without heads and damaged lines."""
    return [line for line in lines if (opened := unsealed(line)) and opened[0]]


def table(lines: list[bytes]) -> Json | None:
    """Returns what the last head names; None if there is no head. See lasting()."""
    for line in reversed(lines):
        opened = unsealed(line)
        if opened and opened[0] == 0:
            with suppress(ValueError):
                return lasting(parse(opened[1]))
    return None


def lasting(head: Json) -> Json:
    """Returns what all heads of an evening have in common: everything but the seats and the names of the moment."""
    return {key: value for key, value in head.items() if key not in (TURN, CALLED, FIRST)}


def continues(lines: list[bytes], new: list[bytes]) -> bool:
    """True if the new lines are the others, perhaps with more at their end: nothing is lost."""
    return new[: len(lines)] == lines


# ---- records ----


class Ledger:
    """A ledger, and the content of its files.

    name     for messages; number: in the archive, or on the board; 0 for that of a session
    files    by name; folder: a prefix for their names in messages
    when     the day it was added to the archive, ISO 8601; "" if it is not in one
    beside   the settings, the draft and the house rules that were found with it
    made_of  the lines of the session that it was made of; [] if it was not
    head     the last head that is an object; None if there is none
    names    of the players, as they sit after the last record: the latest ones; [] if there is no head
    session  as at the start of the evening; None if the head cannot be read
    records  by number, in rising order: all that are possible, each a Record of the firmware
    texts    of all readable records, by number, in rising order; places: theirs
    damaged  damaged lines and missing records
    torn     half lines after power cuts; they mean no missing record
    """

    def __init__(
        self, files: Files, name: str = "", number: int = 0, folder: str = "", when: str = "", seated: bool = False
    ) -> None:
        """seated: players keep the names of the start, whatever the device calls them now."""
        self.files, self.name, self.number, self.folder, self.when = files, name, number, folder, when
        self.beside: Files = {}
        self.made_of: list[Json] = []
        self.head: Head | None = None
        self.names: list[str] = []
        self.session: Session | None = None
        self.records: dict[int, Any] = {}
        self.texts: dict[int, str] = {}
        self.places: dict[int, Place] = {}
        self.damaged: list[Remark] = []
        self.torn: list[Remark] = []
        self._lines: list[tuple[Place, bytes]] = []
        parts = sorted(files, key=lambda part: segment_of(part) or (0, 0))
        for part in parts:
            file = folder + part
            self._lines += [((file, at), line) for at, line in enumerate(BytesIO(files[part]), 1)]
        head_place = self._read() or (folder + parts[-1] if parts else folder, 1)
        self._parse(head_place)
        self.damaged.sort()
        if self.head is not None:
            people = self.head.names if seated else self.head.called
            last = self.records[max(self.records)] if self.records else None
            sits = (last.after or last.before).sits if last else None
            self.names = [people[person_of(sits, player)] for player in range(len(people))]

    @property
    def begin(self) -> str:
        """The people, deals, balances, East and round that the session goes on from; "" if it does not go on."""
        start = self.session.start if self.session else None
        return repr((self.head.names, *start[:5])) if start is not None and self.head is not None else ""

    @property
    def end(self) -> str:
        """The same as the session ended; "" if it has no records. Another one may go on from it."""
        after = self.records[max(self.records)].after if self.records else None
        return repr((self.names, *after[:5])) if after is not None else ""

    def line(self, record: Any) -> Json:
        """Returns a record as a line of a session, with the players' latest names."""
        line: Json = _without_marks(record.line(self.names))
        return {**line, "deal": _without_marks(line["deal"])} if "deal" in line else line

    def session_lines(self) -> list[Json]:
        """Returns the lines of the ledger as a session, with the players' latest names, where they sit at the end: so
        no line swaps them, and none takes that back."""
        assert self.head is not None
        if self.made_of:
            return self.made_of
        assert self.session is not None
        start, line = self.session.start, {**self.head.line(), "names": self.names}
        if start is not None:
            line[BEGUN] = write_standing(start, self.names)
        return [line, *map(self.line, self.played())]

    def played(self) -> list[Any]:
        """Returns the records without swaps, and without those that take them back."""
        played, standing = [], list[Any]()
        for record in self.records.values():
            taken_back = None
            while standing and standing[-1].number > record.on:
                taken_back = standing.pop()
            if record.kind != UNDO:
                standing.append(record)
            if SWAP not in (record.kind, record.kind == UNDO and taken_back and taken_back.kind):
                played.append(record)
        return played

    def _read(self) -> Place | None:
        """Reads the lines. Returns the place of the last head."""
        reader, head_place = Reader(1), None
        for item in reader.read(self._lines_for(reader)):
            place = self._lines[reader.line - 1][0]
            if isinstance(item, Gap):
                self._gap(item, place)
            elif item[0]:
                self.texts[item[0]] = item[1]
                self.places[item[0]] = place
            else:
                try:
                    self.head, head_place = Head(item[1]), place
                except ValueError:
                    self.damaged.append(Remark(*place, "the head is no object"))
        for number in reader.unread:
            self.damaged.append(Remark(*self._lines[number - 1][0], "the line is damaged, and its content is lost"))
        return head_place

    def _lines_for(self, reader: Reader) -> Iterator[bytes]:
        for place, line in self._lines:
            if place[1] == 1:
                reader.begun = False  # another segment
            yield line if _is_plain(line) else b"?"

    def _gap(self, gap: Gap, place: Place) -> None:
        unread: list[tuple[Place, bytes]] = [self._lines[number - 1] for number in gap.unread]
        if gap.cause == TWICE:
            self.damaged.append(Remark(*place, f"record {gap.first} is here a second time"))
        elif gap.cause != LOST:
            # No record is missing: an unreadable line is half a line after a power cut, or a repeated head.
            for at, line in unread:
                if line.rstrip(b"\n").endswith(b"}"):
                    self.damaged.append(Remark(*at, "the line is damaged; no record is missing for it"))
                else:
                    self.torn.append(Remark(*at, "half a line that a power cut left; no record is missing for it"))
        elif len(unread) == gap.last + 1 - gap.first:
            # There are as many damaged lines as records are missing: each was one of them.
            for record, (at, _) in enumerate(unread, gap.first):
                self.damaged.append(Remark(*at, f"record {record} is damaged"))
        else:
            self.damaged += [Remark(*at, "the line is damaged") for at, _ in unread]
            one = gap.first == gap.last
            missing = f"record {gap.first} is" if one else f"records {gap.first} to {gap.last} are"
            self.damaged.append(Remark(*place, f"{missing} missing before this line"))

    def _parse(self, head_place: Place) -> None:
        """Reads the head and the records. head_place: of the head; if there is none, of the last file."""
        if self.head is None:
            self.damaged.append(Remark(*head_place, "no head, which names the table, can be read"))
            return
        try:
            self.session = session = self.head.session()
        except ValueError as error:
            self.damaged.append(Remark(*head_place, in_words(error)))
            return
        for number, text in self.texts.items():
            try:
                self.records[number] = read_record(number, text, session)
            except ValueError as error:
                message = f"record {number} is impossible: {in_words(error)}"
                self.damaged.append(Remark(*self.places[number], message))


def _without_marks(value: Any) -> Any:
    """Returns a line, or a deal, without the keys that only a ledger has."""
    return {key: value[key] for key in value if key != NAMED} if isinstance(value, dict) else value


def in_words(error: ValueError) -> str:
    """Returns what is wrong, with its place in the line if it is known."""
    message = REASONS.get(str(error), str(error))
    return f"{error.pointer}: {message}" if isinstance(error, BadInput) and error.pointer else message
