"""What a board lets go of: whatever stays must not stand on what goes, or a module would be there twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from mingg import modules
from mingg_host.common import places

pytestmark = pytest.mark.lint

PACKAGE = places.package()
LOADED = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): tree for path, tree in LOADED.items()}


def imports(name: str) -> Iterator[str]:
    """The modules that are loaded with one: what it imports outside its functions and where the program runs."""
    for node in MODULES[name].body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            both = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (each if each in MODULES else str(node.module) for each in both)


def closed(*names: str) -> set[str]:
    """Modules with all that is loaded with them."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name in MODULES and name not in found:
            found.add(name)
            left += [*imports(name), name.rpartition(".")[0]]
    return found


# Packages: they hold modules, and at most functions that open screens.
FACES = {name_of(path) for path in LOADED if path.name == "__init__.py"}
STAYS = closed("mingg.ui.app")
TABLE = ("mingg.ui.screens.deal", "mingg.ui.screens.deal.table")
OF_A_DEAL = {name for name in MODULES if name in modules.DEAL or name.rpartition(".")[0] in modules.DEAL}


@pytest.mark.parametrize("name", sorted(OF_A_DEAL))
def test_what_a_deal_is_done_with_stands_on_nothing_that_goes(name: str) -> None:
    apart = {
        "mingg.ledger.kinds",
        "mingg.core.replay",
        *modules.TILED,
    }  # read tiles or whole files: soon gone
    assert closed(name) - OF_A_DEAL - STAYS - FACES - apart == set()


def test_what_stays_for_good_is_what_every_screen_needs() -> None:
    """What is seldom needed has not crept in."""
    assert {name for name in STAYS if name.startswith("mingg.ui.screens.")} == set(TABLE)
    assert not [name for name in STAYS if ".history" in name or ".interchange" in name]


@pytest.mark.parametrize("group", ["TILED", "ENTERING", "ANSWERING", "WRITING", "PAST", "RESULT", "PAYMENTS", "MOVING"])
def test_every_name_is_one_of_a_module(group: str) -> None:
    assert set(getattr(modules, group)) <= set(MODULES)
