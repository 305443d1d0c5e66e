"""Reads the table [flash] of a board.toml: the kind of board, and where its flash holds the file system."""

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
    """offset: the first byte of the file system, from the start of the flash. block, page: bytes that are erased or
    written at once. blocks: of the file system. uf2: None if the board accepts no UF2."""

    offset: int
    block: int
    blocks: int
    page: int
    uf2: Uf2 | None


class Esp(NamedTuple):
    """chip: the number of the chip in an image for esptool. sizes: of the flash, in MB, for which a file is made."""

    chip: int
    sizes: tuple[int, ...]


class Saving(NamedTuple):
    """What a small flash goes without. languages: those that ship, None for all. one_folder: for all modules."""

    languages: tuple[str, ...] | None
    one_folder: bool


def saving_of(board: Path) -> Saving:
    """What the board in this folder goes without; nothing if it has no board.toml. Raises BoardError."""
    if not (board / "board.toml").exists():
        return Saving(None, False)
    with _flash(board) as table:
        languages = table.get("languages")
        return Saving(None if languages is None else tuple(map(str, languages)), bool(table.get("one_folder", False)))


def machine_of(board: Path) -> str:
    """The name, or the start of the name, that MicroPython gives the board in this folder. Raises BoardError."""
    with _flash(board) as table:
        return str(table["machine"])


def flash_of(board: Path) -> Flash | None:
    """The flash of the board in this folder. None: it differs between MicroPython images. Raises BoardError."""
    with _flash(board) as table:
        if "offset" not in table:
            return None
        offset, block, blocks, page = (int(table[name]) for name in ("offset", "block", "blocks", "page"))
        uf2 = table.get("uf2")
        return Flash(offset, block, blocks, page, None if uf2 is None else Uf2(int(uf2["base"]), int(uf2["family"])))


def esp_of(board: Path) -> Esp | None:
    """What esptool needs to know about the board in this folder. None: it is no ESP32. Raises BoardError."""
    with _flash(board) as table:
        esp = table.get("esp")
        return None if esp is None else Esp(int(esp["chip"]), tuple(map(int, esp["sizes"])))


@contextmanager
def _flash(board: Path) -> Iterator[dict[str, Any]]:
    """Yields the table. Turns errors of its readers into BoardError."""
    try:
        yield read_toml(board)["flash"]
    except KeyError as error:
        raise BoardError(
            f"{board / 'board.toml'}, table [flash]: {error} is missing. board/pico/board.toml is an example."
        ) from error
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise BoardError(f"{board / 'board.toml'}, table [flash]: {error}") from error
