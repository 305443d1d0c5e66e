"""The archive: all evenings that were copied from boards, in one SQLite file.

It stores the bytes of an evening's files. A board and a number identify an evening. If an evening has grown on the
board, the archive adds the new part. If the board now has another evening with that number, the archive has both. It
loses nothing, and stores nothing twice.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mingg.records.line import segment_of, unseal

from mingg_host.common import disk
from mingg_host.evenings.ledger import Json, lasting, read

FORMAT = 1
NEW, GROWN, KEPT, BESIDE = "new", "grown", "kept", "beside"  # see Added

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
# Each finds nothing, or "ok", in a whole archive.
_CHECKS = (
    "PRAGMA integrity_check(1)",
    "PRAGMA foreign_key_check",
    "SELECT id FROM evening WHERE id NOT IN (SELECT evening FROM part) OR id NOT IN (SELECT evening FROM seen)",
    "SELECT tail FROM part WHERE typeof(data) != 'blob'",
    "SELECT board FROM seen WHERE typeof(board) != 'text'",
    "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')",  # they would change what is added
)
_LEDGERS = "SELECT DISTINCT ledger FROM seen"
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

Files = dict[str, bytes]


class ArchiveError(Exception):
    """The archive cannot be read or written. The message says what to do."""


class Kept(NamedTuple):
    """An evening in the archive. number: in the archive. since: the day it was added, ISO 8601. ledger: its number on
    its first board, 0 for a session. files: by name, as on that board."""

    number: int
    since: str
    board: str
    ledger: int
    files: Files


class Added(NamedTuple):
    """What add() did. number: of the evening in the archive. status: NEW; GROWN; KEPT: the archive had all of it;
    BESIDE: it is new, and stands beside another evening of the same board and number."""

    number: int
    status: str


def default() -> Path:
    """Returns the path of the user's own archive."""
    from platformdirs import user_data_path

    return user_data_path("mingg", appauthor=False) / "evenings.sqlite"


class Archive:
    """An archive. Every method raises ArchiveError. Several processes may use an archive at the same time: each waits
    for the others, up to patience_s seconds."""

    def __init__(self, path: Path, patience_s: float = PATIENCE_S) -> None:
        self.path = path
        self.patience_s = patience_s

    def evenings(self) -> list[Kept]:
        """Returns all evenings in the order in which they were added; [] if the file does not exist yet."""
        with self._explained():
            if not self.path.exists():
                return []
            with self._connected() as db:
                db.execute("BEGIN")  # so that all reads see the same state
                return _evenings(db) if _is_made(db, self.path) else []

    def add(self, board: str, ledgers: dict[int, Files], today: str = "") -> dict[int, Added]:
        """Adds the evenings of a board: all or none. Returns the results by number.

        board: its name, or '' if they come from no board. ledgers: the files of each evening, by its number there.
        today: ISO 8601.
        """
        today = today or datetime.now().date().isoformat()
        with self._explained():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._connected() as db:
                # The transaction begins before the check for tables, so that only one process makes them. If an error
                # comes before COMMIT, closing the file undoes all changes.
                db.execute("BEGIN IMMEDIATE")
                if not _is_made(db, self.path):
                    for statement in _TABLES:
                        db.execute(statement)
                added = {
                    ledger: add_evening(db, board, ledger, files, today) for ledger, files in sorted(ledgers.items())
                }
                db.execute("COMMIT")
                return added

    def _connected(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.path, isolation_level=None, timeout=self.patience_s))

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raises ArchiveError for each error of SQLite or of the system."""
        try:
            yield
        except sqlite3.Error as error:
            raise ArchiveError(self._why(error)) from error
        except UnicodeDecodeError as error:  # the name of a table, in a damaged file
            raise ArchiveError(self._why(sqlite3.DatabaseError("malformed"))) from error
        except OSError as error:
            raise ArchiveError(disk.why(error, self.path)) from error

    def _why(self, error: sqlite3.Error) -> str:
        """Explains an error of SQLite, which has a fixed text for each cause."""
        text = str(error)
        for cause, meaning in _CAUSES.items():
            if cause in text:
                return f"{self.path}: " + meaning.format(self.patience_s)
        if "unable to open" in text:
            return self._why_not_opened()
        return f"{self.path}: {text}. Try again, or name another archive with --archive."

    def _why_not_opened(self) -> str:
        """Tries to open the file to learn from the system why SQLite could not."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644))
        except OSError as error:
            return disk.why(error, self.path)
        return f"{self.path}: SQLite can make no file beside it. Allow writing to {self.path.parent}."


