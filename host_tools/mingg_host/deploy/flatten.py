"""Puts the folders of a firmware beside each other, under short names.

A board never forgets a name that it has read, and every compiled module holds the full name of each module that it
imports. `mingg.core.deal.card` becomes `mingg.core_deal.card`, and an empty package disappears. Folders stay small: a
board reads a folder of 170 files three times for each import, which took a third of a second until Table is shown.
A package holds all modules in it that are loaded, and who holds the package holds them, too. So the code of a package
lies apart from its modules. Lines stay where they are.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from mingg_host.deploy.trees import nodes

ROOT = "mingg"
PACKAGES = "packages"  # the folder with the code of packages


def imported(*programs: Path) -> set[str]:
    """The modules of the firmware that programs import, as the sources call them."""
    found: set[str] = set()
    for program in programs:
        for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)  # for __import__()
    return {name for name in found if name.split(".")[0] == ROOT}


def names(sources: Mapping[str, str], kept: Set[str] = frozenset()) -> dict[str, str]:
    """What each module is called on the board. `kept` keep their names, and so does what lies in the same folders.

    A module that asks for its own file stays where that file is. Empty packages that nobody needs are left out.
    """
    stay = {name for name, text in sources.items() if "__file__" in text} | (kept & sources.keys())
    stay |= {name for name in sources if name.split(".")[0] != ROOT or name == ROOT}
    above = {".".join(parts[:depth]) for parts in (name.split(".") for name in stay) for depth in range(1, len(parts))}
    packages = {name.rpartition(".")[0] for name in sources if "." in name}
    ends = Counter(end for package in packages for end in _ends(package))
    folders = {package: next(end for end in _ends(package) if ends[end] == 1) for package in packages}
    found = {name: name for name in stay}
    for name, text in sources.items():
        package, _, leaf = name.rpartition(".")
        if name in stay or (name in packages and _is_empty(text)):
            continue
        if name in packages:
            found[name] = f"{ROOT}.{PACKAGES}.{folders[name]}"
        else:
            found[name] = name if package in above else f"{ROOT}.{folders[package]}.{leaf}"
    return found


def _ends(package: str) -> list[str]:
    """What a folder could be called, the shortest first: deal, core_deal."""
    parts = package.split(".")[1:] or [package]
    return ["_".join(parts[at:]) for at in reversed(range(len(parts)))]


def flattened(sources: Mapping[str, str], found: Mapping[str, str]) -> dict[str, str]:
    """The sources by their new names, with the modules that they import and name called so. found: see names().
    Raises ValueError where a string names a module that there is not."""
    flat = {}
    for name, text in sources.items():
        if name in found:
            try:
                flat[found[name]] = _renamed(text, found)
            except ValueError as error:
                raise ValueError(f"{name}, {error}") from None
    return flat


def _is_empty(text: str) -> bool:
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return False  # the compiler says why
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)


def _renamed(text: str, found: Mapping[str, str]) -> str:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    lines = text.split("\n")
    for node, new in sorted(_changes(tree, found), key=lambda each: (each[0].lineno, each[0].col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or 0) - 1
        start = lines[first].encode()[: node.col_offset].decode()
        end = lines[last].encode()[node.end_col_offset :].decode()
        lines[first : last + 1] = [start + new + end, *[""] * (last - first)]
    return "\n".join(lines)


def _changes(tree: ast.Module, found: Mapping[str, str]) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """What is to be replaced, and by which text."""
    statements = {id(node.value) for node in nodes(tree) if isinstance(node, ast.Expr)}  # docstrings among them
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom):
            if node.module and node.module.split(".")[0] == ROOT:
                yield node, _imports(node, found)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            new = found.get(node.value, node.value)
            if node.value not in found and node.value[:-1].startswith(f"{ROOT}.") and id(node) not in statements:
                raise ValueError(f"line {node.lineno}: there is no module {node.value}")
            if new != node.value:
                yield node, repr(new)


def _imports(node: ast.ImportFrom, found: Mapping[str, str]) -> str:
    """The statement, or several on one line: a module and what is in a package may lie apart now."""
    groups: dict[str, list[str]] = {}
    for alias in node.names:
        whole = f"{node.module}.{alias.name}"
        if whole in found:
            package, _, leaf = found[whole].rpartition(".")
            known = alias.asname or alias.name
            groups.setdefault(package, []).append(leaf if leaf == known else f"{leaf} as {known}")
        else:
            said = alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
            groups.setdefault(found.get(node.module or "", node.module or ""), []).append(said)
    return "; ".join(f"from {module} import {', '.join(wanted)}" for module, wanted in groups.items())
