"""What a board stores, and backups of it: a zip file that any zip program opens.

    backup.json            time, board, and every file with its size and its SHA-256
    ledger/0007-00.txt     as it was on the board
    ledger/settings.txt

The firmware's own code checks each line of a ledger.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from mingg.core.rules import OF_HOUSE
from mingg.evening.evening import DRAFT as DRAFT
from mingg.hal.store import is_name
from mingg.link.joined import DEVICE
from mingg.records.line import only, seal
from mingg.settings import FAST_WIRE
from mingg.settings import FILE as SETTINGS
from mingg_scoring.json_text import parse

from mingg_host.common.disk import MOST_BYTES, digest, digest_of_all, put
from mingg_host.common.output import counted, not_read
from mingg_host.evenings import ledger
from mingg_host.evenings.ledger import EveningError, Files

CRASH = "crash.txt"  # as in mingg.hal.crash, which runs only on a board
CLUB = "club.txt"  # as in club.joining: the key of a Wi-Fi and a password

NAMED = {DRAFT: "the draft of a deal", SETTINGS: "the settings"}  # for messages

MANIFEST = "backup.json"
FOLDER = "ledger"
FORMAT = 1
ABOUT = ("made", "board", "version", "number")  # keys of the manifest, see Backup

# What reading a zip of any bytes, and the JSON in it, comes to.
_NO_ARCHIVE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OverflowError),
    *(ValueError, TypeError, AttributeError, LookupError),
)


def may_store(name: str) -> bool:
    """True if a file in the store of a board may have this name: one without folders, which is not hidden."""
    return is_name(name)


def is_evening_file(name: str) -> bool:
    """True for a file of an evening: a ledger's, the settings, the draft, or house rules."""
    is_house = name.startswith(OF_HOUSE) and is_name(name)
    return is_house or name in (DRAFT, SETTINGS) or ledger.ledger_of(name) is not None


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
        return ledger.ledgers_in(self.files)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings; {} if there are none, or they are damaged."""
        with suppress(ValueError):
            return only(self.files.get(SETTINGS))
        return {}

    @property
    def damaged(self) -> dict[str, list[int]]:
        """By file, the lines (from 1) that differ from what the firmware wrote."""
        found: dict[str, list[int]] = {}
        for name, data in self.files.items():
            if ledger.ledger_of(name) is not None or name in (SETTINGS, DRAFT):
                for number, line in enumerate(BytesIO(data), 1):
                    if line != b"\n" and ledger.unsealed(line) is None:
                        found.setdefault(name, []).append(number)
        return found

    def __str__(self) -> str:
        return f"{counted(len(self.ledgers), 'evening')} of {_records(self.files)}"

    def restoring(self, on_board: Backup) -> tuple[dict[str, bytes | None], list[str]]:
        """Finds what restores the evenings, the draft and the settings. Other evenings on the board stay. on_board:
        what the board has now.

        Returns the files of the store to write, or to remove (None), by name; and a line for each thing on the board
        that would be lost."""
        files: dict[str, bytes | None] = {}
        overwrites: list[str] = []
        there = on_board.ledgers
        for number, new in self.ledgers.items():
            old = there.get(number, {})
            files |= dict.fromkeys(name for name in old if name not in new)
            files |= {name: data for name, data in new.items() if old.get(name) != data}
            if not ledger.continues(ledger.lines(old), ledger.lines(new)):
                overwrites.append(f"evening {number}: {_records(old)} on the board, {_records(new)} in the backup")
        houses = [(name, f"the house rules in {name}") for name in sorted(self.files) if name.startswith(OF_HOUSE)]
        for name, meaning in ((DRAFT, "the draft of a deal"), (SETTINGS, "the settings"), *houses):
            data = self._settings_for(on_board) if name == SETTINGS else self.files.get(name)
            if data is not None and on_board.files.get(name) != data:
                files[name] = data
                if name in on_board.files:
                    overwrites.append(meaning)
        return files, overwrites

    def _settings_for(self, on_board: Backup) -> bytes | None:
        """Returns the settings to restore, None for none. What belongs to one board stays with it: its number, since
        two boards with one number would overwrite each other's records in a club, and whether its display takes a fast
        bus."""
        wanted, there = self.settings, on_board.settings
        if not wanted:
            return self.files.get(SETTINGS)
        before = wanted if self.number == on_board.number else {}
        own = {key: there.get(key) or before.get(key) for key in (DEVICE, FAST_WIRE)}
        settings = {key: value for key, value in wanted.items() if key not in own}
        settings |= {key: value for key, value in own.items() if value}
        if settings == there:
            return on_board.files[SETTINGS]
        return self.files[SETTINGS] if settings == wanted else seal(0, json.dumps(settings))


def _records(files: Files) -> str:
    return counted(len(ledger.records(ledger.lines(files))), "record")


def write(backup: Backup, to: Path) -> Path:
    """Writes a backup: the file `to`, or a new file in the folder `to`, if no backup there has the same evenings.
    Returns its path. Raises OSError."""
    path, content = to, digest_of_all(backup.files)[:8]
    if to.is_dir() or not to.suffix:
        copy = next((old for old in sorted(to.glob(f"*-{content}.zip")) if old.is_file() and _is_of(old, backup)), None)
        if copy is not None:
            return copy
        path = to / f"mingg-{backup.made[:19].replace(':', '').replace('T', '-')}-{content}.zip"
    about: dict[str, Any] = {"format": FORMAT, **{key: getattr(backup, key) for key in ABOUT}}
    about["files"] = [
        {"path": f"{FOLDER}/{name}", "size": len(data), "sha256": digest(data)}
        for name, data in sorted(backup.files.items())
    ]
    contents = {MANIFEST: (json.dumps(about, indent=1) + "\n").encode()}
    contents |= {f"{FOLDER}/{name}": data for name, data in sorted(backup.files.items())}
    time = datetime.fromisoformat(min(max(backup.made, "1980-01-01"), "2107-12-31"))  # the years that a zip knows
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name, time.timetuple()[:6])
            entry.external_attr = 0o600 << 16  # its owner may read and write what is unpacked
            archive.writestr(entry, data)
    put(path, packed.getvalue())
    return path


def read(path: Path) -> Backup:
    """Reads a backup. Raises EveningError if it is not a backup, or is damaged. The message names the file in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = parse(_bytes(archive, MANIFEST, MOST_BYTES))
            wanted = {entry["path"]: entry for entry in manifest["files"]}
            names = {name for name in archive.namelist() if name != MANIFEST and not name.endswith("/")}
            files: Files = {}
            left = MOST_BYTES
            for name in sorted(names | wanted.keys()):
                folder, _, plain = name.rpartition("/")
                if name not in names:
                    raise EveningError(f"{path}: {name} is missing. Nothing was restored. Take another backup.")
                if name not in wanted:
                    raise EveningError(f"{path}: {name} does not belong to the backup. Take another backup.")
                if folder != FOLDER or not is_name(plain):
                    raise EveningError(f"{path}: {name!r} cannot be in a backup. Take another backup.")
                files[plain] = data = _bytes(archive, name, left)
                left -= len(data)
                if (len(data), digest(data)) != (wanted[name]["size"], wanted[name]["sha256"]):
                    raise EveningError(f"{path}: {name} is damaged. Nothing was restored. Take another backup.")
        made, board, version, number = (str(manifest[key]) for key in ABOUT)
        return Backup(made, board, version, number, files)
    except OSError as error:
        raise EveningError(not_read(error, path)) from error
    except _NO_ARCHIVE as error:
        why = error.args[0] if isinstance(error, KeyError) else error
        raise EveningError(f"{path}: this is not a complete backup of Mingg ({why}). Name another file.") from error


def _bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Returns a file of the zip. The hash in the manifest decides whether it is damaged."""
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name}: it is compressed in a way that few zip programs know")
    with archive.open(name) as file:
        file._expected_crc = None  # type: ignore[attr-defined] # the zip's own checksum: its message is not for people
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{name}: no board has so many bytes")
    return data


def _is_of(path: Path, backup: Backup) -> bool:
    try:
        return read(path).files == backup.files
    except EveningError:
        return False
