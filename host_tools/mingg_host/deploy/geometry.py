"""Where a board keeps its file system: the table [flash] of its board.toml."""

from __future__ import annotations

import sys
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
    """machine: what MicroPython calls the board; offset: the file system's first byte, from the start of the flash;
    block: what is erased at once, page: what is written at once, bytes; uf2: None where the board takes none."""

    machine: str
    offset: int
    block: int
    blocks: int
    page: int
    uf2: Uf2 | None


class BoardDataError(Exception):
    """A board's table [flash] is not as it should be; the message says where."""


def flash_of(board: Path) -> Flash:
    """Of the board in this folder. Raises BoardDataError."""
    path = board / "board.toml"
    try:
        found: Any = tomllib.loads(path.read_text(encoding="utf-8"))["flash"]
        uf2 = found.get("uf2")
        return Flash(
            str(found["machine"]),
            int(found["offset"]),
            int(found["block"]),
            int(found["blocks"]),
            int(found["page"]),
            None if uf2 is None else Uf2(int(uf2["base"]), int(uf2["family"])),
        )
    except KeyError as error:
        raise BoardDataError(f"{path}: the table [flash] lacks {error}") from error
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BoardDataError(f"{path}: {error}") from error
