"""The build's order of imports: each module is loaded before a module that needs it, so that no import nests."""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mingg_host.deploy import sources
from mingg_host.deploy.hoist import hoist

SOURCES = {
    "hoistpkg": "",
    "hoistpkg.app": (
        "from hoistpkg.always import ONE\n\n\ndef go():\n    from hoistpkg.top import TOP\n\n    return TOP\n"
    ),
    "hoistpkg.always": "ONE = 1\n",
    "hoistpkg.top": (
        "from hoistpkg import middle, always\n\nTOP = middle.MIDDLE + always.ONE\n\n\n"
        "class Later:\n    def find(self):\n        from hoistpkg.other import OTHER as found\n\n        return found\n"
    ),
    "hoistpkg.middle": "from hoistpkg.low import LOW\n\nMIDDLE = LOW + 1\n",
    "hoistpkg.low": "from hoistpkg.lowest import LOWEST\n\nLOW = LOWEST + 1\n",
    "hoistpkg.lowest": "LOWEST = 0\n",
    "hoistpkg.other": "from hoistpkg.low import LOW\n\nOTHER = LOW * 10\n",
}
START = ["hoistpkg.app"]


def hoisted(modules: Mapping[str, str], *named: str) -> dict[str, str]:
    trees = {module: sources.parsed(module, text) for module, text in modules.items()}
    hoist(trees, START, set(named))
    return {module: sources.unparsed(tree) for module, tree in trees.items()}


@pytest.fixture
def nested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, str]]]:
    """Puts the hoisted modules on the path. Collects (nesting of imports, module) for each loaded module."""
    for module, text in hoisted(SOURCES).items():
        path = tmp_path / (module.replace(".", "/") + ".py" if module != "hoistpkg" else "hoistpkg/__init__.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("hoistpkg.app")
    loads: list[tuple[int, str]] = []
    depth, load = 0, builtins.__import__

    def watched(name: str, *arguments: Any) -> ModuleType:
        nonlocal depth
        before = set(sys.modules)
        depth += 1
        try:
            return load(name, *arguments)
        finally:
            depth -= 1
            new = {module for module in set(sys.modules) - before if module.startswith("hoistpkg")}
            loads.extend((depth, module) for module in new if module not in {loaded for _, loaded in loads})

    monkeypatch.setattr(builtins, "__import__", watched)
    yield loads
    monkeypatch.undo()
    for module in SOURCES:
        sys.modules.pop(module, None)


def test_a_function_loads_the_lowest_module_first_and_no_import_nests(nested: list[tuple[int, str]]) -> None:
    assert sys.modules["hoistpkg.app"].go() == 3
    assert nested == [(0, f"hoistpkg.{name}") for name in ("lowest", "low", "middle", "top")]


def test_a_method_finds_its_imports_whatever_is_loaded(nested: list[tuple[int, str]]) -> None:
    sys.modules["hoistpkg.app"].go()
    for module in ("low", "lowest"):
        del sys.modules[f"hoistpkg.{module}"]  # a board unloads modules that others still use
    nested.clear()
    assert sys.modules["hoistpkg.top"].Later().find() == 10
    assert nested == [(0, f"hoistpkg.{name}") for name in ("lowest", "low", "other")]


def test_modules_that_stay_loaded_are_not_named_again() -> None:
    plain = {module: sources.unparsed(sources.parsed(module, text)) for module, text in SOURCES.items()}
    assert hoisted(SOURCES)["hoistpkg.middle"] == plain["hoistpkg.middle"]  # what loads it prepares for it
    texts = hoisted(SOURCES, "hoistpkg.top")
    first = "import hoistpkg.lowest\nimport hoistpkg.low\nfrom hoistpkg import middle, always\n"
    assert texts["hoistpkg.top"].startswith(first)
    assert texts["hoistpkg.always"] == plain["hoistpkg.always"]


def test_one_statement_that_names_modules_in_the_wrong_order_is_preceded_by_both() -> None:
    modules = SOURCES | {"hoistpkg.both": "def both():\n    from hoistpkg import low, lowest\n"}
    first = "    import hoistpkg.lowest\n    import hoistpkg.low\n    from hoistpkg import low, lowest\n"
    assert hoisted(modules)["hoistpkg.both"] == "def both():\n" + first
