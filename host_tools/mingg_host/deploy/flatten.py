"""Says where the modules of a firmware are on a board, and leaves out empty packages, which MicroPython does not need.

On a small flash all modules are in one folder, because each folder takes two blocks there: `mingg.core.deal.card`
becomes `mingg.all.core_deal_card`. Other boards keep their folders: a board reads a folder three times for each import,
and one folder of 170 files delayed the first screen by a third of a second. Line numbers do not change.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from mingg_host.deploy import screen_names
from mingg_host.deploy.trees import nodes

ROOT = "mingg"
ONE = "all"  # the folder for all modules, if there is one


def imported(*programs: Path) -> set[str]:
    """Returns the modules of the firmware that programs import, by their names in the sources."""
    modules: set[str] = set()
    for program in programs:
        for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                modules.add(node.value)  # for __import__()
    return {name for name in modules if name.split(".")[0] == ROOT}


def names(sources: Mapping[str, str], kept: Set[str] = frozenset(), one: bool = False) -> dict[str, str]:
    """Returns each module's name on the board, without empty packages that nothing needs.

    one: put all modules into one folder, except those in `kept`, and a module that uses __file__, which finds its data
    files beside it.
    """
    packages = {name.rpartition(".")[0] for name in sources}
    ends = Counter(end for package in packages for end in _ends(package))
    new_names = {}
    for name, text in sources.items():
        root, _, path = name.partition(".")
        package, _, leaf = name.rpartition(".")
        if root != ROOT or not path or name in kept or "__file__" in text:
            new_names[name] = name
        elif name not in packages or not _is_empty(text):
            folder = next(end for end in _ends(package) if ends[end] == 1)
            new_names[name] = f"{ROOT}.{ONE}.{folder}_{leaf}" if one else name
    return new_names


def _ends(package: str) -> list[str]:
    """Returns possible names of a folder, the shortest first: deal, core_deal."""
    parts = package.split(".")
    return ["_".join(parts[start:]) for start in reversed(range(len(parts)))]


def flattened(sources: Mapping[str, str], new_names: Mapping[str, str]) -> dict[str, str]:
    """Returns the sources by their new names, with new names in imports and strings. new_names: as names() returns.

    Raises ValueError for a string that names a module that does not exist.
    """
    flat = {}
    for name, text in sources.items():
        if name in new_names:
            try:
                renamed = _renamed(text, new_names)
            except ValueError as error:
                raise ValueError(f"{name}, {error}") from None
            flat[new_names[name]] = screen_names.moved(
                renamed, lambda screen: screen._replace(module=new_names[screen.module])
            )
    return flat


def _is_empty(text: str) -> bool:
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return False  # the compiler reports it
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)


def _renamed(text: str, new_names: Mapping[str, str]) -> str:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    lines = text.split("\n")
    changes = sorted(_changes(tree, new_names), key=lambda change: (change[0].lineno, change[0].col_offset))
    for node, new in reversed(changes):
        first, last = node.lineno - 1, (node.end_lineno or 0) - 1
        start = lines[first].encode()[: node.col_offset].decode()
        end = lines[last].encode()[node.end_col_offset :].decode()
        lines[first : last + 1] = [start + new + end, *[""] * (last - first)]
    return "\n".join(lines)


def _changes(tree: ast.Module, new_names: Mapping[str, str]) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """Yields each node to replace, with its new text."""
    statements = {id(node.value) for node in nodes(tree) if isinstance(node, ast.Expr)}  # docstrings among them
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom):
            if node.module and node.module.split(".")[0] == ROOT:
                yield node, _imports(node, new_names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            new = new_names.get(node.value, node.value)
            if (
                node.value not in new_names
                and node.value.startswith(f"{ROOT}.")
                and node.value[-1] != "."
                and id(node) not in statements
            ):
                raise ValueError(f"line {node.lineno}: there is no module {node.value}")
            if new != node.value:
                yield node, repr(new)


def _imports(node: ast.ImportFrom, new_names: Mapping[str, str]) -> str:
    """Returns the import, or several on one line: the code of a package and its modules are in different folders."""
    groups: dict[str, list[str]] = {}
    for alias in node.names:
        full_name = f"{node.module}.{alias.name}"
        if full_name in new_names:
            package, _, leaf = new_names[full_name].rpartition(".")
            known = alias.asname or alias.name
            groups.setdefault(package, []).append(leaf if leaf == known else f"{leaf} as {known}")
        else:
            groups.setdefault(new_names.get(node.module or "", node.module or ""), []).append(ast.unparse(alias))
    return "; ".join(f"from {module} import {', '.join(names)}" for module, names in groups.items())
