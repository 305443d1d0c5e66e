"""Copies an evening into a folder that represents a device's flash, to continue it. Never changes the original."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from mingg.core.rules import OF_HOUSE
from mingg.evening.draft import FILE as DRAFT
from mingg.hal.store import is_name
from mingg.records.line import segment_of
from mingg.settings import FILE as SETTINGS

from mingg_host.common.disk import put_all
from mingg_host.common.output import not_read
from mingg_host.evenings import sources
from mingg_host.evenings.characters import whole_files
from mingg_host.evenings.ledger import EveningError
from mingg_host.evenings.loading import make, of_session
from mingg_host.evenings.sources import Source


class Copied(NamedTuple):
    """name: of the evening, for messages. files: by name, as in a board's store."""

    name: str
    files: dict[str, bytes]


def copy_of(reference: str, archive: Path | None = None) -> Copied:
    """Returns a copy of an evening: a number in the archive, or the path of a ledger's or a session's file.

    Of a folder or a backup it copies all evenings, the settings, the draft and the house rules. It copies damaged
    evenings, too: the device says what is wrong with them. Raises EveningError.
    """
    matches = sources.find(reference, archive)
    files: dict[str, bytes] = {}
    for source in matches:
        files.update(_files(source))
    name = matches[0].name if len(matches) == 1 else f"{len(matches)} evenings"
    path = Path(reference)
    if matches[0].files is not None and os.path.exists(path) and segment_of(path.name) is None:
        files.update(_beside(path))
        name = f"{name} of {path}"
    return Copied(name, files)


def lay(copied: Copied, folder: Path) -> None:
    """Puts a copy into a folder: all of it or nothing. Raises OSError, and EveningError if the folder has evenings."""
    if any(segment_of(path.name) is not None for path in folder.iterdir()):
        raise EveningError(f"{folder} has evenings already. Name a new folder.")
    put_all({folder / name: data for name, data in copied.files.items()}, below=folder)


def _files(source: Source) -> dict[str, bytes]:
    return make(of_session(source.session, source.name)) if source.files is None else whole_files(source.files)


def _beside(path: Path) -> dict[str, bytes]:
    try:
        if path.is_dir():
            return {
                file.name: sources.bytes_of(file) for file in path.iterdir() if _is_beside(file.name) and file.is_file()
            }
        copied = sources.files_in(path, sources.bytes_of(path))
    except OSError as error:
        raise EveningError(not_read(error, error.filename)) from None
    return {name: data for name, data in copied[0].items() if _is_beside(name)} if copied else {}


def _is_beside(name: str) -> bool:
    """True for a file that a flash has beside ledgers."""
    return name in (DRAFT, SETTINGS) or (name.startswith(OF_HOUSE) and is_name(name))
