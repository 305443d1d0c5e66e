"""Changing the firmware of a board: which files are sent, which stay, and the state after a power cut."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
import serial
from click import ClickException
from click.testing import CliRunner
from help.boards import a_serial_board
from help.seeds import SEED
from mingg_host import cli
from mingg_host.commands import firmware as firmware_commands
from mingg_host.common.output import Failure
from mingg_host.connection import ports
from mingg_host.connection.changing import SPARE
from mingg_host.connection.link import Link, program
from mingg_host.deploy import firmware
from mingg_host.deploy.flash import Flashed, flash, warning
from serial.tools import list_ports

PICO = "Raspberry Pi Pico with RP2040"
Files = dict[str, bytes]


def noise(seed: int, size: int) -> bytes:
    """Returns bytes that cannot be compressed."""
    return random.Random(seed).randbytes(size)


def firmware_of(version: str, extra: Files | None = None) -> firmware.Firmware:
    """A small firmware with the right files, which is sent in a moment."""
    files = {
        "main.py": f"print('Mingg {version} runs')\n".encode(),
        "board.mpy": b"M\x06" + version.encode() * 20,
        "mingg/__init__.mpy": b"M\x06" + version.encode() * 30,
        "mingg/core/score.mpy": b"M\x06same" * 900,
        "mingg/build.json": b'{"board": "pico", "version": "%s", "digest": ""}\n' % version.encode(),
    }
    return firmware.Firmware("pico", version, PICO, files | (extra or {}))


NEW = firmware_of("2", {"mingg/core/new.mpy": noise(1, 9000)})
KEPT = {"ledger/0001-00.txt": b"deals\n", "ledger/settings.txt": b"set\n", "boot.py": b"# mine\n"}
OLD = {
    **firmware_of("1").files,
    **KEPT,
    "mingg/core/score/score.py": b"old",
    "mingg/gone/far.mpy": b"old",
    "board.py": b"old",
    "mingg/package": b"begun",
}
AFTER = NEW.files | KEPT


def say_nothing(activity: str, done: int, total: int) -> None:
    pass


Boards = Callable[..., Any]

pytestmark = [a_serial_board]
on_vm = pytest.mark.vm


@on_vm
def test_a_board_gets_the_build_and_keeps_its_ledgers(serial_board: Boards) -> None:
    with serial_board(OLD) as board:
        with Link(board.port) as link:
            result = flash(link, NEW, say_nothing)
        board.wait_for_reset()
        assert board.files == AFTER
    assert result == Flashed(sent=5, removed=4, finished=False)


@on_vm
def test_nothing_is_sent_if_no_file_changed(serial_board: Boards) -> None:
    calls = []
    with serial_board(AFTER) as board, Link(board.port) as link:
        before = board.flash.read_bytes()
        assert flash(link, NEW, say_nothing, lambda: calls.append(1)) == Flashed(0, 0, False)
        assert board.flash.read_bytes() == before
    assert not calls


@on_vm
def test_only_changed_files_are_sent(serial_board: Boards) -> None:
    calls: list[tuple[str, int, int]] = []
    with serial_board(AFTER | {"mingg/core/score.mpy": b"another"}) as board, Link(board.port) as link:
        result = flash(link, NEW, lambda *call: calls.append(call))
        assert board.files == AFTER
    assert result == Flashed(1, 0, False)
    assert max(total for activity, _, total in calls if activity == "sending") < 1000
    assert calls[-1][0] == "comparing"


@on_vm
def test_a_file_that_reads_back_otherwise_is_sent_again(serial_board: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that loses a written file, which only reading it back shows."""
    with serial_board(OLD) as board, Link(board.port) as link:
        write = link.write
        monkeypatch.setattr(link, "write", lambda path, data, *arguments: write(path, b"x" + data[1:], *arguments))
        with pytest.raises(Failure, match="has other bytes than were written"):
            flash(link, NEW, say_nothing)
        assert {path: data for path, data in board.files.items() if not path.startswith(("update/", ".new"))} == OLD
        monkeypatch.undo()
        flash(link, NEW, say_nothing)
        assert board.files == AFTER


