"""What ships to a board: all that a board runs, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mingg_host.common import places
from mingg_host.deploy import contents
from test_imports import GRAPH, imports

pytestmark = pytest.mark.lint

PACKAGE = places.package()


def test_every_file_of_the_firmware_is_on_the_list() -> None:
    shipped = {path for _, path in (*contents.modules(Path()), *contents.texts())}
    left_out = {PACKAGE / name for name in contents.LEFT_OUT}
    listed = shipped | left_out
    assert {path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".txt")} == listed - {
        places.main_py(),
        Path("board.py"),
    }
    assert not shipped & left_out


def test_nothing_that_ships_imports_what_is_left_out() -> None:
    left_out = {f"mingg.{name.removesuffix('.py').replace('/', '.')}" for name in contents.LEFT_OUT}
    assert left_out <= set(GRAPH)
    assert not {name for name in GRAPH if {each for each, _ in GRAPH[name]} & left_out and name.startswith("mingg.")}


def test_a_board_runs_every_module_that_ships() -> None:
    """Every module is imported by main.py, or by a module that is."""
    left = [name for name, _ in imports(ast.parse(places.main_py().read_text(encoding="utf-8")))]
    found = set()
    while left:
        name = left.pop()
        if name not in found:
            found |= {name}
            left += [*(imported for imported, _ in GRAPH[name]), *([name.rpartition(".")[0]] if "." in name else [])]
    named = (path.removesuffix("/__init__").replace("/", ".") for path, _ in contents.modules(Path()))
    assert {name for name in named if name.startswith("mingg")} - found == set()