def _is_made(db: sqlite3.Connection, path: Path) -> bool:
    """True if the tables exist, False for an empty file. Raises ArchiveError for any other database, and
    sqlite3.DatabaseError for a damaged one: without this check it would only have fewer evenings."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables and version == 0:
        return False
    if not tables & _NAMES or (version <= FORMAT and not tables >= _NAMES):
        raise ArchiveError(f"{path}: this database is not an archive of Mingg. Name another with --archive.")
    if version > FORMAT:
        raise ArchiveError(f"{path}: a newer version of Mingg wrote this archive. Update Mingg on this PC.")
    if version != FORMAT or not _is_whole(db):
        raise sqlite3.DatabaseError("malformed")
    return True


def _is_whole(db: sqlite3.Connection) -> bool:
    """True if the file is undamaged, and each value is what Mingg writes."""
    if any(db.execute(check).fetchone() not in (None, ("ok",)) for check in _CHECKS):
        return False
    days = (isinstance(day, str) and _DAY.fullmatch(day) for (day,) in db.execute("SELECT since FROM evening"))
    tails = (_is_tail(tail, FIRST) for (tail,) in db.execute("SELECT DISTINCT tail FROM part"))
    return all(days) and all(tails) and all(_is_tail(".txt", ledger or FIRST) for (ledger,) in db.execute(_LEDGERS))


def _is_tail(tail: object, ledger: object) -> bool:
    return isinstance(tail, str) and isinstance(ledger, int) and segment_of(f"{ledger:04}{tail}") is not None


def _evenings(db: sqlite3.Connection) -> list[Kept]:
    first = "SELECT min(rowid) FROM seen GROUP BY evening"
    rows = db.execute(
        "SELECT id, since, board, ledger FROM evening JOIN seen ON seen.evening = id "
        f"WHERE seen.rowid IN ({first}) ORDER BY id"
    ).fetchall()
    return [
        Kept(number, since, board, ledger, _named(ledger, _parts(db, number))) for number, since, board, ledger in rows
    ]


def _named(ledger: int, parts: Files) -> Files:
    """Returns the parts of an evening by the file names that they would have with this number."""
    return {f"{ledger or FIRST:04}{tail}": data for tail, data in parts.items()}


def add_evening(db: sqlite3.Connection, board: str, ledger: int, files: Files, today: str) -> Added:
    """Adds one evening in the open transaction. Arguments: see Archive.add()."""
    parts = {_tail(name): data for name, data in files.items()}
    whole = _whole(parts)
    query = "SELECT evening FROM seen WHERE board = ? AND ledger = ? ORDER BY evening"
    known = {number: _whole(_parts(db, number)) for (number,) in db.execute(query, (board, ledger)).fetchall()}
    for number, old in known.items():
        if old.startswith(whole):
            return Added(number, KEPT)
    for number, old in known.items():
        # A file from no board may be another evening, as long as no deal is the same.
        if whole.startswith(old) and (board or _records(_parts(db, number))):
            put_parts(db, number, parts)
            return Added(number, GROWN)
    rebuilt = _rebuilt(db, board, ledger, parts)
    if rebuilt is not None:
        return rebuilt
    # Without a deal, two evenings cannot be told apart.
    same_evening = _same(db, whole, board) if read(files).texts else None
    if same_evening is None:
        number = int(db.execute("INSERT INTO evening (since) VALUES (?)", (today,)).lastrowid or 0)
        put_parts(db, number, parts)
    else:
        number = same_evening
    db.execute("INSERT INTO seen VALUES (?, ?, ?)", (board, ledger, number))
    return Added(number, KEPT if same_evening is not None else BESIDE if known else NEW)


def _rebuilt(db: sqlite3.Connection, board: str, ledger: int, parts: Files) -> Added | None:
    """Adds an evening to one with the same table and records, if either was put together from records. None if there is
    none.

    The longer one stays; of two with the same records, the board's own.
    """
    own = not board.startswith(REBUILT)
    table, records = _table(parts), _records(parts)
    of_records = f"SELECT DISTINCT evening FROM seen{' WHERE board LIKE ?' if own else ''} ORDER BY evening"
    for (number,) in db.execute(of_records, (REBUILT + "%",) if own else ()).fetchall():
        old = _parts(db, number)
        known = _records(old)
        shorter, longer = sorted((known, records), key=len)
        if not shorter or longer[: len(shorter)] != shorter or _table(old) != table:
            continue
        more = len(records) > len(known)
        if more or (own and len(records) == len(known)):
            put_parts(db, number, parts)
        db.execute("INSERT OR IGNORE INTO seen VALUES (?, ?, ?)", (board, ledger, number))
        return Added(number, GROWN if more else KEPT)
    return None


def _records(parts: Files) -> list[bytes]:
    """Returns the lines of all records without the heads and torn lines."""
    return [line for line in _whole(parts).split(b"\n") if (unseal(line) or (0,))[0]]


def _table(parts: Files) -> Json | None:
    head = read(_named(FIRST, parts)).head
    return None if head is None else lasting(head.keys)


def _same(db: sqlite3.Connection, whole: bytes, board: str) -> int | None:
    """Returns an evening with the same bytes that came from elsewhere, or None. Evenings of one board always differ."""
    alike = (
        "SELECT evening FROM part WHERE evening NOT IN (SELECT evening FROM seen WHERE board = ?) "
        "GROUP BY evening HAVING sum(length(data)) = ? ORDER BY evening"
    )
    for (number,) in db.execute(alike, (board, len(whole))).fetchall():
        if _whole(_parts(db, number)) == whole:
            return int(number)
    return None


def _parts(db: sqlite3.Connection, number: int) -> Files:
    return dict(db.execute("SELECT tail, data FROM part WHERE evening = ? ORDER BY tail", (number,)).fetchall())


def put_parts(db: sqlite3.Connection, number: int, parts: Files) -> None:
    """Replaces all parts of an evening."""
    db.execute("DELETE FROM part WHERE evening = ?", (number,))
    db.executemany("INSERT INTO part VALUES (?, ?, ?)", [(number, tail, data) for tail, data in parts.items()])


def _tail(name: str) -> str:
    """Returns the end of a file name, after the number of the ledger."""
    return name.lstrip("0123456789")


def _whole(parts: Files) -> bytes:
    """Joins all parts by number. In the first format the only file has no number, and comes first."""
    return b"".join(
        parts[tail] for tail in sorted(parts, key=lambda tail: (segment_of("0001" + tail) or (0, 0), tail[:1] == "-"))
    )
