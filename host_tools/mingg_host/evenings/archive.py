"""The archive: all evenings that were copied from boards, in one SQLite file.

It stores the bytes of an evening's files, and who had them; all else is computed from their lines. A board and a number
identify an evening. If an evening has grown on the board, the archive adds the new part. If the board now has another
evening with that number, the archive has both. It loses nothing, and stores nothing twice: see _compared().
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from mingg_scoring.json_text import MOST_DIGITS

from mingg_host.common import disk, places
from mingg_host.evenings import ledger
from mingg_host.evenings.ledger import EveningError, Files, Json, continues, ledger_of, renumbered

FORMAT = 1
# What add() did. KEPT: the archive had all of it. BESIDE: it is new, and stands beside another evening of the same
# board and number.
NEW, GROWN, KEPT, BESIDE = "new", "grown", "kept", "beside"

# part: a file. tail: the end of its name, after the number of the ledger, which differs from board to board.
# seen: which board had an evening, and under which number.
_TABLES = (
    "CREATE TABLE evening (id INTEGER PRIMARY KEY, since TEXT NOT NULL)",
    "CREATE TABLE part (evening INTEGER NOT NULL REFERENCES evening, tail TEXT NOT NULL, data BLOB NOT NULL, "
    "PRIMARY KEY (evening, tail))",
    "CREATE TABLE seen (board TEXT NOT NULL, ledger INTEGER NOT NULL, evening INTEGER NOT NULL REFERENCES evening, "
    "PRIMARY KEY (board, ledger, evening))",
    f"PRAGMA user_version = {FORMAT}",
)
_NAMES = {"evening", "part", "seen"}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
FIRST = 1  # the first number that a ledger may have
# A board's name begins with this if its ledgers were put together from records that it published. Such a ledger has the
# same records as the board's own files, but other copies of the head.
REBUILT = "club "
PATIENCE_S = 10.0  # seconds to wait for another process that uses the archive

_CAUSES = {
    "is locked": "another program has been using the archive for {:g} seconds. Nothing was changed; try again when it "
    "has ended.",
    "is full": f"{os.strerror(errno.ENOSPC)}. Nothing was changed; make room on that disk, and try again.",
    "readonly": "the archive cannot be written. Nothing was changed; allow writing to the file and its folder, or name "
    "another archive with --archive.",
    "not a database": "this is no archive of Mingg, and not a database either. Name another with --archive.",
    "malformed": "the archive is damaged. Put a copy of it in its place, or name another with --archive.",
    "disk I/O error": "the disk failed while the archive was used. Nothing was changed; look whether the disk is full, "
    "or failing.",
}


@dataclass(frozen=True)
class Kept:
    """An evening in the archive, or one that is added to it.

    number  in the archive; 0 if it is not there yet
    since   the day it was added, ISO 8601
    seen    the boards that had it, and its number on each; 0 for a session
    parts   its files, by the names that they have in ledger 1
    """

    number: int
    since: str
    seen: list[tuple[str, int]]
    parts: Files

    @property
    def files(self) -> Files:
        """The files by their names on the first board."""
        return renumbered(self.parts, self.seen[0][1] or FIRST)

    # What identifies an evening is computed when it is needed.

    @cached_property
    def lines(self) -> list[bytes]:
        return ledger.lines(self.parts)

    @cached_property
    def records(self) -> list[bytes]:
        return ledger.records(self.lines)

    @cached_property
    def table(self) -> Json | None:
        return ledger.table(self.lines)

    @property
    def is_rebuilt(self) -> bool:
        return any(board.startswith(REBUILT) for board, _ in self.seen)


class Archive:
    """An archive. path: None for the user's own. Every method raises EveningError. Several processes may use an archive
    at the same time: each waits for the others, up to patience_s seconds."""

    def __init__(self, path: Path | None = None, patience_s: float = PATIENCE_S) -> None:
        self.path = path or places.data("evenings.sqlite")
        self.patience_s = patience_s

    def evenings(self) -> list[Kept]:
        """Returns all evenings in the order in which they were added; [] if the file does not exist yet."""
        with self._opened(make=False) as db:
            return _evenings(db, self.path) or []

    def add(self, board: str, ledgers: dict[int, Files]) -> dict[int, tuple[int, str]]:
        """Adds the evenings of a board: all or none. Returns for each its number in the archive, and what was
        done.

        board: its name, or '' if they come from no board. ledgers: the files of each evening, by its number there.
        """
        today = datetime.now().date().isoformat()
        with self._opened() as db:
            evenings = _evenings(db, self.path)
            for statement in _TABLES if evenings is None else ():
                db.execute(statement)
            index = _Index(evenings or [])
            added = {
                number: _add(db, index, Kept(0, today, [(board, number)], renumbered(files, FIRST)))
                for number, files in sorted(ledgers.items())
            }
            db.execute("COMMIT")  # an error before it undoes all changes
            return added

    @contextmanager
    def _opened(self, make: bool = True) -> Iterator[sqlite3.Connection]:
        """Yields the database in a transaction, which begins before the check for tables: so only one process makes
        them, and all reads see the same state. make: makes a missing file; otherwise an empty database stands for
        it. Raises EveningError for each error of SQLite or of the system."""
        try:
            if make:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            place = self.path if make or self.path.exists() else ":memory:"
            with closing(sqlite3.connect(place, isolation_level=None, timeout=self.patience_s)) as db:
                db.execute("BEGIN IMMEDIATE" if make else "BEGIN")
                yield db
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            raise EveningError(self._why(error)) from error

    def _why(self, error: Exception) -> str:
        """Explains an error. SQLite has a fixed text for each cause."""
        if isinstance(error, OSError):
            return disk.why(error, self.path)
        # What is no text is the name of a table, in a damaged file.
        text = "malformed" if isinstance(error, UnicodeDecodeError) else str(error)
        for cause, meaning in _CAUSES.items():
            if cause in text:
                return f"{self.path}: " + meaning.format(self.patience_s)
        if "unable to open" not in text:
            return f"{self.path}: {text}. Try again, or name another archive with --archive."
        try:  # the system says why SQLite could not open the file
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644))
        except OSError as reason:
            return disk.why(reason, self.path)
        return f"{self.path}: SQLite can make no file beside it. Allow writing to {self.path.parent}."


def _evenings(db: sqlite3.Connection, path: Path) -> list[Kept] | None:
    """Reads all evenings; None for an empty file. Raises EveningError for any other database, and sqlite3.DatabaseError
    if the file is damaged, or a value is not what Mingg writes."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    names = set(db.execute("SELECT type, name FROM sqlite_master"))
    tables = {name for kind, name in names if kind == "table"}
    if not tables and version == 0:
        return None
    if not tables & _NAMES or (version <= FORMAT and not tables >= _NAMES):
        raise EveningError(f"{path}: this database is not an archive of Mingg. Name another with --archive.")
    if version > FORMAT:
        raise EveningError(f"{path}: a newer version of Mingg wrote this archive. Update Mingg on this PC.")
    # A trigger or a view would change what is added.
    is_whole = version == FORMAT and {kind for kind, _ in names} <= {"table", "index"}
    is_whole = is_whole and db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    rows = db.execute("SELECT id, since FROM evening ORDER BY id")
    evenings = {number: Kept(number, since, [], {}) for number, since in rows}
    try:
        for board, on_board, number in db.execute("SELECT board, ledger, evening FROM seen ORDER BY rowid"):
            evenings[number].seen.append((board, on_board))
        for number, tail, data in db.execute("SELECT evening, tail, data FROM part"):
            evenings[number].parts[f"{FIRST:04}{tail}"] = data
    except KeyError:
        is_whole = False
    if not is_whole or not all(map(_is_sound, evenings.values())):
        raise sqlite3.DatabaseError("malformed")
    return list(evenings.values())


