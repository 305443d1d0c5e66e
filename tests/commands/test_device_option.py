"""pytest --device: tests on a board, which raw_repl.py plays."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from help import on_board
from help.boards import Board, a_serial_board
from help.on_board import runner
from mingg_host.common.output import Failure

pytestmark = [a_serial_board, pytest.mark.vm]
Boards = Callable[..., Board]  # the fixture serial_board
PytestOn = Callable[..., "subprocess.CompletedProcess[str]"]
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
HANGS = """
import time

def test_1_passes():
    pass

def test_2_never_ends():
    time.sleep(3600)
"""
IMPATIENT = """
from help import on_board
from mingg_host.connection import link
on_board.SILENT_S, link.ANSWER_S = 2, 1
"""


@pytest.fixture
def board(serial_board: Boards) -> Iterator[Board]:
    """A board with what an interrupted run left."""
    with serial_board({**ON_IT, "mingg-tests/old/module.img": b"old"}, blocks=512) as board:
        yield board


@pytest.fixture
def core(compiled: Path, tmp_path: Path) -> Path:
    """A part of the firmware, which is sent in a moment."""
    mingg = tmp_path / "firmware" / "mingg"
    shutil.copytree(compiled / "mingg", mingg, ignore=shutil.ignore_patterns("ui", "evening", "link", "[!e]?.txt"))
    return mingg.parent


@pytest.fixture
def pytest_on(core: Path, tmp_path: Path) -> PytestOn:
    return partial(_pytest_on, core, tmp_path / "project")


def _pytest_on(
    compiled: Path, folder: Path, port: str, text: str, before: str = ""
) -> subprocess.CompletedProcess[str]:
    """Runs the tests of a project with this text as its only test module, and with compiled firmware. before: what the
    run does first."""
    (folder / "tests" / "rules").mkdir(parents=True)
    shutil.copytree(PROJECT / "tests" / "help", folder / "tests" / "help", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "test_on_micropython.py"):
        (folder / "tests" / name).write_bytes((PROJECT / "tests" / name).read_bytes())
    shared = folder / "tests" / "conftest.py"
    built = shared.read_text(encoding="utf-8").replace(
        'build_once("compiled", lambda out: _compile(untyped, out))', f"Path({str(compiled)!r})"
    )
    shared.write_text(built + before, encoding="utf-8")
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
    board: Board, pytest_on: PytestOn
) -> None:
    result = pytest_on(board.port, MIXED)
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


def test_a_board_that_stops_answering_ends_the_run(board: Board, pytest_on: PytestOn) -> None:
    result = pytest_on(board.port, HANGS, IMPATIENT)
    output = result.stdout
    assert result.returncode == 1, output + result.stderr
    assert f"test_sample: The device at {board.port}" in output
    assert "does not answer as MicroPython does" in output
    assert "/mingg-tests is still on the board; the next run removes it." in output
    assert len(output) < 5000


def test_a_flash_without_room_is_a_reason_to_skip(serial_board: Boards, core: Path) -> None:
    with serial_board(ON_IT) as board:
        with pytest.raises(on_board.TooLarge, match="the board has too little flash: "), runner(board.port, core):
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
