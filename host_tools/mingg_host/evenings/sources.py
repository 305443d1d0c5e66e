"""Finds evenings: in the archive, a folder or files as on a board, a backup, a copy saved by the page, a session."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mingg.hal.store import is_name
from mingg.records.line import segment_of

from mingg_host.common.output import not_read
from mingg_host.evenings import archive as archives
from mingg_host.evenings import backup
from mingg_host.evenings.ledger import EveningError, Ledger, read
from mingg_host.scoring.json_text import MOST_DIGITS

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
    files: dict[str, bytes] | None = None
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
    path = Path(str(reference))
    if not isinstance(reference, Path) and str(reference).isdecimal() and not os.path.exists(path):
        number = int(reference) if len(str(reference)) <= MOST_DIGITS else 0
        matches = [source for source in of_archive(archive) if source.number == number]
        if not matches:
            shown = reference if len(str(reference)) <= MOST_DIGITS else f"of {len(str(reference))} digits"
            raise EveningError(f"There is no evening {shown} in the archive. `mingg ledger list` shows its evenings.")
        return matches
    return in_path(path)


def find_all(references: Sequence[str], archive: Path | None = None) -> list[Source]:
    """Finds the evenings of several names, or all of the archive if there are none. Raises EveningError."""
    matches: dict[tuple[str, str, int], Source] = {}
    for reference in references:
        for source in find(reference, archive):
            matches[source.folder, source.name, source.number] = source
    return list(matches.values()) if references else of_archive(archive)


def of_archive(archive: Path | None = None) -> list[Source]:
    """Returns all evenings of the archive, in the order in which they were added. Raises EveningError."""
    try:
        kept = archives.Archive(archive or archives.default()).evenings()
    except archives.ArchiveError as error:
        raise EveningError(str(error)) from None
    return [
        Source(name, evening.number, evening.files, folder=f"{name}, ", when=evening.since, board=evening.board)
        for evening in kept
        for name in [f"evening {evening.number}"]
    ]


def in_path(path: Path) -> list[Source]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file. Raises EveningError."""
    try:
        if path.is_dir():
            matches = _in_folder(path)
            if not matches:
                raise EveningError(f"{path}: this folder has no ledger. Name one with files such as 0001-00.txt")
            return matches
        segment = segment_of(path.name)
        if segment is not None and path.is_file():
            return [source for source in _in_folder(path.parent) if source.number == segment[0]]
        data = bytes_of(path)
    except OSError as error:
        raise EveningError(not_read(error, path)) from None
    copied = files_in(path, data)
    return [Source(str(path), session=data)] if copied is None else _in_copy(path, *copied)


def bytes_of(path: Path) -> bytes:
    """Reads a file, but no more of it than evenings need. Raises OSError, EveningError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise EveningError(f"{path}: this is too large for evenings. Name another file.")
    return data


def files_in(path: Path, data: bytes) -> tuple[dict[str, bytes], str] | None:
    """Returns the files in a backup or in a copy that the page saved, and the number of the board, or ""; None if this
    is neither. data: of the file. Raises EveningError."""
    if not data.startswith(ZIP):
        saved = _copy_of_page(path, data)
        return None if saved is None else (saved, "")
    try:
        copied = backup.read(path)
    except backup.BackupError as error:
        raise EveningError(str(error)) from None
    return copied.files, copied.number


def _in_copy(path: Path, files: dict[str, bytes], board: str) -> list[Source]:
    """Finds the evenings in a file that contains several files. Raises EveningError."""
    ledgers = backup.ledgers_in(files)
    if not ledgers:
        raise EveningError(f"{path}: there is no evening in it. Name another file.")
    return [
        _ledger(number, {name: files[name] for name in names}, f"{path}: ", board)
        for number, names in sorted(ledgers.items())
    ]


def _copy_of_page(path: Path, data: bytes) -> dict[str, bytes] | None:
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


def _in_folder(folder: Path) -> list[Source]:
    names = backup.ledgers_in(path.name for path in folder.iterdir() if path.is_file())
    return [
        _ledger(number, {name: bytes_of(folder / name) for name in files}, f"{folder}/")
        for number, files in sorted(names.items())
    ]


def _ledger(number: int, files: dict[str, bytes], folder: str, board: str = "") -> Source:
    return Source(f"evening {number}", number, files, folder=folder, board=board)