def _is_sound(evening: Kept) -> bool:
    return bool(
        0 < evening.number < 10**MOST_DIGITS  # find() reads no other one
        and isinstance(evening.since, str)
        and _DAY.fullmatch(evening.since)
        and evening.seen
        and all(isinstance(board, str) and isinstance(number, int) for board, number in evening.seen)
        and all(ledger_of(f"{number or FIRST:04}-00.txt") for _, number in evening.seen)
        and evening.parts
        and all(ledger_of(name) and isinstance(data, bytes) for name, data in evening.parts.items())
    )


class _Index:
    """Finds the evenings of an archive that may be another one, in the order of the archive: those of a board and a
    number, and elsewhere those with the same lines, or with the same first record if one of the two is put together."""

    def __init__(self, evenings: list[Kept]) -> None:
        self._seen: defaultdict[tuple[str, int], list[Kept]] = defaultdict(list)
        self._alike: defaultdict[tuple[bytes, bool | None], list[Kept]] = defaultdict(list)
        for evening in evenings:
            for at in evening.seen:
                self._seen[at].append(evening)
            self._alike[b"\n".join(evening.lines), None].append(evening)
            for record in evening.records[:1]:
                self._alike[record, evening.is_rebuilt].append(evening)

    def here(self, at: tuple[str, int]) -> list[Kept]:
        return self._seen[at]

    def elsewhere(self, at: tuple[str, int], new: Kept) -> list[Kept]:
        found = [*self._alike[b"\n".join(new.lines), None]]
        for record in new.records[:1]:
            found += self._alike[record, True] + (self._alike[record, False] if new.is_rebuilt else [])
        by_number = {old.number: old for old in found if at not in old.seen}
        return [by_number[number] for number in sorted(by_number)]


