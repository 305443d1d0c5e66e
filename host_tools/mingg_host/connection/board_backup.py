"""What a board keeps, its ledgers and settings: read off it, and what brings a backup back onto it."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import NamedTuple

from mingg.core.rules import OF_HOUSE
from mingg.evening.state import DRAFT
from mingg.ledger.reader import Opened
from mingg.settings import FILE as SETTINGS

from mingg_host.common.disk import digest
from mingg_host.connection.changing import Change, Report
from mingg_host.connection.link import Link, LinkError
from mingg_host.evenings.backup import Backup, damaged_lines
from mingg_host.evenings.characters import whole

REPORT = "crash.txt"  # as mingg.hal.crash calls it, which needs a board


def read_board(board: Link, report: Report) -> Backup:
    """What the board keeps, each file held against its hash there. Raises LinkError."""
    store = board.about.store
    listed = {path[len(store) + 1 :]: file for path, file in board.listing(store).items()}
    # what the firmware keeps: not the file that it is writing, nor what somebody put into a folder there
    found = {name: file for name, file in listed.items() if name[:1] != "." and "/" not in name}
    size, done = sum(file.size for file in found.values()), 0
    files: dict[str, bytes] = {}
    for name, file in sorted(found.items()):
        files[name] = board.read(f"{store}/{name}")
        if digest(files[name]) != file.digest:
            raise LinkError(f"{name} was garbled on the way. Try again.")
        done += file.size
        report("reading", done, size)
    damaged = {name: lines for name, data in files.items() if (lines := damaged_lines(name, data))}
    label = board.about.label
    now = datetime.now(timezone.utc).astimezone().isoformat(timespec="seconds")
    return Backup(now, label.get("board", ""), label.get("version", ""), board.about.number, files, damaged)


class Restoring(NamedTuple):
    """What restoring a backup would do to a board. changes: all of it; overwrites: a line for each thing on the board
    that is another one."""

    changes: list[Change]
    overwrites: list[str]


def restoring(backup: Backup, there: Backup, store: str) -> Restoring:
    """What brings the backup's evenings, draft and settings onto a board that keeps `there`. Other evenings on the
    board stay."""
    changes: list[Change] = []
    overwrites = []
    kept = there.ledgers
    for ledger, names in backup.ledgers.items():
        old, new = _files(there, kept.get(ledger, [])), _files(backup, names)
        if old == new:
            continue
        changes += [Change(f"{store}/{name}", None) for name in old if name not in new]
        changes += [Change(f"{store}/{name}", data) for name, data in new.items() if old.get(name) != data]
        if old and not _goes_on(old, new):
            overwrites.append(f"evening {ledger}: {_told(old)} on the board, {_told(new)} in the backup")
    houses = [(name, f"the house rules in {name}") for name in sorted(backup.files) if name.startswith(OF_HOUSE)]
    for name, what in ((DRAFT, "the deal half entered"), (SETTINGS, "the settings"), *houses):
        data = backup.files.get(name)
        if data is not None and there.files.get(name) != data:
            changes.append(Change(f"{store}/{name}", data))
            if name in there.files:
                overwrites.append(what)
    return Restoring(changes, overwrites)


def _files(backup: Backup, names: list[str]) -> dict[str, bytes]:
    return {name: backup.files[name] for name in names}


def _goes_on(old: dict[str, bytes], new: dict[str, bytes]) -> bool:
    """The new is the old with more behind it: nothing is lost."""
    return b"".join(new.values()).startswith(b"".join(old.values()))


def _told(files: dict[str, bytes]) -> str:
    count = sum(len(Opened(whole(data)).records) for data in files.values())
    return f"{count} record" + "s" * (count != 1)
