"""Finds evenings: in the archive, a folder or files as on a board, a backup, a copy saved by the page, a session."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from mingg_scoring.json_text import MOST_DIGITS, too_long

from mingg_host.common import disk
from mingg_host.common.output import not_read
from mingg_host.evenings import archive as archives
from mingg_host.evenings import backup
from mingg_host.evenings.evening import of_session
from mingg_host.evenings.ledger import EveningError, Files, Ledger, in_utf8, ledger_of, ledgers_in

ZIP = b"PK"
NIGHT = (".toml", ".sqlite")  # files of a club's night
_Id = tuple[str, str, int]  # the folder, the name and the number of a ledger
MOST_BYTES = 2 * disk.MOST_BYTES  # of a file, or of all files in a folder


def find(reference: str | Path, archive: Path | None = None) -> list[Ledger]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file, or by number in the archive.

    Raises EveningError.
    """
    path, digits = Path(reference), str(reference)
    if isinstance(reference, Path) or not digits.isdecimal() or os.path.exists(path):
        return in_path(path)
    matches = of_archive(archive, digits.lstrip("0"))
    if not matches:
        if len(digits) > MOST_DIGITS:
            raise EveningError(f"{too_long(len(digits))}. `mingg ledger list` shows the evenings of the archive.")
        raise EveningError(f"There is no evening {digits} in the archive. `mingg ledger list` shows its evenings.")
    return matches


def find_all(references: Sequence[str], archive: Path | None = None) -> list[Ledger]:
    """Finds the evenings of several names, or all of the archive if there are none. Raises EveningError."""
    matches = [ledger for reference in references for ledger in find(reference, archive)]
    found = {_id(ledger): ledger for ledger in matches}
    return list(found.values()) if references else of_archive(archive)


def whole(references: Iterable[str | Path | Ledger], archive: Path | None = None) -> list[list[Ledger]]:
    """Finds evenings as find() does; a Ledger stands for itself. Returns all parts of each, also those that nobody
    named: the players may have gone on under other rules. Raises EveningError."""
    named: dict[_Id, Ledger] = {}
    beside: dict[_Id, Ledger] = {}
    for reference in references:
        found = [reference] if isinstance(reference, Ledger) else find(reference, archive)
        named |= {_id(one): one for one in found}
        around = [] if isinstance(reference, Ledger) else _around(Path(reference), archive)
        beside |= {_id(one): one for one in around}
    left = named | beside
    ends = {one.end: key for key, one in reversed(left.items()) if one.end}
    later: dict[_Id, _Id] = {}  # by each part, the one that goes on from it; of several, the first
    for key, one in left.items():
        if one.begin in ends:
            later.setdefault(ends[one.begin], key)
    going_on, order = set(later.values()), {key: at for at, key in enumerate(named)}
    evenings = []
    for first in sorted(left, key=going_on.__contains__):  # parts in a ring have no first one
        parts, part = {}, first
        while part in left:
            parts[part] = left.pop(part)
            part = later.get(part, part)
        if parts.keys() & named.keys():
            evenings.append((min(order[key] for key in parts if key in named), list(parts.values())))
    return [parts for _, parts in sorted(evenings, key=lambda evening: evening[0])]


def _around(path: Path, archive: Path | None) -> list[Ledger]:
    """Returns the ledgers that may have other parts of those at this path, or of those in the archive."""
    if os.path.exists(path):
        return in_path(path.parent) if os.path.isfile(path) and ledger_of(path.name) else []
    kept = archives.Archive(archive).evenings()
    return of_archive(archive) if any(b'"start": {' in data for one in kept for data in one.files.values()) else []


def _id(ledger: Ledger) -> _Id:
    return ledger.folder, ledger.name, ledger.number


def of_archive(archive: Path | None = None, number: str = "") -> list[Ledger]:
    """Returns all evenings of the archive, in the order in which they were added, or the one with a number. Raises
    EveningError."""
    return [
        Ledger(one.files, f"evening {one.number}", one.number, f"evening {one.number}, ", one.since)
        for one in archives.Archive(archive).evenings()
        if number in ("", str(one.number))
    ]


def in_path(path: Path) -> list[Ledger]:
    """Finds evenings in a folder, a backup, a page's copy, a ledger's or a session's file. Raises EveningError."""
    wanted = ledger_of(path.name) if os.path.isfile(path) else None
    stored = _stored_in(path if wanted is None else path.parent)
    if isinstance(stored, bytes):
        if path.suffix in NIGHT:
            raise EveningError(f"{path}: this is no evening. `mingg club standing` shows a club's night.")
        return [of_session(stored, str(path))]
    found = []
    beside = {name: data for name, data in stored.items() if ledger_of(name) is None}
    folder = f"{path.parent}/" if wanted else f"{path}/" if path.is_dir() else f"{path}: "
    for number, files in ledgers_in(stored).items():
        if wanted in (None, number):
            found.append(Ledger(files, f"evening {number}", number, folder))
            found[-1].beside = beside
    if not found and path.is_dir():
        raise EveningError(f"{path}: this folder has no ledger. Name one with files such as 0001-00.txt")
    if not found:
        raise EveningError(f"{path}: there is no evening in it. Name another file.")
    return found


def _stored_in(path: Path) -> Files | bytes:
    """Returns what is in a folder, a backup or a page's copy; otherwise the bytes of the file. Raises EveningError."""
    try:
        if os.path.isdir(path):
            stored: Files = {}
            left = MOST_BYTES
            for file in path.iterdir():
                if backup.is_evening_file(file.name) and file.is_file():
                    data = stored[file.name] = _bytes_of(file, left)
                    left -= len(data)
            return stored
        data = _bytes_of(path, MOST_BYTES)
    except OSError as error:
        raise EveningError(not_read(error, error.filename or path)) from None
    files = backup.read(path).files if data.startswith(ZIP) else _copy_of_page(path, data)
    return data if files is None else {name: data for name, data in files.items() if backup.is_evening_file(name)}


def _bytes_of(path: Path, most: int) -> bytes:
    """Reads a file, or a pipe that the user named, of at most so many bytes. Raises OSError, EveningError."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
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
        disk.put_all({folder / name: data for name, data in self.files.items()}, below=folder)


def copy_of(reference: str, archive: Path | None = None) -> Copied:
    """Returns a copy of an evening, to continue it: a number in the archive, or the path of a ledger's or a session's
    file. The original never changes.

    Of a folder or a backup it copies all evenings, the settings, the draft and the house rules. It copies damaged
    evenings, too: the device says what is wrong with them. Raises EveningError.
    """
    ledgers = find(reference, archive)
    files: Files = {}
    name = ledgers[0].name if len(ledgers) == 1 else f"{len(ledgers)} evenings"
    path = Path(reference)
    if os.path.exists(path) and ledger_of(path.name) is None and not ledgers[0].made_of:
        files |= ledgers[0].beside
        name = f"{name} of {path}"
    for ledger in ledgers:
        files |= in_utf8(ledger.files)
    return Copied(name, files)
