"""Private methods and attributes made short, and the same in all classes: a board forgets no name that it has read.

What begins with one underscore and no other module mentions is a class's own. A traceback calls the first of them _0,
the next _1; its line says which it is.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Set
from contextlib import suppress

from mingg_host.deploy.shared import nodes


def shared(sources: Mapping[str, str], kept: Set[str] = frozenset()) -> dict[str, str]:
    """Sources by module (mingg.ui.app), with these names replaced, but for `kept`; every line stays where it is. What
    Python itself does not take is left to the compiler to complain of."""
    trees = {}
    for module, text in sources.items():
        with suppress(SyntaxError):
            trees[module] = ast.parse(text)
    attributes = _attributes(trees, kept)
    changed = {module: _replaced(sources[module], attributes[module], _methods(tree)) for module, tree in trees.items()}
    for module, text in changed.items():
        _refuse_twofold(module, ast.parse(text))
    return {**sources, **changed}


def _replaced(text: str, attributes: dict[str, str], methods: set[tuple[int, int]]) -> str:
    lines = text.splitlines(keepends=True)
    found = []
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            new = attributes.get(token.string)
            if new is not None and (before == "." or token.start in methods):
                found.append((token, new))
        before = token.string
    for token, new in reversed(found):
        row = token.start[0] - 1
        lines[row] = lines[row][: token.start[1]] + new + lines[row][token.end[1] :]
    return "".join(lines)


def _numbered(names: list[str], start: int = 0) -> dict[str, str]:
    return {name: f"_{at}" for at, name in enumerate(names, start)}


def _is_private(name: str) -> bool:
    return name[:1] == "_" and name[:2] != "__" and len(name) > 1


def _attributes(trees: Mapping[str, ast.Module], kept: Set[str]) -> dict[str, dict[str, str]]:
    """By module: the new names of what its classes alone have. What a class inherits from another module keeps clear of
    its own."""
    used = {module: set(_mentioned(tree)) for module, tree in trees.items()}
    modules = Counter(name for names in used.values() for name in names)
    names = {
        module: sorted(name for name in _defined(tree) - kept if modules[name] == 1) for module, tree in trees.items()
    }
    above = {module: _bases(tree, trees) for module, tree in trees.items()}

    def start(module: str) -> int:
        return max((start(base) + len(names[base]) for base in above[module]), default=0)

    return {module: _numbered(names[module], start(module)) for module in trees}


def _methods(tree: ast.Module) -> set[tuple[int, int]]:
    """Where the names of methods stand: line, column."""
    return {
        (node.lineno, node.col_offset + len("def "))
        for owner in nodes(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.FunctionDef)
    }


def _mentioned(tree: ast.Module) -> Iterator[str]:
    for node in nodes(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value  # for getattr()
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield inner.name


def _defined(tree: ast.Module) -> set[str]:
    """Private methods, and private attributes that are set; not what a class says of itself, or what a string names."""
    found: set[str] = set()
    other: set[str] = set()
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            found.update(inner.name for inner in node.body if isinstance(inner, ast.FunctionDef))
            inside = [inner for inner in node.body if not isinstance(inner, ast.FunctionDef)]
            other.update(name.id for inner in inside for name in ast.walk(inner) if isinstance(name, ast.Name))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            other.add(node.value)
    return {name for name in found - other if _is_private(name)}


def _bases(tree: ast.Module, modules: Container[str]) -> set[str]:
    """Those of the modules that classes are inherited from. ValueError where one class inherits from two."""
    imported: dict[str, str] = {}
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module in modules:
            imported |= {alias.asname or alias.name: node.module for alias in node.names}
    found: set[str] = set()
    for node in nodes(tree):
        if isinstance(node, ast.ClassDef):
            bases = {imported[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in imported}
            if len(bases) > 1:
                raise ValueError(f"{node.name} inherits from {' and '.join(sorted(bases))}: private names could clash")
            found |= bases
    return found


def _refuse_twofold(module: str, tree: ast.Module) -> None:
    """ValueError where a class asks for something of its module after a method of the same new name."""
    for owner in nodes(tree):
        if isinstance(owner, ast.ClassDef):
            methods: set[str] = set()
            for node in owner.body:
                if isinstance(node, ast.FunctionDef):
                    methods.add(node.name)
                elif any(isinstance(name, ast.Name) and name.id in methods for name in ast.walk(node)):
                    raise ValueError(f"{module}, line {node.lineno}: what stands below a method is named like it")
