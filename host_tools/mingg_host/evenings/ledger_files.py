"""The files of a ledger: their names, their order, and their lines."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from mingg.records.line import parse, segment_of

from mingg_host.evenings.characters import unsealed

Json = dict[str, Any]
Files = dict[str, bytes]  # by name, as in a board's store


def ledgers_in(files: Files) -> dict[int, Files]:
    """Returns the files of each ledger by its number. Ledgers and segments are in order; other files are left out."""
    ledgers: dict[int, Files] = {}
    for segment, name in sorted((segment, name) for name in files if (segment := segment_of(name)) is not None):
        ledgers.setdefault(segment[0], {})[name] = files[name]
    return ledgers


def renumbered(files: Files, ledger: int) -> Files:
    """Returns a ledger's files by the names that they have under another number."""
    return {f"{ledger:04}{name.lstrip('0123456789')}": data for name, data in files.items()}


def lines(files: Files) -> list[bytes]:
    """Returns all lines of a ledger in order, without their line ends."""
    whole = (data for ledger in ledgers_in(files).values() for data in ledger.values())
    return [line for data in whole for line in data.split(b"\n") if line]


def records(lines: list[bytes]) -> list[bytes]:
    """Returns the lines of records, without heads and damaged lines."""
    return [line for line in lines if (opened := unsealed(line)) and opened[0]]


def head(lines: list[bytes]) -> Json | None:
    """Returns the last head; None if there is none."""
    for line in reversed(lines):
        opened = unsealed(line)
        if opened and opened[0] == 0:
            with suppress(ValueError):
                return parse(opened[1])
    return None


def continues(lines: list[bytes], new: list[bytes]) -> bool:
    """True if the new lines are the others, perhaps with more at their end: nothing is lost."""
    return new[: len(lines)] == lines
