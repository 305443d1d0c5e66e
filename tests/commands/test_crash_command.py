"""`mingg crash`: a traceback of a board, where names are short, read with the names of the sources."""

from __future__ import annotations

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


def test_a_traceback_gets_the_names_of_the_sources_and_unknown_text_stays() -> None:
    assert translated(SHORT, KNOWN) == WHOLE
    strange = 'Traceback\n  File "mingg.ui.app", line 1, in a9\n  File "x", line 2, in <module>\nKeyError: \'a1\' a2'
    assert translated(strange, KNOWN) == strange
    assert translated(strange + "\n", {}) == strange


def test_a_build_lists_the_names_of_all_functions_as_its_files_have_them(built: Path) -> None:
    read = firmware.names_in(built)
    assert read.digest == json.loads((built / "manifest.json").read_text())["digest"]
    listed = {name for names in read.modules.values() for functions in names.values() for name in functions}
    some = "core.hand.hand.parse evening.evening.last_deal ui.app.App.turn records.ledger.Ledger.append"
    assert {f"mingg.{name}" for name in some.split()} <= listed
    files = {path.stem for path in (built / "files").rglob("*.mpy")} - {"__init__", "board"}
    assert files <= {module.rpartition(".")[2] for module in read.modules}
    shortened = 0
    for module, names in read.modules.items():
        path = built / "files" / f"{module.replace('.', '/')}.mpy"
        data = (path if path.exists() else path.with_suffix("") / "__init__.mpy").read_bytes()
        for short, full in names.items():
            if SHORTENED.fullmatch(short) or short in short_names.OF_A_PICO.split():
                assert short.encode() in data
                shortened += 1
            elif short not in short_names.NAMES + short_names.ARGUMENTS:  # the file has only their numbers
                assert all(short.startswith(name.rpartition(".")[2]) for name in full), (module, short, full)
    assert shortened > 100


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
