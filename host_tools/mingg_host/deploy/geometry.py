"""What kind a board is, and where it keeps its file system: the table [flash] of its board.toml."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.board.data import BoardError, read_toml


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


def machine_of(board: Path) -> str:
    """What MicroPython calls the board in this folder, or how that begins. Raises BoardError."""
    with _flash(board) as table:
        return str(table["machine"])


def flash_of(board: Path) -> Flash | None:
    """Of the board in this folder; None where it differs from one image of MicroPython to another. Raises
    BoardError."""
    with _flash(board) as table:
        if "offset" not in table:
            return None
        offset, block, blocks, page = (int(table[name]) for name in ("offset", "block", "blocks", "page"))
        uf2 = table.get("uf2")
        return Flash(offset, block, blocks, page, None if uf2 is None else Uf2(int(uf2["base"]), int(uf2["family"])))


@contextmanager
def _flash(board: Path) -> Iterator[dict[str, Any]]:
    """The table, and what goes wrong with it while it is looked at."""
    try:
        yield read_toml(board)["flash"]
    except KeyError as error:
        raise BoardError(f"{board / 'board.toml'}: the table [flash] lacks {error}") from error
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise BoardError(f"{board / 'board.toml'}: {error}") from error
