"""Strings that name a screen: a build puts the names of the board there, and refuses a name that no screen has."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from mingg.ui import navigator
from mingg_host.board.data import firmware_of
from mingg_host.common import places
from mingg_host.deploy import build, contents

# A small firmware: names that occur twice, a folder that core has too, a unit, and the code that finds a screen.
SOURCES = {
    "main": '__import__("mingg.ui.app")\n',
    "board": "",
    "mingg/__init__": "",
    "mingg/core/deal/hand": "LOW = 1\n",
    "mingg/core/setup/people": "from mingg.core.deal.hand import LOW\n\n\ndef Typing():\n    return LOW + 1\n",
    "mingg/ui/navigator": inspect.getsource(navigator.module_of) + inspect.getsource(navigator.find),
    "mingg/ui/app": (
        "from mingg.ui.navigator import find\nfrom mingg.ui.screens.deal.table import Table\n\n\n"
        "def shown():\n    from mingg.core.setup.people import Typing\n\n    return [\n"
        '        (name.partition(".")[0], find(name)().told(1))\n        for name in (\n'
        '            "setup.people.Typing",\n            "deal.table.Table",\n            "deal.card.Card",\n'
        '            "deal.card.opened",\n        )\n    ], Typing(), Table().told(1)\n'
    ),
    "mingg/ui/screens/deal/table": "class Table:\n    def told(self, what):\n        return 'table', what\n",
    "mingg/ui/screens/deal/card": (
        "class Card:\n    def told(self, what):\n        return 'card', what\n\n\n"
        "def opened():\n    from mingg.ui.navigator import find\n\n"
        '    return (find("è" and "setup.people.Turn"), find("setup.people.Typing"))[1]()\n'
    ),
    "mingg/ui/screens/setup/people": (
        "class Table:\n    pass\n\n\nclass Turn(Table):\n    pass\n\n\n"
        "class Typing(Table):\n    def told(self, what):\n        return 'typing', what\n"
    ),
}
UNITS = {"mingg.ui.app": ("mingg.ui.navigator", "mingg.ui.screens.deal.table")}
SHOWN = (
    "([('setup', ('typing', 1)), ('deal', ('table', 1)), ('deal', ('card', 1)), ('deal', ('typing', 1))], 2, "
    "('table', 1))\n"
)
PROGRAM = "from mingg.ui.app import shown\n\nprint(shown())\n"


def put(folder: Path, sources: Mapping[str, str]) -> None:
    for name, text in sources.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def made(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: bool = False) -> Path:
    """Builds the small firmware, with a program that prints what it shows."""
    put(folder / "sources", {**SOURCES, "program": PROGRAM})
    files = [(name, folder / "sources" / f"{name}.py") for name in SOURCES]
    monkeypatch.setattr(contents, "modules", lambda board: files)
    monkeypatch.setattr(contents, "units", lambda board: UNITS)
    of_board = firmware_of(places.boards()["pico"])._replace(languages=())
    monkeypatch.setattr(build, "firmware_of", lambda board: of_board)
    build.build(places.boards()["pico"], folder / "built", [folder / "sources" / "program.py"], lines)
    return folder / "built"


def printed(vm: Path | str, folder: Path, program: Path) -> str:
    run = f"import sys\nsys.path.insert(0, {str(folder)!r})\nexec(open({str(program)!r}).read())\n"
    return subprocess.run([vm, "-c", run], check=True, capture_output=True, text=True).stdout


@pytest.mark.vm
@pytest.mark.parametrize("lines", [False, True])
def test_a_built_firmware_finds_a_screen_by_its_name(
    lines: bool, micropython: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path, monkeypatch, lines)
    assert printed(micropython, folder, tmp_path / "sources" / "program.py") == SHOWN


def test_sources_find_the_same_screens(tmp_path: Path) -> None:
    put(tmp_path, {**SOURCES, "program": PROGRAM})
    assert printed(sys.executable, tmp_path, tmp_path / "program.py") == SHOWN


def test_a_name_is_as_short_as_the_names_of_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = (made(tmp_path, monkeypatch) / "mingg" / "ui" / "app.mpy").read_bytes()
    for name in (
        rb"setup\.:screens_setup_people\.a\d\0",
        rb"deal\.:ui\.app\.a\d\0",
        rb"deal\.:card\.a\d\0",
    ):
        assert re.search(name, compiled), name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("deal.table.Tabel", "deal has no class or function Tabel"),
        ("deal.tabel.Table", "deal has no module tabel"),
    ],
)
def test_a_name_that_no_screen_has_is_refused(name: str, why: str) -> None:
    texts = {module.replace("/", "."): text for module, text in SOURCES.items()}
    texts["mingg.ui.app"] = texts["mingg.ui.app"].replace("deal.table.Table", name)
    with pytest.raises(ValueError, match=rf"mingg\.ui\.app, line 12: '{name}' names no screen: mingg.ui.screens.{why}"):
        build.shortened(texts, {})


def test_another_text_with_two_dots_stays() -> None:
    texts = {
        "mingg.ui.screens.deal.card": "DRAWN = []\n",
        "mingg.ui.app": "TEXTS = ['www.mingg.org', 'deal.card', 'a.deal.b.c']\n",
    }
    assert "['www.mingg.org', 'deal.card', 'a.deal.b.c']" in build.shortened(texts, {})[0]["mingg.app"]
