"""Reads the ledgers and settings of a board, and finds the changes that restore a backup."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import NamedTuple

from mingg.core.rules import OF_HOUSE
from mingg.evening.evening import DRAFT
from mingg.hal.store import is_name
from mingg.link.joined import DEVICE
from mingg.records.line import seal
from mingg.settings import FAST_WIRE
from mingg.settings import FILE as SETTINGS

from mingg_host.common.disk import digest
from mingg_host.common.output import counted
from mingg_host.connection.changing import Change, Report
from mingg_host.connection.link import Link, LinkError
from mingg_host.evenings.backup import Backup, settings_in
from mingg_host.evenings.ledger_files import Files, continues, lines, records

REPORT = "crash.txt"  # as in mingg.hal.crash, which runs only on a board
MEMBERSHIP = "club.txt"  # as in club.joining: the key of a Wi-Fi and a password


def read_board(board: Link, report: Report) -> Backup:
    """Reads the ledgers and settings of a board, and checks the hash of each file. Raises LinkError.

    It leaves out the file of a club: people send backups to each other, and a board joins again with one command.
    """
    store = board.about.store
    listed = {path[len(store) + 1 :]: file for path, file in board.listing(store).items()}
    # Files that the firmware keeps, without the file that it is just writing, and without subfolders of other people.
    kept = {name: file for name, file in listed.items() if is_name(name) and name != MEMBERSHIP}
    size, bytes_read = sum(file.size for file in kept.values()), 0
    files: Files = {}
    for name, file in sorted(kept.items()):
        files[name] = board.read(f"{store}/{name}")
        if digest(files[name]) != file.digest:
            raise LinkError(f"{name}: the bytes changed on the way from the board. Run the command again.")
        bytes_read += file.size
        report("reading", bytes_read, size)
    label = board.about.label
    now = datetime.now(timezone.utc).astimezone().isoformat(timespec="seconds")
    return Backup(now, label.get("board", ""), label.get("version", ""), board.about.number, files)


class Restoring(NamedTuple):
    """changes: the files that restoring a backup writes or removes. overwrites: one line for each thing on the board
    that would be lost."""

    changes: list[Change]
    overwrites: list[str]


def restoring(backup: Backup, on_board: Backup, store: str) -> Restoring:
    """Finds what restores the evenings, the draft and the settings of a backup. Other evenings on the board stay.

    on_board: what the board has now. store: the folder of its ledgers.
    """
    changes: list[Change] = []
    overwrites = []
    kept = on_board.ledgers
    for ledger, new in backup.ledgers.items():
        old = kept.get(ledger, {})
        changes += [Change(f"{store}/{name}", None) for name in old if name not in new]
        changes += [Change(f"{store}/{name}", data) for name, data in new.items() if old.get(name) != data]
        if not continues(lines(old), lines(new)):
            overwrites.append(f"evening {ledger}: {_records(old)} on the board, {_records(new)} in the backup")
    houses = [(name, f"the house rules in {name}") for name in sorted(backup.files) if name.startswith(OF_HOUSE)]
    for name, meaning in ((DRAFT, "the draft of a deal"), (SETTINGS, "the settings"), *houses):
        data = _settings(backup, on_board) if name == SETTINGS else backup.files.get(name)
        if data is not None and on_board.files.get(name) != data:
            changes.append(Change(f"{store}/{name}", data))
            if name in on_board.files:
                overwrites.append(meaning)
    return Restoring(changes, overwrites)


def _settings(backup: Backup, on_board: Backup) -> bytes | None:
    """Returns the settings to restore, None for none. What belongs to one board stays with it: its number, since two
    boards with one number would overwrite each other's records in a club, and whether its display takes a fast bus."""
    data, there = backup.files.get(SETTINGS), settings_in(on_board.files)
    wanted = settings_in(backup.files)
    if not wanted:
        return data
    before = wanted if backup.number == on_board.number else {}
    own = {key: there.get(key) or before.get(key) for key in (DEVICE, FAST_WIRE)}
    settings = {key: value for key, value in wanted.items() if key not in own}
    settings |= {key: value for key, value in own.items() if value}
    if settings == there:
        return on_board.files[SETTINGS]
    return data if settings == wanted else seal(0, json.dumps(settings))


def _records(files: Files) -> str:
    return counted(len(records(lines(files))), "record")