# ---- cut off ----


def starts_as(files: Files) -> str:
    """Returns which firmware a board with these files runs."""
    if all(files.get(path) == data for path, data in NEW.files.items()):
        return "new"
    old = firmware_of("1").files
    return "old" if all(files.get(path) == data for path, data in old.items()) else "mixed"


def cut_at(serial_board: Boards, cut: int) -> tuple[bool, Files]:
    """Flashes a board whose power fails after so many operations of its flash. Returns whether it failed, and the files
    then."""
    with serial_board(OLD, cut) as board:
        try:
            with Link(board.port) as link:
                flash(link, NEW, say_nothing)
        except Failure:
            pass
        board.wait_for_end_or_reset()
        return board.was_cut, board.files


@on_vm
@pytest.mark.parametrize(
    ("first", "step"),
    [
        pytest.param(SEED % 40, 40, id="some"),
        *(pytest.param(first, 8, marks=pytest.mark.prove, id=f"each, {first}") for first in range(8)),
    ],
)
def test_after_any_power_cut_the_board_starts_and_the_next_run_completes_the_update(
    first: int, step: int, serial_board: Boards
) -> None:
    """Cuts at every fortieth operation of the flash, from another start in each run; a proof at each operation."""
    outcomes = set()
    for cut in range(first + 1, 400, step):
        was_cut, files = cut_at(serial_board, cut)
        if not was_cut:
            break
        assert {path: files.get(path) for path in KEPT} == KEPT, cut
        if not files["main.py"].startswith(program("update")[:40].encode()):
            assert starts_as(files) in ("old", "new"), cut
            outcomes.add(starts_as(files))
        with serial_board() as board:  # power again: it runs what its flash holds
            if files["main.py"].startswith(program("update")[:40].encode()):
                board.wait_for_reset()
                outcomes.add("went on")
                assert starts_as(board.files) == "new", cut
            with Link(board.port) as link:
                flash(link, NEW, say_nothing)
            assert board.files == AFTER, cut
    assert outcomes >= {"old", "went on"} or step == 40
    assert not was_cut, "the last one ran to its end"


@on_vm
def test_parts_that_the_board_has_are_not_sent_again(serial_board: Boards) -> None:
    new = firmware_of("2", {"mingg/core/new.mpy": noise(1, 30000)})
    sizes: list[int] = []

    def pull(activity: str, done: int, total: int) -> None:
        if activity == "sending" and done > 15000:
            raise KeyboardInterrupt

    with serial_board(OLD) as board:
        with pytest.raises(KeyboardInterrupt), Link(board.port) as link:
            flash(link, new, pull)
        board.wait_for_reset()
        assert starts_as(board.files) == "old"
        with Link(board.port) as link:
            flash(link, new, lambda activity, done, total: sizes.append(done) if activity == "sending" else None)
        assert board.files == new.files | KEPT
    assert sizes[0] > 15000


@on_vm
def test_another_firmware_after_a_cut_leaves_nothing_of_the_first(serial_board: Boards) -> None:
    other = firmware_of("3", {"mingg/core/other.mpy": noise(2, 7000)})
    for cut in (12, 40, 80):
        cut_at(serial_board, cut)
        with serial_board() as board:
            board.thread.join(0.2)
            with Link(board.port) as link:
                flash(link, other, say_nothing)
            assert board.files == other.files | KEPT


@on_vm
def test_a_new_version_needs_no_room_for_both(serial_board: Boards) -> None:
    """The old files go one by one, when the pack with all new ones is on the flash."""
    old, new = (firmware_of(version, {"mingg/app.mpy": noise(int(version), 40000)}) for version in "12")
    with serial_board(old.files, blocks=40) as board, Link(board.port) as link:
        assert link.room()[1] < 10 + 10 + SPARE, "the pack, and the new file beside the old one"
        flash(link, new, say_nothing)
        assert board.files == new.files


@on_vm
def test_a_full_board_is_not_changed_and_the_message_says_what_to_do(serial_board: Boards) -> None:
    full = OLD | {"ledger/0002-00.txt": noise(3, 47 * 4096)}
    with serial_board(full) as board, Link(board.port) as link:
        with pytest.raises(Failure, match=r"flash is too full: \d+ kB are free\. Copy its evenings"):
            flash(link, NEW, say_nothing)
        assert board.files == full


