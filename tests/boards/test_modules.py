"""The modules that a board keeps loaded: the resident ones, and those of each place."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
from mingg_host.common import places
from mingg_host.common.untyped import without_types

pytestmark = pytest.mark.lint

PACKAGE = places.package()


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def modules() -> dict[str, ast.Module]:
    return {
        name_of(path): ast.parse(without_types(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def imports(name: str) -> Iterator[str]:
    """Returns the modules that are loaded together with one: its imports outside functions, and those at program
    start."""
    for node in modules()[name].body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (candidate if candidate in modules() else str(node.module) for candidate in names)


def closed(*names: str) -> set[str]:
    """Returns modules with everything that is loaded with them."""
    results: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in modules() and name not in results:
            results.add(name)
            waiting += [*imports(name), name.rpartition(".")[0]]
    return results


RESIDENT = """
    mingg mingg.memory mingg.settings
    mingg.core.deal.deal mingg.core.deal.hand
    mingg.core.rules mingg.core.rules.books mingg.core.rules.rows mingg.core.rules.rules mingg.core.table.session
    mingg.evening.evening mingg.records.ledger mingg.records.line
    mingg.hal.keys mingg.hal.ticks mingg.lang
    mingg.ui.app mingg.ui.display mingg.ui.navigator mingg.ui.play mingg.ui.kit.compass mingg.ui.kit.view
    mingg.entry.entry mingg.ui.kit.canvas mingg.ui.kit.glyphs mingg.ui.kit.rest mingg.ui.seating
    mingg.ui.screens.deal.table
"""


def test_the_resident_modules_are_these() -> None:
    """Every module that is added here takes memory from all screens."""
    loaded = closed("mingg.ui.app")
    bodies = {name: modules()[name].body for name in loaded}
    # packages that hold modules and nothing else
    empty = {name for name, body in bodies.items() if len(body) == 1 and isinstance(body[0], ast.Expr)}
    assert loaded - empty == set(RESIDENT.split())
