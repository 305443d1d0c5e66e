"""pytest --device: tests on a board, which raw_repl.py plays."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from help import on_board
from help.boards import Board, a_serial_board
from help.on_board import runner
from mingg_host.common.output import Failure
from mingg_host.connection import link

pytestmark = [a_serial_board, pytest.mark.vm]
Boards = Callable[..., Board]  # the fixture serial_board
PROJECT = Path(__file__).parents[2]
ON_IT = {"ledger/0001-00.txt": b"an evening\n", "main.py": b"import board\n", "board.py": b"STORE = '/ledger'\n"}
MIXED = """
import os

def test_1_passes():
    from mingg.core.rules import load
    assert load("babcock")
    print("told from", os.getcwd())

def test_2_fails():
    found = 1 + 1
    assert found == 3, found

def test_3_needs_too_much():
    bytearray(100 * 1024 * 1024)

def test_4_finds_no_board():
    try:
        import board
    except ImportError:
        return
    raise AssertionError(board.STORE)
"""


@pytest.fixture
def board(serial_board: Boards) -> Iterator[Board]:
    """A board with what an interrupted run left."""
    with serial_board({**ON_IT, "mingg-tests/old/module.img": b"old"}, blocks=512) as board:
        yield board


@pytest.fixture
def core(compiled: Path, tmp_path: Path) -> Path:
    """A part of the firmware, which is sent in a moment: rule sets, and the language of the tests."""
    firmware = tmp_path / "firmware"
    for part in ("core/deal", "core/rules", "lang"):
        there = firmware / "mingg" / part
        shutil.copytree(compiled / "mingg" / part, there, ignore=shutil.ignore_patterns("[!e]?.txt"))
    return firmware


def pytest_on(port: str, compiled: Path, folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Runs the tests of a project with this text as its only test module, and with compiled firmware."""
    (folder / "tests" / "rules").mkdir(parents=True)
    shutil.copytree(PROJECT / "tests" / "help", folder / "tests" / "help", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "test_on_micropython.py"):
        (folder / "tests" / name).write_bytes((PROJECT / "tests" / name).read_bytes())
    shared = folder / "tests" / "conftest.py"
    built = 'build_once("compiled", lambda out: _compile(untyped, out))'
    shared.write_text(shared.read_text(encoding="utf-8").replace(built, f"Path({str(compiled)!r})"), encoding="utf-8")
    (folder / "tests" / "rules" / "test_sample.py").write_text(text, encoding="utf-8")
    for name in ("host_tools", "firmware"):
        (folder / name).symlink_to(PROJECT / name)
    command = [sys.executable, "-m", "pytest", "-c", PROJECT / "pyproject.toml", "--rootdir", folder]
    command += ["-o", f"pythonpath={folder / 'tests'}"]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", folder / "tests" / "test_on_micropython.py", "--device", port],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_passed_failed_and_skipped_tests_are_reported_and_the_board_is_cleaned(
    board: Board, core: Path, tmp_path: Path
) -> None:
    result = pytest_on(board.port, core, tmp_path / "project", MIXED)
    output = result.stdout
    assert result.returncode == 1, output + result.stderr
    assert "1 failed, 2 passed, 1 skipped in" in output, output[-3000:]
    assert "told from /mingg-tests/module/tests/rules" in output
    assert 'File "tests/rules/test_sample.py", line 11, in test_2_fails' in output
    assert "AssertionError: 2" in output
    assert "test_sample-test_3_needs_too_much: the board has too little memory: MemoryError" in output
    assert "NOT TESTED: 1 tests: the board has too little" in output
    board.wait_for_reset()
    assert board.files == ON_IT


def test_a_board_that_stops_answering_ends_the_run(board: Board, core: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_board, "RUN", "while True:\n    pass")
    monkeypatch.setattr(on_board, "SILENT_S", 2)
    monkeypatch.setattr(link, "ANSWER_S", 1)
    module = PROJECT / "tests" / "hardware" / "test_dice.py"
    with pytest.raises(Failure) as refused, runner(board.port, core) as run:
        run(module)
    message = str(refused.value)
    assert message.startswith(f"test_dice: The device at {board.port} ")
    assert "does not answer as MicroPython does" in message
    assert message.endswith("/mingg-tests is still on the board; the next run removes it.")


def test_a_flash_without_room_is_a_reason_to_skip(serial_board: Boards, compiled: Path) -> None:
    with serial_board(ON_IT) as board:
        with pytest.raises(on_board.TooLarge, match="the board has too little flash: "), runner(board.port, compiled):
            pass
        board.wait_for_reset()
        assert board.files == ON_IT


@pytest.mark.parametrize("store", ["/", "/mingg-tests", "/mingg-tests/ledger"])
def test_ledgers_in_the_folder_of_the_tests_are_not_changed(serial_board: Boards, tmp_path: Path, store: str) -> None:
    files = {"board.py": f"STORE = {store!r}\n".encode(), f"{store}/0001-00.txt".strip("/"): b"an evening\n"}
    with serial_board(files) as board:
        with pytest.raises(Failure, match="keeps its ledgers in"):
            on_board.Runner(board.port, tmp_path)
        board.wait_for_reset()
        assert board.files == files


def test_changed_ledgers_are_reported(board: Board, tmp_path: Path) -> None:
    runner = on_board.Runner(board.port, tmp_path / "no firmware")
    runner.link.write("/ledger/0001-00.txt", b"another\n")
    with pytest.raises(Failure, match="have changed /ledger"):
        runner.close()


def test_a_board_gets_the_helpers_that_a_test_imports() -> None:
    files = on_board.needed(PROJECT / "tests" / "rules" / "test_explanations.py")
    assert {"tests/help/texts.mpy", "tests/help/answers.mpy", "tests/rules/test_explanations.mpy"} <= files.keys()
