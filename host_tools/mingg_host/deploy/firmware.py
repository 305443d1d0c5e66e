"""Makes and reads the firmware for one board: a folder with the files for the board, and their descriptions.

    files/            the files for the board's file system, compiled
    manifest.json     board, version, every file with its size and SHA-256, and the SHA-256 of what is beside them
    names.json        the source names of the short names on the board, for `mingg crash`
    package.json      for mip: mpremote mip install --target / build/pico/package.json
    littlefs.img      the whole file system, to flash beside a stock MicroPython image; only if every image of
                      MicroPython has the file system in the same place
    littlefs.uf2      the same for the boot drive (hold BOOTSEL), if the board has one

    Only if MicroPython's image is given, MicroPython and Mingg in one file, for a new board:
    mingg-pico.uf2            for the boot drive of the board pico
    mingg-esp32_s3-8MB.bin    for esptool and a flash of 8 MB

The same sources make the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mingg import VERSION

from mingg_host.board.data import read_toml
from mingg_host.common import disk, places
from mingg_host.common.disk import digest, digest_of_all
from mingg_host.common.failures import Failure
from mingg_host.connection.aboard.files import LABEL
from mingg_host.deploy import drive
from mingg_host.deploy import esp as esp_image
from mingg_host.deploy.build import build
from mingg_host.deploy.geometry import esp_of, flash_of, machine_of
from mingg_host.deploy.short_names import Names

FILES = "files"
MANIFEST, PACKAGE, IMAGE, UF2 = "manifest.json", "package.json", "littlefs.img", "littlefs.uf2"
NAMES = "names.json"
BESIDE = "beside"  # in the manifest: the SHA-256 of each file beside FILES
MAIN = "main.py"
FORMAT = 1


class FirmwareError(Failure):
    """The firmware cannot be made or read. The message says why, and what to do."""


class Firmware(NamedTuple):
    """files: by path from the top of the board's file system. machine: the name, or the start of the name, that
    MicroPython gives the board. blocks: used and total blocks of the image; None if no image was made."""

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
    """Returns the source folder of a board. Raises FirmwareError for an unknown one."""
    boards = places.boards()
    if name not in boards:
        raise FirmwareError(f"{name!r} is not a board. Choose one of: {', '.join(boards) or 'none'}")
    return boards[name]


def make(
    name: str,
    out: Path,
    programs: Sequence[Path] = (),
    image: bool = False,
    lines: bool = False,
    stock: Path | None = None,
) -> Firmware:
    """Compiles the firmware for a board into the folder `out` and replaces an earlier firmware there, if the folder has
    nothing else.

    image: also makes the image of the file system, if the board has one. stock: MicroPython's UF2, to make one file of
    both. programs, lines: see build.build().
    If anything fails, `out` is unchanged. Raises FirmwareError, build.CompileError, board.data.BoardError, OSError.
    """
    folder = board_folder(name)
    machine = machine_of(folder)
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
        firmware = Firmware(name, VERSION, machine, _read(new / FILES))
        (new / PACKAGE).write_bytes(_json(mip(firmware)))
        (new / NAMES).write_bytes(_json({"digest": label["digest"], "modules": dict(sorted(built.names.items()))}))
        if image:
            firmware = firmware._replace(blocks=_make_image(firmware, folder, new))
        if stock is not None:
            _make_drive(firmware, folder, stock, new)
        beside = {path.name: digest(path.read_bytes()) for path in sorted(new.iterdir()) if path.is_file()}
        (new / MANIFEST).write_bytes(_json({**manifest(firmware), BESIDE: beside}))
        return firmware


def _make_drive(firmware: Firmware, board: Path, stock: Path, out: Path) -> None:
    """Adds the files that have MicroPython and Mingg, for a new board. Raises FirmwareError, OSError."""
    from mingg_host.deploy import image  # littlefs is installed only for people who build for a board

    flash, esp = flash_of(board), esp_of(board)
    try:
        data = stock.read_bytes()
    except OSError as error:
        raise FirmwareError(disk.why(error, stock)) from error
    page = str(read_toml(board)["image"])
    parts: dict[str, bytes] = {}
    try:
        if esp is not None:
            for megabytes, area in esp_image.areas(data, esp, page).items():
                joined = esp_image.joined(data, image.littlefs(firmware.files, area), area)
                parts[f"mingg-{firmware.board}-{megabytes}MB.bin"] = joined
        elif flash is not None and flash.uf2 is not None:
            micropython = drive.read(data, flash, flash.uf2, page)
            files = {flash.offset: image.littlefs(firmware.files, flash)}
            parts[f"mingg-{firmware.board}.uf2"] = drive.joined(micropython, files, flash.uf2)
        else:
            raise FirmwareError(
                f"{firmware.board}: its board.toml does not say where the file system is, so one file cannot hold "
                "both. Install the two separately: mingg flash"
            )
    except drive.DriveError as error:
        raise FirmwareError(f"{stock}: {error}") from error
    except image.ImageError as error:
        raise FirmwareError(f"{firmware.board}: {error}") from error
    for name, content in parts.items():
        (out / name).write_bytes(content)


def _make_image(firmware: Firmware, board: Path, out: Path) -> tuple[int, int] | None:
    """Adds the image of the file system. Returns used and total blocks, or None if the board has no fixed image.

    Raises FirmwareError.
    """
    from mingg_host.deploy import image  # littlefs is installed only for people who build for a board

    flash = flash_of(board)
    if flash is None:
        return None
    try:
        data = image.littlefs(firmware.files, flash)
    except image.ImageError as error:
        raise FirmwareError(f"{firmware.board}: {error}") from error
    (out / IMAGE).write_bytes(data)
    if flash.uf2 is not None:
        (out / UF2).write_bytes(drive.joined(drive.NO_STOCK, {flash.offset: data}, flash.uf2))
    return image.blocks_used(data, flash), flash.blocks


def load(out: Path) -> Firmware:
    """Reads a firmware that make() wrote, and checks the hash of each file. Raises FirmwareError."""
    try:
        manifest = json.loads((out / MANIFEST).read_bytes())
        wanted = {str(file["path"]): file["sha256"] for file in manifest["files"]}
        board, version, machine = (str(manifest[key]) for key in ("board", "version", "machine"))
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
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
        content = json.loads((out / NAMES).read_bytes())
        modules = {str(module): _checked(known) for module, known in content["modules"].items()}
        return OnBoard(str(content["digest"]), modules)
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise FirmwareError(f"{out}: {NAMES} is missing or damaged. Make the firmware again: make firmware") from None


def _checked(known: dict[str, list[str]]) -> dict[str, list[str]]:
    return {str(name): [str(full_name) for full_name in full_names] for name, full_names in known.items()}


def manifest(firmware: Firmware) -> dict[str, object]:
    """Returns the content of manifest.json, without BESIDE."""
    return {
        "format": FORMAT,
        "board": firmware.board,
        "version": firmware.version,
        "machine": firmware.machine,
        "digest": json.loads(firmware.files[LABEL[1:]])["digest"],
        "files": [
            {"path": path, "size": len(data), "sha256": digest(data)} for path, data in sorted(firmware.files.items())
        ],
    }


def mip(firmware: Firmware) -> dict[str, object]:
    """Returns the content of package.json. mip finds the files relative to it."""
    return {
        "urls": [[path, f"{FILES}/{path}"] for path in _main_last(firmware.files)],
        "deps": [],
        "version": firmware.version,
    }


def _main_last(files: dict[str, bytes]) -> list[str]:
    return sorted(files, key=lambda path: (path == MAIN, path))


def _not_of_build(out: Path) -> str:
    """Returns the name of a file in a folder that is not as make() wrote it, by its manifest; "" if there is none."""
    known = {}
    with suppress(OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        data = (out / MANIFEST).read_bytes()
        listed = json.loads(data)
        known = {f"{FILES}/{file['path']}": file["sha256"] for file in listed["files"]} | dict(listed[BESIDE])
        known[MANIFEST] = digest(data)
    for path in out.rglob("*"):
        name = path.relative_to(out).as_posix()
        if path.is_symlink() or not path.is_dir():
            is_plain = path.is_file() and not path.is_symlink()
            if not is_plain or name not in known or known[name] != digest(path.read_bytes()):
                return name
    return ""


def _read(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()
