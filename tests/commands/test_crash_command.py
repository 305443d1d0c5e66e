"""`mingg crash`: a traceback of a board, where names are short, read with the names of the sources."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.boards import a_serial_board
from help.commands import run
from mingg_host.commands import firmware as firmware_commands
from mingg_host.commands.firmware import translated
from mingg_host.common import places
from mingg_host.common.untyped import untyped
from mingg_host.deploy import build, firmware, short_names
from mingg_host.evenings.backup import CRASH

SHORTENED = re.compile(r"a\d+")
KNOWN = {
    "mingg.ui.app": {
        "a1": [".balance", "mingg.ui.app.App.step"],
        "a2": ["mingg.ui.app.App", "mingg.ui.play.Play.save"],
        "a3": [".balance"],
    },
    "mingg.core.deal.hand": {"a1": ["mingg.core.deal.hand.find"]},
}
SHORT = """Traceback (most recent call last):
  File "main.py", line 27, in main
  File "mingg.ui.app", line 1, in a1
  File "mingg.core.deal.hand", line 1, in a1
  File "mingg.ui.app", line 1, in a2
AttributeError: 'a2' object has no attribute 'a3'
"""
WHOLE = """Traceback (most recent call last):
  File "main.py", line 27, in main
  File "mingg.ui.app", line 1, in mingg.ui.app.App.step
  File "mingg.core.deal.hand", line 1, in mingg.core.deal.hand.find
  File "mingg.ui.app", line 1, in mingg.ui.app.App or mingg.ui.play.Play.save
