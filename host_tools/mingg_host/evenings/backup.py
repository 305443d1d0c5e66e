"""Copies of what a board keeps, its ledgers and settings: an archive that any zip program opens.

    backup.json            when, of which board, every file with its size, its SHA-256, and lines that were damaged then
    ledger/0007-00.txt     as it was on the board
    ledger/settings.txt

Ledgers are held against the firmware's own reading of them (mingg.ledger.reader), line by line.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from mingg.evening.state import DRAFT
from mingg.ledger.reader import Opened, segment_of
from mingg.settings import FILE as SETTINGS

from mingg_host.common.disk import digest, put
from mingg_host.common.json_text import parse
from mingg_host.evenings.characters import whole

MANIFEST = "backup.json"
FOLDER = "ledger"
FORMAT = 1
LONGEST_NAME = 255  # of a file on a board

# What reading a zip of any bytes, and the JSON in it, comes to.
_NO_ARCHIVE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OverflowError),
    *(ValueError, TypeError, AttributeError),
)


class BackupError(Exception):
    """An archive that cannot be used, or files that cannot be had; the message says where and what to do."""


class Backup(NamedTuple):
    """files: by name, as in the board's store. made: local time, ISO 8601. damaged: of a file the numbers of the lines
    that nobody could read when it was made, from 1."""

    made: str
    board: str
    version: str
    number: str
    files: dict[str, bytes]
    damaged: dict[str, list[int]]

    @property
    def ledgers(self) -> dict[int, list[str]]:
        """The names of the files of each ledger."""
        return ledgers_in(self.files)

    @property
    def records(self) -> int:
        """How many records the ledgers have."""
        return sum(
            len(Opened(whole(data)).records) for name, data in self.files.items() if segment_of(name) is not None
        )


def ledgers_in(names: Iterable[str]) -> dict[int, list[str]]:
    """The files of each ledger, by number: as text, 10000-00.txt is before 9999-00.txt, and -100.txt before -11.txt."""
    found: dict[int, list[str]] = {}
    for segment, name in sorted((segment, name) for name in names if (segment := segment_of(name)) is not None):
        found.setdefault(segment[0], []).append(name)
    return found


def damaged_lines(name: str, data: bytes) -> list[int]:
    """The lines of a file of the store that are not as the firmware wrote them, from 1."""
    if segment_of(name) is None and name not in (SETTINGS, DRAFT):
        return []
    return [number for number, line in enumerate(BytesIO(data), 1) if line != b"\n" and Opened(whole(line)).torn]


def write(backup: Backup, to: Path) -> Path:
    """Writes an archive: the file `to`, or one with a name of its own in the folder `to`. Nothing is overwritten but
    the same evenings. Raises OSError, and BackupError where there is another file."""
    path = to
    if to.is_dir() or not to.suffix:
        same = next((old for old in sorted(to.glob(f"*-{_content(backup)}.zip")) if _is_of(old, backup)), None)
        if same is not None:
            return same
        path = to / f"mingg-{backup.made[:19].replace(':', '').replace('T', '-')}-{_content(backup)}.zip"
    elif path.exists() and not _is_of(path, backup):
        raise BackupError(f"{path} is there already, with something else in it. Name another file.")
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(MANIFEST, json.dumps(_manifest(backup), indent=1) + "\n")
        for name, data in sorted(backup.files.items()):
            archive.writestr(f"{FOLDER}/{name}", data)
    put(path, packed.getvalue())
    return path


def read(path: Path) -> Backup:
    """An archive. Raises BackupError where it is none, or is not as it was written: it names the file in it, and the
    line."""
    try:
        with zipfile.ZipFile(path) as archive:
            told = parse(archive.read(MANIFEST))
            names = {name for name in archive.namelist() if name != MANIFEST and not name.endswith("/")}
            wanted = {each["path"]: each for each in told["files"]}
            files = {}
            for name in sorted(names | wanted.keys()):
                if name not in names:
                    raise BackupError(f"{path}: {name} is missing")
                if name not in wanted:
                    raise BackupError(f"{path}: {name} is no part of the backup")
                plain = _plain(path, name)
                files[plain] = _checked(path, name, _bytes(path, archive, name), wanted[name])
        made, board, version, number = (str(told[key]) for key in ("made", "board", "version", "number"))
        damaged = {_plain(path, name): [int(at) for at in each["damaged"]] for name, each in wanted.items()}
        return Backup(made, board, version, number, files, {name: lines for name, lines in damaged.items() if lines})
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror or error}") from error
    except KeyError as error:
        raise BackupError(f"{path} is no backup of Mingg, or half of one ({error.args[0]})") from error
    except _NO_ARCHIVE as error:
        raise BackupError(f"{path} is no backup of Mingg, or half of one ({error})") from error


def _bytes(path: Path, archive: zipfile.ZipFile, name: str) -> bytes:
    """What is there of a file, also where the archive's own checksum is wrong: the line is to be named."""
    with archive.open(name) as file:
        file._expected_crc = None  # type: ignore[attr-defined] # the manifest's hash is the judge
        return file.read()


def _checked(path: Path, name: str, data: bytes, told: dict[str, Any]) -> bytes:
    if len(data) == told["size"] and digest(data) == told["sha256"]:
        return data
    new = sorted(set(damaged_lines(name.rpartition("/")[2], data)) - set(told["damaged"]))
    where = f", line {new[0]}" if new else ""
    raise BackupError(f"{path}: {name}{where} is damaged. Nothing was restored; take another backup.")


def _plain(path: Path, name: str) -> str:
    folder, _, plain = name.rpartition("/")
    if folder != FOLDER or not plain or len(plain) > LONGEST_NAME:
        raise BackupError(f"{path}: {name} is no part of a backup")
    return plain


def _manifest(backup: Backup) -> dict[str, object]:
    return {
        "format": FORMAT,
        "made": backup.made,
        "board": backup.board,
        "version": backup.version,
        "number": backup.number,
        "files": [
            {
                "path": f"{FOLDER}/{name}",
                "size": len(data),
                "sha256": digest(data),
                "damaged": backup.damaged.get(name, []),
            }
            for name, data in sorted(backup.files.items())
        ],
    }


def _content(backup: Backup) -> str:
    return digest("".join(f"{digest(data)} {name}\n" for name, data in sorted(backup.files.items())).encode())[:8]


def _is_of(path: Path, backup: Backup) -> bool:
    try:
        return read(path).files == backup.files
    except BackupError:
        return False
