"""The names of a firmware: MicroPython forgets none, so there are to be few, and they come all at once."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from mingg_host import places
from mingg_host.deploy import build, names, private

# With one more MicroPython asks for a single block of 18 kB, which a board has not in the middle of a game.
ROOM = 2550
OTHERS = 100  # what a session brings: what players are called, what a ledger is called


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("firmware")
    build.build(places.boards()["pico"], out)
    return out


def test_every_name_is_in_the_module_of_names(built: Path) -> None:
    of_names = built / "mingg" / "names.mpy"
    files = [path for path in built.rglob("*.mpy") if path != of_names]
    used = {name for path in files for name in names.read(path.read_bytes())}
    assert used > {"boot", "TableScreen", "mingg.ui.app"}
    held = set(names.read(of_names.read_bytes()))
    # what is longer than a name that a string may be is named while the module runs
    assert {name for name in used - held if name.isidentifier()} == set()
    assert all(name.encode() in of_names.read_bytes() for name in used)


@pytest.mark.vm
def test_no_module_brings_a_name_that_is_not_known_at_the_start_and_there_is_room_for_all(
    built: Path, micropython: Path
) -> None:
    program = (
        "import sys, micropython; sys.path[:] = ['']; import mingg; micropython.qstr_info()\n"
        "import mingg.ui.app, mingg.core.analysis, mingg.ui.screens.card, mingg.past.moved, mingg.ui.seldom.menu\n"
        "micropython.qstr_info(); print(sorted(name for name in sys.modules if 'names' in name))"
    )
    run = subprocess.run([micropython, "-c", program], cwd=built, capture_output=True, text=True, check=False)
    counts = [int(count) for count in re.findall(r"n_qstr=(\d+)", run.stdout)]
    assert len(counts) == 2, run.stdout + run.stderr
    assert counts[1] - counts[0] < 5  # what is asked for with getattr() is no name before
    assert counts[1] < ROOM - OTHERS
    assert run.stdout.splitlines()[-1] == "[]"


PLAIN = '''"""What it is."""

import sys

_MOST = 12  # of them
_FEW: "int" = 3
_TABLE = (_MOST, _FEW)
PUBLIC = 5


def _first(of):
    return of[:_MOST]


def _put(of):
    return of


class _Own:
    def _put(self, given):
        return _first(given), _TABLE, self._kept


def both(_given, other=None):
    return _Own()._put(other), _put(_given)


def named():
    return _first(_given=3), f"{_TABLE}"
'''


def test_private_names_are_shared_but_for_what_something_else_is_called() -> None:
    text = private.shared(PLAIN)
    assert len(text.splitlines()) == len(PLAIN.splitlines())
    assert "_0 = const(12)  # of them" in text
    assert "PUBLIC = 5" in text
    # in a string, as a method and as a module's own, as an argument
    assert {"_TABLE", "_put", "_given"} <= set(re.findall(r"\w+", text))
    assert {"_MOST", "_FEW", "_first", "_Own"}.isdisjoint(re.findall(r"\w+", text))
    assert "_0 = 12" not in text
    there: dict[str, object] = {"const": int}
    here: dict[str, object] = {}
    exec(text, there)
    exec(PLAIN, here)
    for space in (there, here):
        assert space["PUBLIC"] == 5
        found = [value for value in space.values() if getattr(value, "__name__", "") in ("_Own", "_2", "_3", "_4")]
        assert found


def test_a_source_without_private_names_stays_as_it_is() -> None:
    text = "def open(name):\n    return name.__class__, name._own\n"
    assert private.shared(text) == text
