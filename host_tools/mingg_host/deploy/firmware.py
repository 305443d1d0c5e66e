"""Makes and reads the firmware for one board: a folder with the files for the board, and their descriptions.

    files/            the files for the board's file system, compiled
    manifest.json     board, version, every file with its size and SHA-256, and the SHA-256 of what is beside them
    names.json        the source names of the short names on the board, for `mingg crash`
    package.json      for mip: mpremote mip install --target / build/pico/package.json
    littlefs.img      the whole file system, to flash beside a stock MicroPython image; only if every image of
                      MicroPython has the file system in the same place
    littlefs.uf2      the same for the boot drive (hold BOOTSEL), if the board has one

    Only if MicroPython's image is given, MicroPython and Mingg in one file, for a new board:
    mingg-pico.uf2    for the boot drive of the board pico

The same sources make the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from mingg_host.board import data
from mingg_host.common import VERSION, disk, places
from mingg_host.common.disk import digest, digest_of_all
from mingg_host.common.output import Failure, Refused, meant
from mingg_host.connection.aboard.files import LABEL
from mingg_host.deploy.build import build
from mingg_host.deploy.short_names import Names

FILES = "files"
MANIFEST, PACKAGE, IMAGE, UF2 = "manifest.json", "package.json", "littlefs.img", "littlefs.uf2"
NAMES = "names.json"
BESIDE = "beside"  # in the manifest: the SHA-256 of each file beside FILES
MAIN = "main.py"
FORMAT = 1
_DAMAGED = OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError  # of a file of JSON


class FirmwareError(Failure):
    """The firmware cannot be made or read. The message says why, and what to do."""


class Firmware(NamedTuple):
    """files: by path from the top of the board's file system. machine: the name, or the start of the name, that
    MicroPython gives the board. blocks: used and total blocks of the image; None if it has none."""

    board: str
    version: str
    machine: str
    files: dict[str, bytes]
    blocks: tuple[int, int] | None = None

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(map(len, self.files.values()))


class OnBoard(NamedTuple):
    """The short names of a firmware. digest: of the firmware. modules: the source names of short ones."""

    digest: str
    modules: Names


def board_folder(name: str) -> Path:
    """Returns the source folder of a board. Raises Refused for an unknown one."""
    boards = places.boards()
    if name not in boards:
        raise Refused(f"{name!r} is not a board{meant(name, boards)}. Choose one of: {', '.join(boards) or 'none'}")
    return boards[name]


def make(
    name: str, out: Path, programs: Sequence[Path] = (), lines: bool = False, stock: Path | None = None
) -> Firmware:
    """Compiles the firmware for a board into the folder `out` and replaces an earlier firmware there, if the folder has
    nothing else.

    stock: MicroPython's image, to make one file of both. programs, lines: see build.build().
    If anything fails, `out` is unchanged. Raises FirmwareError, build.CompileError, board.data.BoardError, OSError.
    """
    folder = board_folder(name)
    board = data.firmware_of(folder)
    if out.exists():
        other = _not_of_build(out)
        if other:
            raise FirmwareError(
                f"{out} contains {other!r}, which is not as this command wrote it. Name an empty or a new folder."
            )
        if Path.cwd().resolve().is_relative_to(out.resolve()):
            raise FirmwareError(f"{out} is the current folder and cannot be replaced. Name another folder.")
    with disk.in_place_of(out) as new:
        built = build(folder, new / FILES, programs, lines)
        label = {"board": name, "version": VERSION, "digest": digest_of_all(_read(new / FILES))}
        # one line: the board prints it as it is
        (new / FILES / LABEL[1:]).write_text(json.dumps(label) + "\n", encoding="utf-8")
        firmware = Firmware(name, VERSION, board.machine, _read(new / FILES))
        beside = {
            PACKAGE: _json(mip(firmware)),
            NAMES: _json({"digest": label["digest"], "modules": dict(sorted(built.names.items()))}),
        }
        firmware = _add_images(firmware, board, stock, beside)
        hashes = {path: digest(content) for path, content in sorted(beside.items())}
        beside[MANIFEST] = _json({**manifest(firmware), BESIDE: hashes})
        for path, content in beside.items():
            (new / path).write_bytes(content)
        return firmware


def _add_images(firmware: Firmware, board: data.Needs, stock: Path | None, beside: dict[str, bytes]) -> Firmware:
    """Adds the image of the file system, and the files of MicroPython and Mingg, to the files beside. Returns the
    firmware with the blocks of the image. Raises FirmwareError."""
    from mingg_host.deploy import images  # littlefs is installed only for people who build for a board

    flash = board.flash
    with _of(firmware.board):
        if flash is not None:
            image = beside[IMAGE] = images.littlefs(firmware.files, flash)
            firmware = firmware._replace(blocks=(images.blocks_used(image, flash), flash.blocks))
            if flash.uf2 is not None:
                beside[UF2] = images.uf2(images.NO_STOCK, {flash.offset: image}, flash.uf2)
    if stock is None:
        return firmware
    with _of(stock), disk.told(stock, FirmwareError):
        content = stock.read_bytes()
        if flash is not None and flash.uf2 is not None:
            micropython = images.read_uf2(content, flash, flash.uf2, board.page)
            beside[f"mingg-{firmware.board}.uf2"] = images.uf2(micropython, {flash.offset: image}, flash.uf2)
        else:
            raise FirmwareError(
                f"{firmware.board}: its board.toml does not say where the file system is, so one file cannot hold "
                "both. Install the two separately: mingg flash"
            )
    return firmware


@contextmanager
def _of(place: object) -> Iterator[None]:
    """Names the image or the board in the message of an error."""
    from mingg_host.deploy.images import ImageError

    try:
        yield
    except ImageError as error:
        raise FirmwareError(f"{place}: {error}") from error


def load(out: Path) -> Firmware:
    """Reads a firmware that make() wrote, and checks the hash of each file. Raises FirmwareError."""
    try:
        manifest = json.loads(disk.read(out / MANIFEST))
        wanted = {str(file["path"]): file["sha256"] for file in manifest["files"]}
        board, version, machine = (str(manifest[key]) for key in ("board", "version", "machine"))
    except _DAMAGED:
        raise FirmwareError(f"{out}: there is no firmware. Make one: make firmware") from None
    files = _read(out / FILES)
    for path in sorted(files.keys() | wanted.keys()):
        if path not in files or wanted.get(path) != digest(files[path]):
            raise FirmwareError(
                f"{out / FILES / path}: the file does not match {out / MANIFEST}. "
                "Make the firmware again: make firmware"
            )
    return Firmware(board, version, machine, files)


def names_in(out: Path) -> OnBoard:
    """Reads the short names of a firmware that make() wrote. Raises FirmwareError."""
    try:
        content = json.loads(disk.read(out / NAMES))
        modules = {
            str(module): {str(name): list(map(str, full_names)) for name, full_names in known.items()}
            for module, known in content["modules"].items()
        }
        return OnBoard(str(content["digest"]), modules)
    except _DAMAGED:
        raise FirmwareError(f"{out}: {NAMES} is missing or damaged. Make the firmware again: make firmware") from None


def manifest(firmware: Firmware) -> dict[str, object]:
    """Returns the content of manifest.json, without BESIDE."""
    return {
        "format": FORMAT,
        "board": firmware.board,
        "version": firmware.version,
        "machine": firmware.machine,
        "digest": json.loads(firmware.files[LABEL[1:]])["digest"],
        "files": [
            {"path": path, "size": len(content), "sha256": digest(content)}
            for path, content in sorted(firmware.files.items())
        ],
    }


def mip(firmware: Firmware) -> dict[str, object]:
    """Returns the content of package.json. mip finds the files relative to it."""
    return {
        "urls": [[path, f"{FILES}/{path}"] for path in sorted(firmware.files, key=lambda path: (path == MAIN, path))],
        "deps": [],
        "version": firmware.version,
    }


def _not_of_build(out: Path) -> str:
    """Returns the name of a file in a folder that is not as make() wrote it, by its manifest; "" if there is none."""
    known = {}
    with suppress(*_DAMAGED):
        content = disk.read(out / MANIFEST)
        listed = json.loads(content)
        known = {f"{FILES}/{file['path']}": file["sha256"] for file in listed["files"]} | dict(listed[BESIDE])
        known[MANIFEST] = digest(content)
    for path in out.rglob("*"):
        name = path.relative_to(out).as_posix()
        if path.is_symlink() or not path.is_dir():
            is_plain = path.is_file() and not path.is_symlink()
            if not is_plain or name not in known or known[name] != digest(disk.read(path)):
                return name
    return ""


def _read(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): disk.read(path) for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()
