"""Takes out of a module for MicroPython what only types need: imports, aliases, protocols, blocks for the type checker.

MicroPython has no module `typing`, and a board loads no module for its types alone. Annotations stay: MicroPython does
not read them.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

_GENERIC = frozenset(("tuple", "list", "dict", "set"))


def untyped(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Returns the statements of a module without those that only types need."""
    typing = {
        alias.asname or alias.name
        for node in body
        if isinstance(node, ast.ImportFrom) and node.module in ("typing", "collections.abc")
        for alias in node.names
    }
    rest = [node for node in body if not _is_for_types(node, typing)]
    names = {node: _names(node) for node in body}
    running = {name for node in rest for name, runs in names[node] if runs}
    for_types = {name for node in body for name, _ in names[node]} - running
    results: list[ast.stmt] = []
    for node in rest:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            kept = [alias for alias in node.names if (alias.asname or alias.name) not in for_types]
            if len(kept) < len(node.names):
                if kept:
                    whole = ast.ImportFrom(node.module, kept, node.level) if isinstance(node, ast.ImportFrom) else None
                    results.append(ast.copy_location(whole or ast.Import(kept), node))
                continue
        results.append(node)
    return results


def without_types(text: str) -> str:
    """Returns the source of a module without what only types need. Each statement stays on its line."""
    lines = text.split("\n")
    before = ast.parse(text).body
    after = untyped(before)
    for node in before:
        if node not in after:
            end = node.end_lineno or node.lineno
            lines[node.lineno - 1 : end] = [""] * (end - node.lineno + 1)
    for node in after:
        if node not in before:
            lines[node.lineno - 1] = ast.unparse(node)
    return "\n".join(lines)


def copied(package: Path, folder: Path) -> Path:
    """Copies a package for MicroPython into a folder, without what only types need. Returns the folder."""
    for path in package.rglob("*"):
        if path.suffix in (".py", ".txt"):
            to = folder / path.relative_to(package.parent)
            to.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
            to.write_text(without_types(text) if path.suffix == ".py" else text, encoding="utf-8", newline="")
    return folder


def _is_for_types(node: ast.stmt, typing: set[str]) -> bool:
    """True for a block for the type checker, a protocol, and an alias of a type."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.ClassDef):
        return any(isinstance(base, ast.Name) and base.id in typing for base in node.bases)
    if not isinstance(node, ast.Assign):
        return False
    value = node.value
    if isinstance(value, ast.Subscript):
        return isinstance(value.value, ast.Name) and value.value.id in typing | _GENERIC
    head = value.func if isinstance(value, ast.Call) else value
    return isinstance(head, ast.Name) and head.id in typing


def _names(code: ast.AST) -> set[tuple[str, bool]]:
    """Returns the names that some code uses; False with those in its annotations. A function has its own imports."""
    found = set()
    waiting: list[tuple[ast.AST, bool, frozenset[str]]] = [(code, True, frozenset())]
    while waiting:
        node, runs, own = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            imports = (each for each in ast.walk(node) if isinstance(each, (ast.Import, ast.ImportFrom)))
            own |= {alias.asname or alias.name for each in imports for alias in each.names}
        elif isinstance(node, ast.Name) and not (runs and node.id in own):
            found.add((node.id, runs))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not runs:
            waiting.append((ast.parse(node.value, mode="eval"), False, own))
        for field, value in ast.iter_fields(node):
            runs_there = runs and field not in ("annotation", "returns")
            children = value if isinstance(value, list) else [value]
            waiting += [(child, runs_there, own) for child in children if isinstance(child, ast.AST)]
    return found
