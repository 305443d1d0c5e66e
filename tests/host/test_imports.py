"""Who imports whom: dependencies go one way, as docs/architecture.md draws them, and never in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).resolve().parents[2]
# What a part of the firmware may import beside itself, at once or when asked for.
MAY_IMPORT: dict[str, set[str]] = {
    "ledger": set(),
    "core": {"ledger"},
    "hal": set(),
    "lang": {"device"},
    "evening": {"core", "ledger"},
    "device": {"ledger"},
    "ui": {"core", "device", "evening", "hal", "lang", "ledger"},
}
# The pipeline of the core, in its order: what a folder of it may import beside itself.
CORE_MAY_IMPORT: dict[str, set[str]] = {
    "values": set(),
    "rules": {"values"},
    "deal": set(),
    "scoring": {"deal"},
    "tiles": {"deal", "scoring"},
    "settlement": {"deal", "scoring"},
    "counters": set(),
    "table": {"deal", "settlement"},
    "explanation": {"deal", "rules", "scoring", "settlement"},
    "interchange": {"counters", "deal", "replay", "rules", "scoring", "settlement", "table", "tiles", "values"},
}


def modules() -> dict[str, Path]:
    found = {}
    for root, package in (("firmware", "mingg"), ("host_tools", "mingg_host")):
        for path in (ROOT / root / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT / root).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


MODULES = modules()


def part_of(module: str) -> str:
    """A folder of mingg. What lies beside the folders is of the device."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in MAY_IMPORT else "device"


def imports(node: ast.AST, at_once: bool = True) -> Iterator[tuple[str, bool]]:
    """The modules of ours that some code imports, and whether as soon as it is loaded; what only types need is none."""
    for child in ast.iter_child_nodes(node):
        if (
            isinstance(child, ast.If)
            and isinstance(child.test, ast.Name)
            and child.test.id in ("MYPY", "TYPE_CHECKING")
        ):
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, at_once) for alias in child.names if alias.name in MODULES)
        elif isinstance(child, ast.ImportFrom) and child.module in MODULES:
            for alias in child.names:
                inner = f"{child.module}.{alias.name}"
                yield (inner if inner in MODULES else str(child.module)), at_once
        else:
            later = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            yield from imports(child, at_once and not later)


GRAPH = {
    module: [each for each in imports(ast.parse(path.read_text(encoding="utf-8"))) if each[0] != module]
    for module, path in MODULES.items()
}


def test_no_module_waits_for_one_that_waits_for_it() -> None:
    at_once = {module: {name for name, loaded in found if loaded} for module, found in GRAPH.items()}
    assert sum(map(len, at_once.values())) > 500
    TopologicalSorter(at_once).prepare()  # raises CycleError, which names them


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_of_the_firmware_imports_what_lies_below_it(part: str) -> None:
    of_part = {module for module in MODULES if module.split(".")[0] == "mingg" and part_of(module) == part}
    assert of_part
    imported = {name for module in of_part for name, _ in GRAPH[module]}
    assert not {name for name in imported if name.split(".")[0] != "mingg"}, "the firmware knows nothing of the PC"
    assert {part_of(name) for name in imported} - {part} <= MAY_IMPORT[part]


@pytest.mark.parametrize("folder", CORE_MAY_IMPORT)
def test_a_folder_of_the_core_imports_what_comes_before_it(folder: str) -> None:
    of_folder = {module for module in MODULES if f"{module}.".startswith(f"mingg.core.{folder}.")}
    assert of_folder
    imported = {name.split(".")[2] for module in of_folder for name, _ in GRAPH[module] if name[:11] == "mingg.core."}
    assert imported - {folder} <= CORE_MAY_IMPORT[folder]


def test_nothing_in_the_core_imports_in_a_circle_not_even_later() -> None:
    core = {module: {name for name, _ in found} for module, found in GRAPH.items() if module.startswith("mingg.core")}
    TopologicalSorter(core).prepare()
