"""Copies an evening into a folder that represents a device's flash, to continue it. Never changes the original."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from mingg.records.line import segment_of

from mingg_host.common.disk import put_all
from mingg_host.evenings import sources
from mingg_host.evenings.characters import whole_files
from mingg_host.evenings.ledger import EveningError
from mingg_host.evenings.ledger_files import Files
from mingg_host.evenings.loading import make, of_session
from mingg_host.evenings.sources import Stored


class Copied(NamedTuple):
    """name: of the evening, for messages. files: by name, as in a board's store."""

    name: str
    files: Files


def copy_of(reference: str, archive: Path | None = None) -> Copied:
    """Returns a copy of an evening: a number in the archive, or the path of a ledger's or a session's file.

    Of a folder or a backup it copies all evenings, the settings, the draft and the house rules. It copies damaged
    evenings, too: the device says what is wrong with them. Raises EveningError.
    """
    matches = sources.find(reference, archive)
    files: Files = {}
    for source in matches:
        if source.files is None:
            files |= make(of_session(source.session, source.name))
        else:
            files |= whole_files(source.files)
    name = matches[0].name if len(matches) == 1 else f"{len(matches)} evenings"
    path = Path(reference)
    has_more = matches[0].folder and os.path.exists(path) and segment_of(path.name) is None
    stored = sources.stored_in(path) if has_more else None
    if isinstance(stored, Stored):
        files = stored.files | files
        name = f"{name} of {path}"
    return Copied(name, files)


def lay(copied: Copied, folder: Path) -> None:
    """Puts a copy into a folder: all of it or nothing. Raises OSError, and EveningError if the folder has evenings."""
    if any(segment_of(path.name) is not None for path in folder.iterdir()):
        raise EveningError(f"{folder} has evenings already. Name a new folder.")
    put_all({folder / name: data for name, data in copied.files.items()}, below=folder)
