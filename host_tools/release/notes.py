"""Writes the notes of a release: what the changelog says about the version, and which file is for what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mingg_host.common.output import Failure

_ABOUT = (
    (r"mingg-(.+)\.uf2", "for a new {}; **overwrites the evenings** of one that has some"),
    (r"mingg-(.+)-(\d+)MB\.bin", "for a new {} with a flash of {} MB, with `esptool write-flash 0 FILE`"),
    (r"mingg-.*\.whl", "the command `mingg` for a PC; `mingg flash` updates a board, and its evenings stay"),
    (r"mingg-.*-site\.zip", "the simulator's page for any web host"),
    (r"mingg-.*\.tar\.gz", "the sources"),
    (r"mingg-manual\.pdf", "the manual"),
    (r"mingg-quick-card\.pdf", "the quick card, one page to print"),
)


class NotesError(Failure):
    """The changelog does not have the version."""


def notes(changelog: str, version: str, files: Iterable[str], missing: Sequence[str]) -> str:
    """Returns the notes. files: their names. missing: a line for each board without files. Raises NotesError."""
    section = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    if section is None:
        raise NotesError(f"CHANGELOG.md has no section of version {version}. Add one: ## {version}")
    rows = [f"| {name} | {about(name)} |" for name in sorted(files)]
    lost = [f"- {line}" for line in missing]
    parts = [
        f"# Mingg {version}",
        "| file | use |\n| --- | --- |\n" + "\n".join(rows),
        *(["Without a file of their own:\n\n" + "\n".join(lost)] if lost else []),
        "## What changed",
        section[1].strip(),
    ]
    return "\n\n".join(parts) + "\n"


def about(name: str) -> str:
    """Returns what a file is for."""
    for pattern, text in _ABOUT:
        found = re.fullmatch(pattern, name)
        if found:
            return text.format(*found.groups())
    raise ValueError(f"{name}: release/notes.py does not say what this file is for")
