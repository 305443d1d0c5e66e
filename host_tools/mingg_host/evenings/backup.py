"""Backups of a board's ledgers and settings: a zip file that any zip program opens.

    backup.json            time, board, and every file with its size, its SHA-256 and the lines that were damaged
    ledger/0007-00.txt     as it was on the board
    ledger/settings.txt

The firmware's own code (mingg.records.line) checks each line of a ledger.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from mingg.evening.evening import DRAFT
from mingg.hal.store import is_name
from mingg.records.line import only, segment_of
from mingg.settings import FILE as SETTINGS
from mingg_scoring.json_text import parse

from mingg_host.common.disk import digest, digest_of_all, put
from mingg_host.common.output import not_read
from mingg_host.evenings.characters import unsealed
from mingg_host.evenings.ledger import EveningError
from mingg_host.evenings.ledger_files import Files, ledgers_in, lines, records

MANIFEST = "backup.json"
FOLDER = "ledger"
FORMAT = 1
ABOUT = ("made", "board", "version", "number")  # keys of the manifest, see Backup
MOST_BYTES = 64 << 20  # of all files: more than the flash of any board

# What reading a zip of any bytes, and the JSON in it, comes to.
_NO_ARCHIVE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OverflowError),
    *(ValueError, TypeError, AttributeError, LookupError),
)


class BackupError(EveningError):
    """A backup cannot be read or written. The message says where, and what to do."""


class Backup(NamedTuple):
    """files: by name, as in the board's store. made: local time, ISO 8601. number: of the board."""

    made: str
    board: str
    version: str
    number: str
    files: Files

    @property
    def ledgers(self) -> dict[int, Files]:
        """The files of each ledger, by its number."""
        return ledgers_in(self.files)

    @property
    def records(self) -> int:
        """The number of records in all ledgers."""
        return len(records(lines(self.files)))

    @property
    def damaged(self) -> dict[str, list[int]]:
        """By file, the lines (from 1) that were unreadable when the backup was made."""
        damaged = {name: damaged_lines(name, data) for name, data in self.files.items()}
        return {name: numbers for name, numbers in damaged.items() if numbers}


def settings_in(files: Files) -> dict[str, Any]:
    """Returns the settings in a board's files; {} if there are none, or they are damaged."""
    try:
        return only(files.get(SETTINGS))
    except ValueError:
        return {}


def damaged_lines(name: str, data: bytes) -> list[int]:
    """Returns the lines (from 1) of a file of the store that differ from what the firmware wrote."""
    if segment_of(name) is None and name not in (SETTINGS, DRAFT):
        return []
    return [number for number, line in enumerate(BytesIO(data), 1) if line != b"\n" and unsealed(line) is None]


def write(backup: Backup, to: Path) -> Path:
    """Writes a backup: the file `to`, or a new file in the folder `to`, if no backup there has the same evenings.
    Returns its path. Raises OSError."""
    path, content = to, digest_of_all(backup.files)[:8]
    if to.is_dir() or not to.suffix:
        copy = next((old for old in sorted(to.glob(f"*-{content}.zip")) if _is_of(old, backup)), None)
        if copy is not None:
            return copy
        path = to / f"mingg-{backup.made[:19].replace(':', '').replace('T', '-')}-{content}.zip"
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        contents = {MANIFEST: (json.dumps(_manifest(backup), indent=1) + "\n").encode()}
        contents |= {f"{FOLDER}/{name}": data for name, data in sorted(backup.files.items())}
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name, _date(backup.made))
            entry.external_attr = 0o600 << 16  # its owner may read and write what is unpacked
            archive.writestr(entry, data)
    put(path, packed.getvalue())
    return path


def read(path: Path) -> Backup:
    """Reads a backup. Raises BackupError if it is not a backup, or is damaged. The message names the file in it, and
    the line."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = parse(_bytes(archive, MANIFEST, MOST_BYTES))
            wanted = {entry["path"]: entry for entry in manifest["files"]}
            names = {name for name in archive.namelist() if name != MANIFEST and not name.endswith("/")}
            files: Files = {}
            for name in sorted(names | wanted.keys()):
                folder, _, plain = name.rpartition("/")
                if name not in names:
                    raise BackupError(f"{path}: {name} is missing. Nothing was restored. Take another backup.")
                if name not in wanted:
                    raise BackupError(f"{path}: {name} does not belong to the backup. Take another backup.")
                if folder != FOLDER or not is_name(plain):
                    raise BackupError(f"{path}: {name!r} cannot be in a backup. Take another backup.")
                files[plain] = data = _bytes(archive, name, MOST_BYTES - sum(map(len, files.values())))
                entry = wanted[name]
                if len(data) != entry["size"] or digest(data) != entry["sha256"]:
                    new = sorted(set(damaged_lines(plain, data)) - set(entry["damaged"]))
                    place = f", line {new[0]}" if new else ""
                    raise BackupError(f"{path}: {name}{place} is damaged. Nothing was restored. Take another backup.")
        made, board, version, number = (str(manifest[key]) for key in ABOUT)
        return Backup(made, board, version, number, files)
    except OSError as error:
        raise BackupError(not_read(error, path)) from error
    except _NO_ARCHIVE as error:
        why = error.args[0] if isinstance(error, KeyError) else error
        raise BackupError(f"{path}: this is not a complete backup of Mingg ({why}). Name another file.") from error


def _bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Returns a file of the zip, even if the zip's own checksum is wrong, so that the message can name the line."""
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name}: it is compressed in a way that few zip programs know")
    with archive.open(name) as file:
        file._expected_crc = None  # type: ignore[attr-defined] # the hash in the manifest decides
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{name}: no board has so many bytes")
    return data


def _manifest(backup: Backup) -> dict[str, object]:
    damaged = backup.damaged
    files = [
        {"path": f"{FOLDER}/{name}", "size": len(data), "sha256": digest(data), "damaged": damaged.get(name, [])}
        for name, data in sorted(backup.files.items())
    ]
    return {"format": FORMAT, **{key: getattr(backup, key) for key in ABOUT}, "files": files}


def _date(made: str) -> tuple[int, int, int, int, int, int]:
    """Returns a time as a zip has it. It has the years 1980 to 2107; a computer without a clock has others."""
    try:
        time = datetime.fromisoformat(made)
    except ValueError:
        time = datetime.min
    year = min(max(time.year, 1980), 2107)
    return year, time.month, time.day, time.hour, time.minute, time.second


def _is_of(path: Path, backup: Backup) -> bool:
    try:
        return read(path).files == backup.files
    except BackupError:
        return False