AttributeError: 'App or save' object has no attribute 'balance'"""


def test_a_traceback_gets_the_names_of_the_sources() -> None:
    assert translated(SHORT, KNOWN) == WHOLE


def test_unknown_text_stays() -> None:
    strange = 'Traceback\n  File "mingg.ui.app", line 1, in a9\n  File "x", line 2, in <module>\nKeyError: \'a1\' a2'
    assert translated(strange, KNOWN) == strange
    assert translated(strange + "\n", {}) == strange


def test_a_build_lists_the_names_of_all_functions(built: Path) -> None:
    read = firmware.names_in(built)
    assert read.digest == json.loads((built / "manifest.json").read_text())["digest"]
    files = set((built / "files").rglob("*.mpy"))
    assert {f"{name.replace('.', '/')}.mpy" for name in read.modules} >= {
        path.relative_to(built / "files").as_posix() for path in files if path.name not in ("__init__.mpy", "board.mpy")
    }
    full_names = [
        name
        for module_names in read.modules.values()
        for functions in module_names.values()
        for name in functions
        if name[0] != "."
    ]
    for module in (
        "mingg.core.deal.hand",
        "mingg.evening.evening",
        "mingg.ui.navigator",
        "mingg.core.settle.settle",
    ):
        tree = ast.parse((places.package().parent / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
        for node in untyped(tree.body):
            if isinstance(node, ast.FunctionDef):
                assert f"{module}.{node.name}" in full_names
            elif isinstance(node, ast.ClassDef):
                methods = {function.name for function in node.body if isinstance(function, ast.FunctionDef)}
                assert {f"{module}.{node.name}.{name}" for name in methods} <= set(full_names)
    # A unit has the functions of all its modules; whatever is called there a0, a1 is one of these.
    unit = read.modules["mingg.app"]
    owners = {name.rpartition(".")[0] for functions in unit.values() for name in functions}
    assert {"mingg.ui.app.App", "mingg.records.line", "mingg.ui.navigator.Navigator"} <= owners
    assert any(SHORTENED.fullmatch(name) or name in short_names.OF_A_PICO.split() for name in unit)


def test_the_names_of_a_build_are_those_of_its_files(built: Path) -> None:
    """Every listed short name is in the compiled module, and all other names are unchanged."""
    for module, module_names in firmware.names_in(built).modules.items():
        path = built / "files" / f"{module.replace('.', '/')}.mpy"
        if not path.exists():
            path = path.with_suffix("") / "__init__.mpy"
        data = path.read_bytes()
        for short, full in module_names.items():
            if SHORTENED.fullmatch(short) or short in short_names.OF_A_PICO.split():
                assert short.encode() in data
            elif short not in short_names.NAMES + short_names.ARGUMENTS:  # the file has only their numbers
                assert all(short.startswith(name.rpartition(".")[2]) for name in full), (module, short, full)


def test_a_module_that_a_program_imports_hands_on_the_names_of_its_unit() -> None:
    sources = {
        "mingg.main": "from mingg.part import find\n\n\nclass Main:\n    def go(self):\n        return find()\n",
        "mingg.part": "def find():\n    return 1\n",
    }
    texts, known = build.shortened(
        sources, {"mingg.main": ["mingg.part"]}, ["from mingg.part import find\nfind.go()\n"]
    )
    assert texts.keys() == known.keys() == {"mingg.main", "mingg.part"}
    assert known["mingg.main"]["go"] == ["mingg.main.Main.go"]
    assert known["mingg.main"]["find"] == ["mingg.part.find"]
    assert known["mingg.part"] == {}


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / CRASH
    path.write_text(SHORT)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / firmware.NAMES).write_text(json.dumps({"digest": "d1", "modules": KNOWN}))
    return folder


def test_a_file_is_read_with_the_names_of_a_folder(report: Path, folder: Path) -> None:
    assert run("crash", str(report), "--firmware", str(folder)) == (0, f"{WHOLE}\n", "")
    report.write_bytes(b"\xff\x1b[2Jno traceback")
    status, output, _ = run("crash", str(report), "--firmware", str(folder))
    assert (status, output) == (0, "\ufffd\\u001b[2Jno traceback\n")


def test_a_file_does_not_name_its_firmware(report: Path) -> None:
    status, _, output = run("crash", str(report))
    assert (status, "The firmware that stopped is unknown" in output) == (2, True)


@pytest.mark.parametrize("text", ["", "[]", '{"digest": ""}', '{"digest": "", "modules": {"a": 1}}', '{"modules": {}}'])
def test_a_folder_without_names_is_refused(report: Path, folder: Path, text: str) -> None:
    (folder / firmware.NAMES).write_text(text)
    status, _, output = run("crash", str(report), "--firmware", str(folder))
    assert (status, "names.json is missing or damaged" in output) == (1, True)


def test_the_firmware_is_compiled_if_none_is_named(report: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builds = []

    def make(board: str, out: Path) -> None:
        builds.append(board)
        shutil.copytree(folder, out)

    monkeypatch.setattr(firmware_commands, "made", make)
    assert run("crash", str(report), "--board", "pico") == (0, f"{WHOLE}\n", "")
    assert builds == ["pico"]


# ---- on a board ----


@a_serial_board
@pytest.mark.vm
def test_the_report_on_a_board_is_read(serial_board: Callable[..., Any], folder: Path, tmp_path: Path) -> None:
    label = {"main.py": b"pass\n", "mingg/build.json": b'{"board": "pico", "version": "1", "digest": "d1"}\n'}
    with serial_board(label) as board:
        words = ("crash", "--firmware", str(folder), "--port", board.port)
        assert "The board has no report" in run(*words)[1]
    with serial_board(label | {f"ledger/{CRASH}": SHORT.encode()}) as board:
        words = ("crash", "--firmware", str(folder), "--port", board.port)
        assert run(*words) == (0, f"{WHOLE}\n", "")
        board.wait_for_reset()
        (folder / firmware.NAMES).write_text(json.dumps({"digest": "d2", "modules": KNOWN}))
        status, output, doubt = run(*words)
        assert (status, output) == (0, f"{WHOLE}\n")
        assert "the board has another firmware" in doubt
        board.wait_for_reset(2)
        pulled = run("pull", "--port", board.port, "--archive", str(tmp_path / "archive.sqlite"))
        assert "`mingg crash` prints where" in pulled[2]
        board.wait_for_reset(3)
        assert board.files[f"ledger/{CRASH}"] == SHORT.encode()


def test_the_report_has_the_file_name_of_the_firmware() -> None:
    text = (places.package() / "hal" / "crash.py").read_text(encoding="utf-8")
    assert f'\nREPORT = "{CRASH}"\n' in text
