"""The firmware for one board as it is handed on: a folder with the files for the board and what tells about them.

    files/            what lies on the board's file system, compiled
    manifest.json     what is in it: for which board, which version, every file with its size and SHA-256
    names.json        what the short names on the board are in the sources, for `mingg crash`
    package.json      for mip: mpremote mip install --target / build/pico/package.json
    littlefs.img      the whole file system, to be flashed beside a stock MicroPython image, where that always has it
                      in the same place
    littlefs.uf2      the same for the drive that the board is with BOOTSEL held, where it has one

The same sources make the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mingg import VERSION

from mingg_host.common import disk, places
from mingg_host.connection.aboard.files import LABEL
from mingg_host.deploy.build import build
from mingg_host.deploy.geometry import flash_of, machine_of
from mingg_host.deploy.names import Names

FILES = "files"
MANIFEST, PACKAGE, IMAGE, UF2 = "manifest.json", "package.json", "littlefs.img", "littlefs.uf2"
NAMES = "names.json"
MAIN = "main.py"
FORMAT = 1


class FirmwareError(Exception):
    """No firmware can be had; the message says why."""


class Firmware(NamedTuple):
    """files: by their paths on the board, from its top. machine: what MicroPython calls the board, or how that
    begins. blocks: how many of how many blocks the image takes that was made with it; None where none was."""

    board: str
    version: str
    machine: str
    files: dict[str, bytes]
    blocks: tuple[int, int] | None = None

    @property
    def size(self) -> int:
        """Bytes of all the files."""
        return sum(map(len, self.files.values()))


class OnBoard(NamedTuple):
    """What is called how on a board. digest: of the firmware."""

    digest: str
    modules: Names


def board_folder(name: str) -> Path:
    """The folder of a board. Raises FirmwareError for one that is not known."""
    boards = places.boards()
    if name not in boards:
        raise FirmwareError(f"no board {name!r}; there are: {', '.join(boards) or 'none'}")
    return boards[name]


def make(name: str, out: Path, programs: Sequence[Path] = (), image: bool = False, lines: bool = False) -> Firmware:
    """Compiles the firmware for a board into the folder `out`, in place of what an earlier one left there; with the
    file system's image where that is asked for and the board has one. All of it is there in the end, or `out` is as it
    was. Raises FirmwareError, build.CompileError, boards.data.BoardError, OSError. programs, lines: see build.build."""
    folder = board_folder(name)
    machine = machine_of(folder)
    if out.exists():
        if any(out.iterdir()) and not _is_build(out):
            raise FirmwareError(f"{out} is not empty, and holds no firmware: it is left alone. Name another folder.")
        if Path.cwd().resolve().is_relative_to(out.resolve()):
            raise FirmwareError(f"{out} is the folder that you are in, and cannot be replaced. Name another folder.")
    with disk.in_place_of(out) as new:
        built = build(folder, new / FILES, programs, lines)
        label = {"board": name, "version": VERSION, "digest": digest_of_all(_read(new / FILES))}
        # one line: a board prints it as such
        (new / FILES / LABEL[1:]).write_text(json.dumps(label) + "\n", encoding="utf-8")
        made = Firmware(name, VERSION, machine, _read(new / FILES))
        (new / PACKAGE).write_bytes(_json(package(made)))
        (new / MANIFEST).write_bytes(_json(manifest(made)))
        (new / NAMES).write_bytes(_json({"digest": label["digest"], "modules": built.names}))
        return made._replace(blocks=_make_image(made, folder, new)) if image else made


def _make_image(made: Firmware, board: Path, out: Path) -> tuple[int, int] | None:
    """Adds the file system's image; how many of how many blocks it takes. None: there is no one image for this board.
    Raises FirmwareError."""
    from mingg_host.deploy import image  # littlefs is a tool of whoever builds for a board

    flash = flash_of(board)
    if flash is None:
        return None
    try:
        data = image.littlefs(made.files, flash)
    except image.ImageError as error:
        raise FirmwareError(f"{made.board}: {error}") from error
    (out / IMAGE).write_bytes(data)
    if flash.uf2 is not None:
        (out / UF2).write_bytes(image.uf2(data, flash.offset, flash.uf2))
    return image.blocks_used(data, flash), flash.blocks


def load(out: Path) -> Firmware:
    """What make() left in a folder, each file held against its hash. Raises FirmwareError."""
    try:
        manifest = json.loads((out / MANIFEST).read_bytes())
        wanted = {str(each["path"]): each["sha256"] for each in manifest["files"]}
        board, version, machine = (str(manifest[key]) for key in ("board", "version", "machine"))
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        raise FirmwareError(f"There is no firmware in {out}: make firmware") from None
    found = _read(out / FILES)
    for path in sorted(found.keys() | wanted.keys()):
        if path not in found or wanted.get(path) != _digest(found[path]):
            raise FirmwareError(f"{out / FILES / path} is not what {out / MANIFEST} says: make firmware")
    return Firmware(board, version, machine, found)


def names_in(out: Path) -> OnBoard:
    """The names that make() left in a folder. Raises FirmwareError."""
    try:
        told = json.loads((out / NAMES).read_bytes())
        modules = {str(module): _checked(known) for module, known in told["modules"].items()}
        return OnBoard(str(told["digest"]), modules)
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise FirmwareError(f"There are no names of a firmware in {out}: make firmware") from None


def _checked(known: dict[str, list[str]]) -> dict[str, list[str]]:
    return {str(name): [str(each) for each in whole] for name, whole in known.items()}


def manifest(made: Firmware) -> dict[str, object]:
    """What manifest.json says."""
    return {
        "format": FORMAT,
        "board": made.board,
        "version": made.version,
        "machine": made.machine,
        "digest": json.loads(made.files[LABEL[1:]])["digest"],
        "files": [
            {"path": path, "size": len(data), "sha256": _digest(data)} for path, data in sorted(made.files.items())
        ],
    }


def package(made: Firmware) -> dict[str, object]:
    """What package.json says. What mip installs is found relative to it."""
    return {
        "urls": [[path, f"{FILES}/{path}"] for path in _main_last(made.files)],
        "deps": [],
        "version": made.version,
    }


def _main_last(files: dict[str, bytes]) -> list[str]:
    return sorted(files, key=lambda path: (path == MAIN, path))


def _is_build(out: Path) -> bool:
    return any((out / name).is_file() for name in (MANIFEST, f"{FILES}/{MAIN}", MAIN))


def _read(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def digest_of_all(files: dict[str, bytes]) -> str:
    return _digest("".join(f"{_digest(data)} {path}\n" for path, data in sorted(files.items())).encode())


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()
