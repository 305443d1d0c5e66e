"""The package of an update file, unpacked on genuine MicroPython and its littlefs, with power cuts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from boards import Board, a_serial_board, made_flash
from mingg_host.connection.link import BoardError, Link, program
from mingg_host.deploy import package
from mingg_host.deploy.geometry import Flash, Uf2

pytestmark = [pytest.mark.vm, a_serial_board]

AREA = Flash(0x40000, 4096, 64, 256, Uf2(0x10000000, 0xE48BFF56))
Files = dict[str, bytes]

# Stands for the lines that look into the flash: the VM has the package in its memory.
MAIN = """\
import uctypes

with open("/flash", "rb") as file:
    content = bytearray(file.read())
first = uctypes.addressof(content)
if content[-64:-48] != {own}:
    import package

    package.unpack(first + len(content) - 64, first)
print("{version} runs")
"""
KEPT = {"ledger/0001-00.txt": b"deals\n", "ledger/settings.txt": b"set\n", "boot.py": b"# mine\n"}
BOARD = b"KEYS = 1\nDISPLAY = 'none', 'none'\n"


def noise(seed: int, size: int) -> bytes:
    return random.Random(seed).randbytes(size)


def firmware_of(version: str, extra: Files | None = None) -> Files:
    files = {
        "board.mpy": b"M\x06" + version.encode() * 20,
        "package.py": program("package").encode(),
        "mingg/a.mpy": version.encode() * 300,
        "mingg/b.mpy": noise(1, 3000),
        "mingg/text/en.txt": b"text " * 1500 + version.encode(),
        **(extra or {}),
    }
    return files | {"main.py": MAIN.format(own=package.MAGIC + package.identity(files), version=version).encode()}


def identity(files: Files) -> bytes:
    return package.identity({path: data for path, data in files.items() if path != "main.py"})


def packed(files: Files, spoilt: bool = False) -> bytes:
    """The flash from the start of the package to the end of its head."""
    own = identity(files)
    made = package.make(files, "2", own, AREA, 0)
    (start, body), (at, head) = made.items()
    if spoilt:
        body = body[:-1] + bytes((body[-1] ^ 1,))
    return body.ljust(at - start, b"\xff") + head.ljust(64, b"\xff")


NEW = firmware_of("2", {"mingg/new/c.mpy": noise(2, 9000)})
OLD = {**firmware_of("1", {"mingg/gone/d.mpy": b"old" * 400, "mingg/a.py": b"old"}), **KEPT, "board.py": BOARD}
IDENTITY = identity(NEW)
# board.mpy stays because MicroPython loads board.py, and that one stays because it is the player's.
AFTER = {**NEW, **KEPT, "board.py": BOARD, "board.mpy": OLD["board.mpy"], "mingg/package": IDENTITY}


@contextmanager
def board_with(vm: Path, flash: Path, files: Files | None, blocks: int = 64, cut: int = 0) -> Iterator[Board]:
    if files is not None:
        flash.write_bytes(made_flash({**files, "flash": packed(NEW)} if "flash" not in files else files, blocks))
    with Board(vm, flash, cut) as board:
        yield board


def without_package(files: Files) -> Files:
    return {path: data for path, data in files.items() if path != "flash"}


def test_a_board_replaces_its_firmware_and_keeps_what_the_players_have(micropython: Path, tmp_path: Path) -> None:
    with board_with(micropython, tmp_path / "flash", OLD) as board:
        board.wait_for_reset()
        with Link(board.port) as link:
            assert "2 runs" in link.run("exec(open('/main.py').read())")
        assert without_package(board.files) == AFTER


@pytest.mark.parametrize("first", range(1, 5, 2))
def test_after_any_power_cut_the_board_goes_on_at_its_next_start(first: int, micropython: Path, tmp_path: Path) -> None:
    ended = False
    for cut in range(first, 400, 4):
        with board_with(micropython, tmp_path / "flash", OLD, cut=cut) as board:
            board.wait_for_end_or_reset()
            ended = board.resets > 0
        files = without_package(board.files)
        assert {path: files.get(path) for path in (*KEPT, "board.py")} == {**KEPT, "board.py": BOARD}, cut
        assert files["main.py"] in (OLD["main.py"], NEW["main.py"]), cut
        if ended:
            break
        with board_with(micropython, tmp_path / "flash", None) as board:
            if files["main.py"] != NEW["main.py"]:
                board.wait_for_reset()
        assert {**without_package(board.files), "mingg/package": IDENTITY} == AFTER, cut
    assert ended, "the last one ran to its end"


def test_a_damaged_package_changes_nothing_and_the_old_firmware_starts(micropython: Path, tmp_path: Path) -> None:
    before = {**OLD, "flash": packed(NEW, spoilt=True)}
    with board_with(micropython, tmp_path / "flash", before) as board, Link(board.port) as link:
        printed = link.run("exec(open('/main.py').read())")
        assert printed.splitlines() == [
            "The update in the flash is damaged. Copy the update file to the board again.",
            "1 runs",
        ]
    assert board.files == before


def test_a_package_that_was_unpacked_or_replaced_is_not_unpacked_again(micropython: Path, tmp_path: Path) -> None:
    """After the update, mingg flash brought another firmware: the package of the update still lies in the flash."""
    before = {**OLD, "mingg/package": IDENTITY}
    with board_with(micropython, tmp_path / "flash", before) as board, Link(board.port) as link:
        assert link.run("exec(open('/main.py').read())") == "1 runs\n"
    assert without_package(board.files) == before


def test_a_board_without_a_description_that_micropython_loads_gets_one(micropython: Path, tmp_path: Path) -> None:
    before = {path: data for path, data in OLD.items() if path != "board.py"}
    with board_with(micropython, tmp_path / "flash", before) as board:
        board.wait_for_reset()
        assert board.files["board.mpy"] == NEW["board.mpy"]


def test_a_full_flash_keeps_the_old_firmware_and_with_a_little_room_takes_the_new_one(
    micropython: Path, tmp_path: Path
) -> None:
    """Whatever the evenings leave free: either nothing changes, or the update succeeds."""
    outcomes = []
    for taken in range(10, 40, 3):
        before = {**OLD, "flash": packed(NEW), "ledger/0002-00.txt": noise(3, taken * 4096)}
        try:
            with board_with(micropython, tmp_path / "flash", before) as board, Link(board.port) as link:
                link.run("import os")
        except Exception as error:
            if "NOSPC" in str(error):
                break
            raise
        files = without_package(board.files)
        assert files.pop("ledger/0002-00.txt") == before["ledger/0002-00.txt"]
        outcomes.append(files == AFTER)
        assert files in (AFTER, without_package(OLD)), taken
    assert outcomes == sorted(outcomes, reverse=True)
    assert set(outcomes) == {True, False}


def test_files_that_mingg_flash_had_sent_give_their_room(micropython: Path, tmp_path: Path) -> None:
    """Someone pulled the cable before the change began. The pack takes what the update needs."""
    before = {**OLD, "update/pack": noise(3, 40 * 4096), "flash": packed(NEW)}
    with board_with(micropython, tmp_path / "flash", before) as board:
        board.wait_for_reset()
        assert without_package(board.files) == AFTER


LARGER = firmware_of("3", {"mingg/new/c.mpy": noise(2, 900) * 100})
FULL = {"ledger/0002-00.txt": noise(3, 30 * 4096)}


@pytest.mark.parametrize("copied", [packed(LARGER), packed(NEW, spoilt=True)], ids=["too large", "damaged"])
def test_half_an_update_never_starts_whatever_is_copied_to_the_board_next(
    copied: bytes, micropython: Path, tmp_path: Path
) -> None:
    before = {**OLD, **FULL, "mingg/package": package.BEGUN + IDENTITY, "flash": copied}
    with board_with(micropython, tmp_path / "flash", before) as board, Link(board.port) as link:
        with pytest.raises(BoardError, match="Mingg is half replaced"):
            link.run("exec(open('/main.py').read())")
        assert board.files == before


def test_an_update_that_ended_without_its_note_is_no_half_update(micropython: Path, tmp_path: Path) -> None:
    """The power failed after the rename of main.py. Then a package came that has no room."""
    before = {**AFTER, **FULL, "mingg/package": package.BEGUN + IDENTITY, "flash": packed(LARGER)}
    with board_with(micropython, tmp_path / "flash", before) as board, Link(board.port) as link:
        assert link.run("exec(open('/main.py').read())").splitlines()[-1] == "2 runs"
        assert board.files == {**before, "mingg/package": IDENTITY}


def test_an_update_that_fails_on_its_way_starts_nothing(micropython: Path, tmp_path: Path) -> None:
    before = {**OLD, **FULL, "mingg/package": package.BEGUN + identity(LARGER), "flash": packed(LARGER)}
    with board_with(micropython, tmp_path / "flash", before) as board, Link(board.port) as link:
        with pytest.raises(BoardError, match="Mingg is half replaced"):
            link.run("exec(open('/main.py').read())")
        files = board.files
        assert {path: files.get(path) for path in (*KEPT, *FULL)} == {**KEPT, **FULL}
        assert files["main.py"] == OLD["main.py"]
