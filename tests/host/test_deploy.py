"""The way onto a board: compiled, copied, and what was there before."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from mingg_host import places
from mingg_host.deploy import build, flash
from serial.tools import list_ports


@pytest.fixture(scope="module")
def pico() -> Path:
    return places.boards()["pico"]


@pytest.fixture(scope="module")
def built(pico: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("build") / "pico"
    build.build(pico, out)
    return out


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_module_is_compiled_and_main_is_left_as_it_is(built: Path) -> None:
    sources = places.package().rglob("*.py")
    wanted = {f"mingg/{path.relative_to(places.package()).with_suffix('.mpy').as_posix()}" for path in sources}
    read = {f"mingg/{path.relative_to(places.package()).as_posix()}" for path in places.package().rglob("*.txt")}
    assert {"mingg/lang/en.txt", "mingg/lang/tr.txt", "mingg/ui/letters.txt"} <= read
    assert set(tree(built)) == wanted | read | {"main.py", "board.mpy"}
    assert tree(built)["main.py"] == places.main_py().read_bytes()
    assert {data[:2] for name, data in tree(built).items() if name.endswith(".mpy")} == {b"M\x06"}


def test_a_build_leaves_nothing_of_the_one_before(pico: Path, tmp_path: Path) -> None:
    stale = tmp_path / "mingg" / "old.mpy"
    stale.parent.mkdir()
    stale.touch()
    build.build(pico, tmp_path)
    assert not stale.exists()


def test_what_micropython_does_not_take_is_named(tmp_path: Path) -> None:
    board = tmp_path / "board.py"
    board.write_text("def pins(scl, /):\n    pass\n")
    with pytest.raises(build.CompileError, match=r"board\", line 1\nSyntaxError"):
        build.build(tmp_path, tmp_path / "out")


def test_an_unknown_board_is_named_with_those_there_are(tmp_path: Path) -> None:
    result = CliRunner().invoke(build.main, ["abacus", str(tmp_path)])
    assert result.exit_code == 1
    assert f"no board 'abacus'; there are: {', '.join(places.boards())}" in result.output


def port(device: str, vid: int | None) -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, description="Board")


@pytest.mark.parametrize(
    ("ports", "said"),
    [
        ([], "No board found"),
        ([port("/dev/ttyS0", None)], "No board found"),
        ([port("/dev/ttyACM1", 0x2E8A), port("/dev/ttyACM0", 0x2E8A)], "/dev/ttyACM0  Board\n  /dev/ttyACM1  Board"),
    ],
)
def test_no_board_or_several_are_said_plainly(
    ports: list[SimpleNamespace], said: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    result = CliRunner().invoke(flash.main, [str(built)])
    assert result.exit_code == 1
    assert said in result.output


def test_the_only_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [port("/dev/ttyS0", None), port("/dev/ttyACM3", 0x2E8A)])
    assert flash.find_port() == "/dev/ttyACM3"


def test_a_folder_without_firmware_is_refused(tmp_path: Path) -> None:
    with pytest.raises(flash.FlashError, match="make firmware"):
        flash.flash(tmp_path, "/dev/null")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A build of the right shape that is sent in a moment."""
    folder = tmp_path / "build"
    for name in ("main.py", "board.mpy", "mingg/__init__.mpy", "mingg/core/score.mpy"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * 40)
    return folder


@pytest.fixture
def flashed(micropython: Path, small: Path, tmp_path: Path) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    """Flash a board that holds these files; returns what it holds when it restarts."""

    def run(files: dict[str, bytes]) -> dict[str, bytes]:
        folder = tmp_path / "board"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        line, terminal = os.openpty()
        tty.setraw(line)
        program = Path(__file__).with_name("raw_repl.py")
        restarted = tmp_path / "board.reset"
        try:
            with subprocess.Popen([micropython, program, folder], stdin=line, stdout=line) as vm:
                flash.flash(small, os.ttyname(terminal))
                # mpremote does not wait for the board to restart
                wait_until(restarted.exists)
                vm.kill()
        finally:
            os.close(line)
            os.close(terminal)
        return tree(folder)

    return run


def wait_until(done: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


a_serial_board = pytest.mark.skipif(sys.platform != "linux", reason="mpremote knows Linux's pseudo-terminals only")


@pytest.mark.vm
@a_serial_board
def test_a_board_is_brought_to_the_build_and_its_ledger_stays(
    flashed: Callable[[dict[str, bytes]], dict[str, bytes]], small: Path
) -> None:
    kept = {"ledger/1.log": b"deals", "boot.py": b"# mine"}
    stale = {"mingg/core/score.py": b"old", "mingg/gone/far.mpy": b"old", "board.py": b"old", "main.py": b"old"}
    assert flashed(kept | stale) == tree(small) | kept


@pytest.mark.vm
@a_serial_board
def test_only_what_changed_is_sent(
    flashed: Callable[[dict[str, bytes]], dict[str, bytes]], small: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = tree(small) | {"main.py": b"old"}
    assert flashed(before) == tree(small)
    said = capfd.readouterr().out
    assert said.count("Up to date:") == len(before) - 1
    assert "Up to date: ./main.py" not in said


def test_a_port_that_does_not_answer_is_an_error(
    small: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(flash.FlashError, match="did not take the firmware"):
        flash.flash(small, str(tmp_path / "no-such-port"))
    assert "no-such-port" in capfd.readouterr().err
