"""What kind a board is, and where it keeps its file system: the table [flash] of its board.toml."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class Uf2(NamedTuple):
    """base: the address of the flash's first byte; family: the chip's number in a UF2."""

    base: int
    family: int


class Flash(NamedTuple):
    """offset: the file system's first byte, from the start of the flash; block: what is erased at once, page: what is
    written at once, bytes; uf2: None where the board takes none."""

    offset: int
    block: int
    blocks: int
    page: int
    uf2: Uf2 | None


class BoardDataError(Exception):
    """A board's table [flash] is not as it should be; the message says where."""


def machine_of(board: Path) -> str:
    """What MicroPython calls the board in this folder, or how that begins. Raises BoardDataError."""
    with _told(board) as table:
        return str(table["machine"])


def flash_of(board: Path) -> Flash | None:
    """Of the board in this folder; None where it differs from one image of MicroPython to another. Raises
    BoardDataError."""
    with _told(board) as table:
        if "offset" not in table:
            return None
        offset, block, blocks, page = (int(table[name]) for name in ("offset", "block", "blocks", "page"))
        uf2 = table.get("uf2")
        return Flash(offset, block, blocks, page, None if uf2 is None else Uf2(int(uf2["base"]), int(uf2["family"])))


@contextmanager
def _told(board: Path) -> Iterator[dict[str, Any]]:
    path = board / "board.toml"
    try:
        yield tomllib.loads(path.read_text(encoding="utf-8"))["flash"]
    except KeyError as error:
        raise BoardDataError(f"{path}: the table [flash] lacks {error}") from error
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BoardDataError(f"{path}: {error}") from error
