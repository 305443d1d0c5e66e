"""The names of a firmware: MicroPython forgets none, so there are to be few, and they come all at once."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mingg import modules
from mingg_host.deploy import names, private

# With one more MicroPython asks for a single block of 18 kB, which a board has not in the middle of a game.
ROOM = 2550
OTHERS = 100  # what a session brings: what players are called, what a ledger is called


def test_every_name_is_in_a_module_of_names(firmware: Path) -> None:
    of_names = list((firmware / "mingg").glob("names*.mpy"))
    files = [path for path in firmware.rglob("*.mpy") if path not in of_names]
    used = {name for path in files for name in names.read(path.read_bytes())}
    assert used > {"boot", "TableScreen", "mingg.ui.app"}
    held = {name for path in of_names for name in names.read(path.read_bytes())}
    # what is longer than a name that a string may be is named while the module runs
    assert {name for name in used - held if name.isidentifier()} == set()
    assert all(any(name.encode() in path.read_bytes() for path in of_names) for name in used - held)


@pytest.mark.vm
def test_no_module_brings_a_name_once_all_are_met_and_there_is_room_for_them(firmware: Path, micropython: Path) -> None:
    program = (
        "import sys, micropython; sys.path[:] = ['']; from mingg import modules\n"
        "while modules.meet_names(): pass\n"
        "micropython.qstr_info()\n"
        "import mingg.ui.app, mingg.core.analysis, mingg.ui.screens.card, mingg.past.moved, mingg.ui.seldom.menu\n"
        "micropython.qstr_info(); print(sorted(name for name in sys.modules if 'names' in name))"
    )
    run = subprocess.run([micropython, "-c", program], cwd=firmware, capture_output=True, text=True, check=False)
    counts = [int(count) for count in re.findall(r"n_qstr=(\d+)", run.stdout)]
    assert len(counts) == 2, run.stdout + run.stderr
    assert counts[1] - counts[0] < 5  # what is asked for with getattr() is no name before
    assert counts[0] > 2000
    assert counts[1] < ROOM - OTHERS
    assert run.stdout.splitlines()[-1] == "[]"


BASE = """
class Screen:
    def __init__(self):
        self._top = 1
        self._kept = 2

    def _row(self):
        return self._top, self._kept
"""
PLAIN = """
import sys

from base import Screen

_MOST = 12  # of them
_FEW: "int" = 3
_TABLE = (_MOST, _FEW)
PUBLIC = 5


def _first(of):
    return of[:_MOST]


def _put(of):
    return of


class _Own(Screen):
    def __init__(self):
        Screen.__init__(self)
        self._low = 7
        self._said = 8

    def _put(self, given):
        return _first(given), _TABLE, self._low, getattr(self, "_said")

    def all(self, _given):
        return self._put(_given), _put(_given), self._row()


def named():
    return f"{_TABLE}", _Own().all("a cat")
"""


def run(sources: dict[str, str]) -> object:
    base: dict[str, Any] = {"const": int, "__name__": "base"}
    exec(sources["base"], base)
    plain: dict[str, Any] = {"const": int, "__name__": "plain", "Screen": base["Screen"]}
    exec(sources["plain"].replace("from base import Screen", ""), plain)
    return plain["named"]()


def test_private_names_are_shared_and_everything_means_the_same() -> None:
    before = {"base": BASE, "plain": PLAIN}
    after = private.shared(before)
    assert run(after) == run(before)
    assert {name: len(text.splitlines()) for name, text in after.items()} == {
        name: len(text.splitlines()) for name, text in before.items()
    }
    said = set(re.findall(r"\w+", after["plain"]))
    assert "_0 = const(12)  # of them" in after["plain"]
    assert "PUBLIC = 5" in after["plain"]
    # in a string; asked for by a string; an argument; of another module
    assert {"_TABLE", "_said", "_given", "_row"} <= said
    assert said.isdisjoint({"_MOST", "_FEW", "_first", "_put", "_Own", "_low"})
    # what is inherited keeps its own
    of_base = set(re.findall(r"self\.(_\d+)", after["base"]))
    assert of_base
    assert of_base.isdisjoint(re.findall(r"self\.(_\d+)", after["plain"]))


def test_a_class_of_two_modules_is_refused() -> None:
    both = "from base import Screen\nfrom plain import Other\nclass Both(Screen, Other):\n    pass\n"
    with pytest.raises(ValueError, match="Both inherits from base and plain"):
        private.shared({"base": BASE, "plain": "class Other:\n    pass\n", "both": both})


def test_what_python_does_not_take_is_left_to_the_compiler() -> None:
    assert private.shared({"a": "def ("}) == {"a": "def ("}


def test_names_that_find_no_room_are_left_to_the_modules_that_use_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str) -> None:
        raise MemoryError

    monkeypatch.setattr(modules, "__import__", full, raising=False)
    assert not modules.meet_names()
