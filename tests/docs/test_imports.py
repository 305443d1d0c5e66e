"""Imports between modules: dependencies have one direction, as in docs/architecture.md, and no cycles."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from mingg.core.rules import RULE_SETS
from mingg_host.common.untyped import untyped

pytestmark = pytest.mark.lint

ROOT = Path(__file__).resolve().parents[2]
# What each part of a package may import beside itself, at once or inside a function.
MAY_IMPORT: dict[str, dict[str, set[str]]] = {
    "mingg": {
        "core": set(),
        "hal": set(),
        "lang": set(),
        "records": {"core"},
        "evening": {"core", "records"},
        "entry": {"core", "lang"},
        "device": {"records"},
        "link": {"hal", "records"},
        "ui": {"core", "device", "entry", "evening", "hal", "lang", "link", "records"},
        "start": {"hal", "ui"},
    },
    # the pipeline, in its order
    "mingg.core": {
        "values": set(),
        "rules": {"values"},
        "deal": set(),
        "score": {"deal", "rules"},
        "hand": {"deal", "rules", "score", "values"},
        "settle": {"deal", "score"},
        "counters": {"values"},
        "table": {"deal", "hand", "settle"},
        "explain": {"deal", "rules", "score", "settle"},
        "interchange": {"counters", "deal", "rules", "score", "settle", "table", "hand", "values"},
    },
    "mingg_host": {
        "common": set(),
        "art": {"common"},
        "board": {"common"},
        "device": {"common"},
        "scoring": {"common"},
        "evenings": {"common"},
        "report": {"common", "evenings"},
        "simulator": {"art", "common", "deploy", "device", "evenings", "report"},
        "connection": {"common", "evenings"},
        "deploy": {"board", "common", "connection", "device"},
        "commands": {
            "board",
            "common",
            "connection",
            "deploy",
            "device",
            "evenings",
            "report",
            "scoring",
            "simulator",
        },
        "cli": {"commands", "common"},
    },
}
# The part that the modules beside the folders belong to.
BESIDE = {"mingg": "device", "mingg_host": "cli"}


def modules() -> dict[str, Path]:
    paths = {}
    for folder in ("firmware/mingg", "host_tools/mingg_scoring", "host_tools/mingg_host", "host_tools/mingg_club"):
        package = ROOT / folder
        for path in package.rglob("*.py"):
            name = ".".join(path.relative_to(package.parent).with_suffix("").parts)
            paths[name.removesuffix(".__init__")] = path
    return paths


MODULES = modules()


def part_of(package: str, module: str) -> str | None:
    """Returns the part of a package that a module belongs to; None for a module of another package."""
    if not f"{module}.".startswith(f"{package}."):
        return None
    part = module[len(package) + 1 :].partition(".")[0]
    return part if part in MAY_IMPORT[package] else BESIDE.get(package, part)


def imports(node: ast.AST, at_once: bool = True) -> Iterator[tuple[str, bool]]:
    """Returns the modules of this project that some code imports, and whether at load time. What only the type checker
    reads does not count."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, at_once) for alias in child.names if alias.name in MODULES)
        elif isinstance(child, ast.ImportFrom):
            names = [f"{child.module}.{alias.name}" for alias in child.names]
            known = (name if name in MODULES else str(child.module) for name in names)
            yield from ((name, at_once) for name in known if name in MODULES)
        else:
            later = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            yield from imports(child, at_once and not later)


@functools.cache
def graph(types: bool = False) -> dict[str, list[tuple[str, bool]]]:
    """types: with what only types of the firmware need. A board does not load it, but a PC does."""
    trees = {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}
    for module, tree in trees.items():
        if module.startswith("mingg.") and not types:
            tree.body = untyped(tree.body)
    return {module: [entry for entry in imports(tree) if entry[0] != module] for module, tree in trees.items()}


def test_no_module_waits_for_one_that_waits_for_it() -> None:
    at_once = {module: {name for name, loaded in entries if loaded} for module, entries in graph(types=True).items()}
    assert sum(map(len, at_once.values())) > 500
    TopologicalSorter(at_once).prepare()  # raises CycleError, which names them


@pytest.mark.parametrize(
    "package", [*("mingg.core", "mingg.evening", "mingg.records"), *("mingg_scoring", "mingg_host", "mingg_club")]
)
def test_no_circle_is_closed_by_an_import_inside_a_function(package: str) -> None:
    part = {module: {name for name, _ in entries} for module, entries in graph().items() if module.startswith(package)}
    TopologicalSorter(part).prepare()


@pytest.mark.parametrize(
    ("package", "part"), [(package, part) for package in MAY_IMPORT for part in MAY_IMPORT[package]]
)
def test_a_part_imports_what_its_list_names(package: str, part: str) -> None:
    of_part = [module for module in MODULES if part_of(package, module) == part]
    assert of_part
    imported = {part_of(package, name) for module in of_part for name, _ in graph()[module]} - {part, None}
    assert imported == MAY_IMPORT[package][part]


def test_the_firmware_knows_nothing_of_the_pc() -> None:
    imported = {name for module in MODULES if part_of("mingg", module) for name, _ in graph()[module]}
    assert imported
    assert not {name for name in imported if not part_of("mingg", name)}


def test_the_library_knows_the_rules_and_the_sessions_of_the_firmware_alone() -> None:
    of_library = [module for module in MODULES if f"{module}.".startswith("mingg_scoring.")]
    assert len(of_library) > 10
    imported = {name for module in of_library for name, _ in graph()[module] if not name.startswith("mingg_scoring")}
    parts = {part_of("mingg", name) for name in imported - {"mingg"}}
    assert parts == {"core", "evening", "records", "lang"}


def test_nothing_but_the_club_imports_the_club() -> None:
    """It is a house of its own: who runs no club night needs nothing of it."""
    importing = {module for module in MODULES for name, _ in graph()[module] if f"{name}.".startswith("mingg_club.")}
    assert len(importing) > 20
    assert not {module for module in importing if not f"{module}.".startswith("mingg_club.")}


def test_the_club_knows_the_firmware_through_its_link() -> None:
    of_club = [module for module in MODULES if f"{module}.".startswith("mingg_club.")]
    knowing = {module for module in of_club if any(part_of("mingg", name) for name, _ in graph()[module])}
    assert knowing == {"mingg_club.link", "mingg_club.phone.browser.club"}  # the second one runs beside the firmware
    used = {part_of("mingg_host", name) for module in of_club for name, _ in graph()[module]} - {None}
    assert used == {"commands", "common", "connection", "device", "evenings", "report", "scoring", "simulator"}


# ---- screens ----


def test_screens_reach_each_other_by_name_alone() -> None:
    """No module of the user interface imports in a ring, imports inside functions among them."""
    ui = {
        module: {name for name, _ in names if name.startswith("mingg.ui")}
        for module, names in graph().items()
        if module.startswith("mingg.ui")
    }
    TopologicalSorter(ui).prepare()


def test_no_code_asks_which_rule_set_is_played() -> None:
    """It asks for a row, or for a key of TABLE: then a new rule set needs no code."""
    asked = {
        f"{path}:{node.lineno}"
        for path in (ROOT / "firmware/mingg").rglob("*.py")
        if path.parent.name != "rules"  # where they are loaded
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and any(isinstance(part, ast.Constant) and part.value in RULE_SETS for part in ast.walk(node))
    }
    assert not asked