@on_vm
@pytest.mark.parametrize(("blocks_taken", "free"), [(30, 25 * 4096), (57, 0)])
def test_a_full_flash_has_no_room_and_not_more_than_there_is(
    blocks_taken: int, free: int, serial_board: Boards, untyped: Path
) -> None:
    store = (untyped / "mingg" / "hal" / "store.py").read_bytes()
    files = {"store.py": store, "ledger/0001-00.txt": bytes(blocks_taken * 4096 - 512)}
    with serial_board(files) as board, Link(board.port) as link:
        assert int(link.run("import store\nprint(store.Store('/ledger').free())")) == free


# ---- which board ----


@on_vm
def test_another_kind_of_board_is_warned_of(serial_board: Boards) -> None:
    with serial_board(OLD) as board, Link(board.port) as link:
        assert warning(link, NEW) == ""
        assert f"but the board is a {PICO}" in warning(link, NEW._replace(machine="Another board"))
        assert "has the firmware for pico, but this one is for pico_w" in warning(link, NEW._replace(board="pico_w"))


def port(device: str, vid: int | None, description: str = "Board") -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, description=description)


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hides the drives and USB devices of this machine, which might be boards."""
    monkeypatch.setattr(ports, "PATIENCE_S", 0)
    monkeypatch.setattr(ports, "DRIVES", ())
    monkeypatch.setattr(ports, "USB_DEVICES", tmp_path)
    monkeypatch.setattr("mingg_host.common.places.data", lambda name: tmp_path / name)


PICO_PORT, OTHER, SERIAL = port("/dev/ttyACM3", 0x2E8A), port("/dev/ttyACM0", 0x1234), port("/dev/ttyS0", None)
SECOND = port("/dev/ttyACM0", 0x2E8A)


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ([SERIAL, OTHER, PICO_PORT], "/dev/ttyACM3"),
        ([SERIAL, OTHER], "/dev/ttyACM0"),  # of an unknown maker, but the only one
        ([], "No board found"),
        ([SERIAL], "No board found"),
        ([PICO_PORT, SECOND], "/dev/ttyACM0  Board\n  /dev/ttyACM3  Board"),
    ],
)
def test_the_one_board_is_found_and_none_or_several_are_reported(
    there: list[SimpleNamespace], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: there)
    if found.startswith("/dev/") and " " not in found:
        assert ports.find_port() == found
        return
    for command in ("flash", "backup"):
        result = CliRunner().invoke(cli.main, [command])
        assert (result.exit_code, found in result.output) == (1, True), result.output


@pytest.mark.parametrize(("vendor", "product", "waits"), [("2e8a", "0003", True), ("2e8a", "0005", False)])
def test_a_board_that_waits_for_an_image_is_recognised(
    vendor: str, product: str, waits: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "1-2").mkdir()
    (tmp_path / "1-2" / "idVendor").write_text(vendor + "\n")
    (tmp_path / "1-2" / "idProduct").write_text(product + "\n")
    monkeypatch.setattr(list_ports, "comports", list)
    result = CliRunner().invoke(cli.main, ["flash"])
    assert ("waits for an image (USB 2e8a:0003)" in result.output) == waits
    assert ("micropython.org/download" in result.output) == waits


def test_a_board_that_starts_again_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([[], [], [port("/dev/ttyACM0", 0x2E8A)]])
    shown: list[SimpleNamespace] = []

    def comports() -> list[SimpleNamespace]:
        shown[:] = next(looks, shown)
        return shown

    monkeypatch.setattr(ports, "PATIENCE_S", 20)
    monkeypatch.setattr(list_ports, "comports", comports)
    assert ports.find_port() == "/dev/ttyACM0"


def test_the_drive_of_a_board_that_waits_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drive = tmp_path / "media" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    monkeypatch.setattr(ports, "DRIVES", (f"{tmp_path}/media/*",))
    monkeypatch.setattr(list_ports, "comports", list)
    with pytest.raises(Failure, match=f"waits for an image \\({drive}\\)"):
        ports.find_port()


def test_a_port_that_cannot_be_opened_is_reported_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Failure, match="There is no port"):
        Link(str(tmp_path / "no-such-port"))
    assert ports.why_not(str(tmp_path)) == f"{tmp_path} is not a serial port. Omit --port to search for the board."
    for number, message in ((13, "dialout"), (16, "Another program uses"), (5, "cannot be opened")):
        refuse = Mock(side_effect=serial.SerialException(number, "could not open port"))
        monkeypatch.setattr(serial, "serial_for_url", refuse)
        assert message in ports.why_not("/dev/ttyACM0")


@on_vm
def test_a_closed_port_is_free_even_while_another_process_starts(serial_board: Boards) -> None:
    """Between its fork and its own program a process has a copy of each open file, and with it the lock of the port."""
    with serial_board({}) as board:
        first = Link(board.port)
        copy = os.dup(first._transport.serial.fd)
        first.close()
        serial.Serial(board.port, exclusive=True).close()
        os.close(copy)


def test_a_port_in_use_is_reported() -> None:
    line, terminal = os.openpty()
    try:
        with (
            serial.Serial(os.ttyname(terminal), exclusive=True),
            pytest.raises(Failure, match="Another program uses"),
        ):
            Link(os.ttyname(terminal))
    finally:
        os.close(line)
        os.close(terminal)


# ---- the command ----


@on_vm
def test_the_command_flashes_keeps_a_copy_of_the_ledger_and_says_what_it_did(
    serial_board: Boards, tmp_path: Path
) -> None:
    out = tmp_path / "build"
    for path, data in NEW.files.items():
        (out / "files" / path).parent.mkdir(parents=True, exist_ok=True)
        (out / "files" / path).write_bytes(data)
    (out / "manifest.json").write_bytes(json.dumps(firmware.manifest(NEW)).encode())
    with serial_board(OLD) as board:
        result = CliRunner().invoke(cli.main, ["flash", str(out), "--port", board.port])
        assert result.exit_code == 0, result.output
        assert board.files == AFTER
        assert f"{PICO} at {board.port}, MicroPython 1." in result.output
        assert "sent 5 files and removed 4" in result.output
        assert len(list((tmp_path / "backups").glob("*.zip"))) == 1
        second = CliRunner().invoke(cli.main, ["flash", str(out), "--port", board.port])
        assert "sent no files" in second.output
        assert len(list((tmp_path / "backups").glob("*.zip"))) == 1


@on_vm
def test_ctrl_c_says_that_nothing_is_lost_and_the_board_starts_again(
    serial_board: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mingg_host.commands.firmware.bring", stop)
    monkeypatch.setattr("mingg_host.commands.firmware.firmware_for", lambda *_: NEW)
    with serial_board(OLD) as board:
        result = CliRunner().invoke(cli.main, ["flash", "--port", board.port])
        board.wait_for_reset()
    assert result.exit_code == 130
    assert "Nothing is lost" in result.output


@pytest.mark.parametrize(
    ("label", "machine", "name"),
    [({"board": "pico"}, "a clone of it", "pico"), ({}, PICO, "pico"), ({"board": "gone"}, PICO, "pico")],
)
def test_a_board_names_itself(label: dict[str, str], machine: str, name: str) -> None:
    board = SimpleNamespace(about=SimpleNamespace(label=label, machine=machine))
    assert firmware_commands.board_of(board) == name


def test_an_unknown_board_must_be_named() -> None:
    board = SimpleNamespace(about=SimpleNamespace(label={}, machine="Abacus"))
    with pytest.raises(ClickException, match=r"is unknown: Abacus\. Name it with --board: .*pico"):
        firmware_commands.board_of(board)


@on_vm
def test_the_whole_firmware_of_a_pico_onto_an_empty_one(serial_board: Boards, built: Path) -> None:
    release = firmware.load(built)
    with serial_board({}, blocks=352) as board, Link(board.port) as link:
        assert flash(link, release, say_nothing).sent == len(release.files)
        assert board.files == release.files
