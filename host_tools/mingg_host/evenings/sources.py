"""Finds evenings: in the archive, a folder or files as on a board, a backup, a copy saved by the page, a session."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mingg.core.rules import OF_HOUSE
from mingg.evening.evening import DRAFT
from mingg.hal.store import is_name
from mingg.records.line import segment_of
from mingg.settings import FILE as SETTINGS
from mingg_scoring.json_text import MOST_DIGITS

from mingg_host.common.output import not_read
from mingg_host.evenings import archive as archives
from mingg_host.evenings import backup
from mingg_host.evenings.ledger import EveningError, Ledger, read
from mingg_host.evenings.ledger_files import Files, ledgers_in

ZIP = b"PK"
MOST_BYTES = 2 * backup.MOST_BYTES  # of a file


@dataclass(frozen=True)
class Source:
    """An evening before it is read.

    name     for messages; number: in the archive, or of the ledger; 0 for a session's file
    files    of its ledger, by name; or session: the bytes of a session's file
    folder   a prefix for file names in messages; when: the day it was added to the archive
    board    the number of its board, if known
    seated   players keep the names of the start, whatever the device calls them now
    """

    name: str
    number: int = 0
    files: Files | None = None
    session: bytes = b""
    folder: str = ""
    when: str = ""
    board: str = ""
    seated: bool = False

    def ledger(self) -> Ledger | None:
        """Returns its records, damaged or not; None for a session's file."""
        if self.files is None:
            return None
        ledger = read(self.files, self.folder)
        if self.seated and ledger.head is not None:
            ledger.head.called = ledger.head.names
        return ledger


def find(reference: str | int | Path, archive: Path | None = None) -> list[Source]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file, or by number in the archive.

    Raises EveningError.
    """
    path, digits = Path(str(reference)), str(reference)
    if isinstance(reference, Path) or not digits.isdecimal() or os.path.exists(path):
        return in_path(path)
    is_short = len(digits) <= MOST_DIGITS
    matches = [source for source in of_archive(archive) if is_short and source.number == int(digits)]
    if not matches:
        shown = digits if is_short else f"of {len(digits)} digits"
        raise EveningError(f"There is no evening {shown} in the archive. `mingg ledger list` shows its evenings.")
    return matches


def find_all(references: Sequence[str], archive: Path | None = None) -> list[Source]:
    """Finds the evenings of several names, or all of the archive if there are none. Raises EveningError."""
    matches: dict[tuple[str, str, int], Source] = {}
    for reference in references:
        for source in find(reference, archive):
            matches[source.folder, source.name, source.number] = source
    return list(matches.values()) if references else of_archive(archive)


def of_archive(archive: Path | None = None) -> list[Source]:
    """Returns all evenings of the archive, in the order in which they were added. Raises EveningError."""
    return [
        Source(f"evening {one.number}", one.number, one.files, b"", f"evening {one.number}, ", one.since, one.board)
        for one in archives.Archive(archive).evenings()
    ]


def in_path(path: Path) -> list[Source]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file. Raises EveningError."""
    segment = segment_of(path.name)
    if segment is not None and os.path.isfile(path):
        return [source for source in in_path(path.parent) if source.number == segment[0]]
    stored = stored_in(path)
    if isinstance(stored, bytes):
        return [Source(str(path), session=stored)]
    ledgers = ledgers_in(stored.files)
    if not ledgers and path.is_dir():
        raise EveningError(f"{path}: this folder has no ledger. Name one with files such as 0001-00.txt")
    if not ledgers:
        raise EveningError(f"{path}: there is no evening in it. Name another file.")
    return [
        Source(f"evening {number}", number, files, folder=stored.folder, board=stored.board)
        for number, files in ledgers.items()
    ]


class Stored(NamedTuple):
    """The ledgers, the settings, the draft and the house rules of a device, as files by name. folder, board: see
    Source."""

    files: Files
    folder: str
    board: str = ""


def stored_in(path: Path) -> Stored | bytes:
    """Returns what is in a folder, a backup or a page's copy; otherwise the bytes of the file. Raises EveningError."""
    try:
        if os.path.isdir(path):
            names = [file.name for file in path.iterdir() if _is_stored(file.name) and file.is_file()]
            return Stored({name: _bytes_of(path / name) for name in names}, f"{path}/")
        data = _bytes_of(path)
        copied = backup.read(path) if data.startswith(ZIP) else None
    except OSError as error:
        raise EveningError(not_read(error, error.filename or path)) from None
    files = copied.files if copied else _copy_of_page(path, data)
    if files is None:
        return data
    files = {name: data for name, data in files.items() if _is_stored(name)}
    return Stored(files, f"{path}: ", copied.number if copied else "")


def _is_stored(name: str) -> bool:
    return segment_of(name) is not None or name in (DRAFT, SETTINGS) or (name.startswith(OF_HOUSE) and is_name(name))


def _bytes_of(path: Path) -> bytes:
    """Reads a file, but no more of it than evenings need. Raises OSError, EveningError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise EveningError(f"{path}: this is too large for evenings. Name another file.")
    return data


def _copy_of_page(path: Path, data: bytes) -> Files | None:
    """Returns the files in a copy that the simulator's page saved (see simulator/page/copies.js), or None. Raises
    EveningError."""
    if not data.startswith(b'{"form":"mingg ledger"'):
        return None
    try:
        files = {name: text.encode("latin-1") for name, text in json.loads(data)["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise EveningError(f"{path}: this copy of the page is damaged. Save the copy again.") from None
    wrong = next((name for name in files if not is_name(name)), None)
    if wrong is not None:
        raise EveningError(f"{path}: {wrong!r} cannot be in a copy. Save the copy again.")
    return files
