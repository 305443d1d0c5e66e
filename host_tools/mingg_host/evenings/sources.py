"""Finds evenings: in the archive, a folder or files as on a board, a backup, a copy saved by the page, a session."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from mingg_scoring.json_text import MOST_DIGITS

from mingg_host.common.disk import put_all
from mingg_host.common.output import not_read
from mingg_host.evenings import archive as archives
from mingg_host.evenings import backup
from mingg_host.evenings.evening import Evening, contradictions, played, session_lines
from mingg_host.evenings.ledger import (
    EveningError,
    Files,
    Ledger,
    Remark,
    WrongLine,
    ledger_of,
    ledgers_in,
    whole_files,
)

ZIP = b"PK"
MOST_BYTES = 2 * backup.MOST_BYTES  # of a file


@dataclass(frozen=True)
class Source:
    """An evening before it is read.

    name     for messages; number: in the archive, or of the ledger; 0 for a session's file
    files    of its ledger, by name; or session: the bytes of a session's file
    folder   a prefix for file names in messages; when: the day it was added to the archive
    beside   the settings, the draft and the house rules that were found with it
    """

    name: str
    number: int = 0
    files: Files | None = None
    session: bytes = b""
    folder: str = ""
    when: str = ""
    beside: Files = field(default_factory=dict)

    def known(self) -> Evening:
        """Returns the evening, whole or not. Raises EveningError if even the players and the rules are unknown, or a
        session is wrong."""
        if self.files is not None:
            return Evening(Ledger(self.files, self.folder), self.name, self.number, self.when)
        lines = session_lines(self.session, self.name)
        return Evening(Ledger(played(lines, self.name)), self.name, lines=[line for _, line in lines])

    def whole(self) -> Evening:
        """Returns the evening. Raises EveningError if it is not whole."""
        evening = self.known()
        if evening.damage:
            file, line, problem = evening.damage[0]
            raise WrongLine(file, line, f"{problem}. `mingg ledger show` shows the other records.")
        return evening

    def on_device(self) -> Files:
        """Returns the files of its ledger, as a device has them: with whole characters."""
        files = self.files
        return whole_files(played(session_lines(self.session, self.name), self.name) if files is None else files)

    def check(self) -> tuple[list[Remark], list[Remark], int]:
        """Checks it record by record. Returns what is missing or impossible, other oddities, and the number of records.
        If no record is missing, compares the balances in every record with what its line gives."""
        if self.files is None:
            try:
                return [], [], len(self.known().lines) - 1
            except WrongLine as error:
                return [error.remark], [], 0
        ledger = Ledger(self.files, self.folder)
        damaged = ledger.damaged
        if not damaged:
            evening = Evening(ledger, self.name)
            damaged = evening.damage or contradictions(ledger, evening)
        return damaged, sorted([*ledger.torn, *ledger.marked]), len(ledger.texts)


def find(reference: str | Path, archive: Path | None = None) -> list[Source]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file, or by number in the archive.

    Raises EveningError.
    """
    path, digits = Path(reference), str(reference)
    if isinstance(reference, Path) or not digits.isdecimal() or os.path.exists(path):
        return in_path(path)
    matches = [source for source in of_archive(archive) if str(source.number) == digits.lstrip("0")]
    if not matches:
        shown = digits if len(digits) <= MOST_DIGITS else f"of {len(digits)} digits"
        raise EveningError(f"There is no evening {shown} in the archive. `mingg ledger list` shows its evenings.")
    return matches


def find_all(references: Sequence[str], archive: Path | None = None) -> list[Source]:
    """Finds the evenings of several names, or all of the archive if there are none. Raises EveningError."""
    matches = [source for reference in references for source in find(reference, archive)]
    found = {(source.folder, source.name, source.number): source for source in matches}
    return list(found.values()) if references else of_archive(archive)


def of_archive(archive: Path | None = None) -> list[Source]:
    """Returns all evenings of the archive, in the order in which they were added. Raises EveningError."""
    return [
        Source(f"evening {one.number}", one.number, one.files, b"", f"evening {one.number}, ", one.since)
        for one in archives.Archive(archive).evenings()
    ]


def in_path(path: Path) -> list[Source]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file. Raises EveningError."""
    ledger = ledger_of(path.name)
    if ledger is not None and os.path.isfile(path):
        return [source for source in in_path(path.parent) if source.number == ledger]
    stored = _stored_in(path)
    if isinstance(stored, bytes):
        return [Source(str(path), session=stored)]
    ledgers = ledgers_in(stored)
    if not ledgers and path.is_dir():
        raise EveningError(f"{path}: this folder has no ledger. Name one with files such as 0001-00.txt")
    if not ledgers:
        raise EveningError(f"{path}: there is no evening in it. Name another file.")
    beside = {name: data for name, data in stored.items() if ledger_of(name) is None}
    folder = f"{path}/" if path.is_dir() else f"{path}: "
    return [
        Source(f"evening {number}", number, files, folder=folder, beside=beside) for number, files in ledgers.items()
    ]


def _stored_in(path: Path) -> Files | bytes:
    """Returns what is in a folder, a backup or a page's copy; otherwise the bytes of the file. Raises EveningError."""
    try:
        if os.path.isdir(path):
            names = [file.name for file in path.iterdir() if backup.is_evening_file(file.name) and file.is_file()]
            return {name: _bytes_of(path / name) for name in names}
        data = _bytes_of(path)
    except OSError as error:
        raise EveningError(not_read(error, error.filename or path)) from None
    files = backup.read(path).files if data.startswith(ZIP) else _copy_of_page(path, data)
    return data if files is None else {name: data for name, data in files.items() if backup.is_evening_file(name)}


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
    wrong = next((name for name in files if not backup.may_store(name)), None)
    if wrong is not None:
        raise EveningError(f"{path}: {wrong!r} cannot be in a copy. Save the copy again.")
    return files


# ---- a copy to go on with ----


class Copied(NamedTuple):
    """name: of the evening, for messages. files: by name, as in a board's store."""

    name: str
    files: Files

    def lay(self, folder: Path) -> None:
        """Puts the copy into a folder that represents a device's flash: all of it or nothing. Raises OSError, and
        EveningError if the folder has evenings."""
        if any(ledger_of(path.name) is not None for path in folder.iterdir()):
            raise EveningError(f"{folder} has evenings already. Name a new folder.")
        put_all({folder / name: data for name, data in self.files.items()}, below=folder)


def copy_of(reference: str, archive: Path | None = None) -> Copied:
    """Returns a copy of an evening, to continue it: a number in the archive, or the path of a ledger's or a session's
    file. The original never changes.

    Of a folder or a backup it copies all evenings, the settings, the draft and the house rules. It copies damaged
    evenings, too: the device says what is wrong with them. Raises EveningError.
    """
    matches = find(reference, archive)
    files: Files = {}
    name = matches[0].name if len(matches) == 1 else f"{len(matches)} evenings"
    path = Path(reference)
    if matches[0].folder and os.path.exists(path) and ledger_of(path.name) is None:
        files |= matches[0].beside
        name = f"{name} of {path}"
    for source in matches:
        files |= source.on_device()
    return Copied(name, files)