def _add(db: sqlite3.Connection, index: _Index, new: Kept) -> tuple[int, str]:
    """Adds one evening in the open transaction. index: those in the archive, but none that is added with it."""
    [at] = new.seen
    here = index.here(at)
    found = _closest(here, new) or _closest(index.elsewhere(at, new), new)
    old, status = found or (None, BESIDE if here else NEW)
    number = old.number if old else db.execute("INSERT INTO evening (since) VALUES (?)", (new.since,)).lastrowid or 0
    # Of two with the same records, the board's own files stay.
    is_in_it = old and (continues(new.lines, old.lines) or new.is_rebuilt or old.records != new.records)
    if status == GROWN or not is_in_it:
        put_parts(db, number, new.parts)
    if old is None or at not in old.seen:
        db.execute("INSERT INTO seen VALUES (?, ?, ?)", (*at, number))
    return number, status


def _closest(evenings: list[Kept], new: Kept) -> tuple[Kept, str] | None:
    """Returns the evening that is the new one, and how it compares. Several may begin with the same records: then one
    that has all of it, and about as many."""
    found = [(old, status) for old in evenings if (status := _compared(old, new))]
    if len(found) > 1:
        found.sort(key=lambda one: (one[1] == GROWN, abs(len(one[0].records) - len(new.records))))
    return found[0] if found else None


def _compared(old: Kept, new: Kept) -> str | None:
    """Returns KEPT if the old evening has all of the new one, GROWN if the new one continues it, None if they differ.

    | the old evening                 | what is compared        | it may grow            |
    | has the same board and number   | all lines               | if a board has them    |
    | has the board by another number | nothing: they differ    |                        |
    | comes from elsewhere            | all lines               | no: they must be equal |
    | or one is put together          | table, lines of records | yes                    |

    The last two, and growing without a board, are for evenings with records: without, two cannot be told apart.
    """
    [(board, number)] = new.seen
    here = (board, number) in old.seen
    if board and not here and any(name == board for name, _ in old.seen):
        return None
    found = _continued(old.lines, new.lines) if here or old.lines == new.lines else None
    if found and here and (board or found == KEPT):
        return found
    if not old.records or not new.records:
        return None
    if found is None and (old.is_rebuilt or new.is_rebuilt) and old.table == new.table:
        found = _continued(old.records, new.records)
    return found


def _continued(old: list[bytes], new: list[bytes]) -> str | None:
    return KEPT if continues(new, old) else GROWN if continues(old, new) else None


def put_parts(db: sqlite3.Connection, number: int, parts: Files) -> None:
    """Replaces all parts of an evening."""
    db.execute("DELETE FROM part WHERE evening = ?", (number,))
    db.executemany("INSERT INTO part VALUES (?, ?, ?)", [(number, name[4:], data) for name, data in parts.items()])
