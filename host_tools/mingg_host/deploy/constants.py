"""Replaces named numbers and short strings by their values, across modules: `from mingg.hal.keys import LEFT`.

A constant costs a board a name in the module and a search for it at each use; an imported one also costs an import.
Longer strings stay: each file would repeat them.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress

from mingg_host.deploy.trees import nodes

Value = int | str
Cut = tuple[int, int, int, int, str]  # first line and column, last line and column (in bytes of UTF-8), new text

_LONGEST = 10  # letters: MicroPython's compiler stores a string of this length as a name


def inlined(sources: Mapping[str, str], kept: Set[str] = frozenset()) -> dict[str, str]:
    """Returns sources by module (mingg.ui.app) with values for constants. Line numbers do not change.

    A definition stays if an attribute, a string or `kept` has its name: code may read it from the module. A module with
    a syntax error stays as it is: the compiler reports it. Raises ValueError.
    """
    trees = {}
    for module, text in sources.items():
        with suppress(SyntaxError):
            trees[module] = ast.parse(text)
    constants = {module: _constants(tree) for module, tree in trees.items()}
    mentioned = {*kept, *(name for tree in trees.values() for name in _mentioned(tree))}
    changed = {}
    for module, tree in trees.items():
        cuts = [*_uses(module, tree, constants), *_definitions(tree, constants[module].keys() - mentioned)]
        changed[module] = _cut(sources[module], cuts)
    return {**sources, **changed}


def _mentioned(tree: ast.Module) -> Iterator[str]:
    """Yields names that code may read from a module at run time."""
    bound = _bound(tree)
    for node in nodes(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if alias.asname or bound[alias.name])


def _constants(tree: ast.Module) -> dict[str, Value]:
    """Returns the numbers and short strings that a module defines and never changes."""
    bound = _bound(tree)
    constants: dict[str, Value] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            for name, value in _named(node.targets[0], node.value):
                if bound[name] == 1 and name.isupper():
                    constants[name] = value
    return constants


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, Value]]:
    """Yields the names and values of an assignment: A = 1, or A, B = 1, 2, or A, B = range(2)."""
    if isinstance(target, ast.Name):
        with suppress(ValueError):
            constant = ast.literal_eval(value)
            if type(constant) is int or (type(constant) is str and len(constant) <= _LONGEST):
                yield target.id, constant
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for inner_target, inner_value in zip(target.elts, value.elts, strict=True):
            yield from _named(inner_target, inner_value)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
        with suppress(ValueError):
            for inner_target, number in zip(target.elts, range(*map(ast.literal_eval, value.args)), strict=True):
                if isinstance(inner_target, ast.Name):
                    yield inner_target.id, number


def _bound(tree: ast.Module) -> Counter[str]:
    """Counts how often a module binds each name, without imports."""
    bound: Counter[str] = Counter()
    for node in nodes(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        elif isinstance(node, ast.arg):
            bound[node.arg] += 1
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound[node.name] += 1
    return bound


def _uses(module: str, tree: ast.Module, constants: Mapping[str, dict[str, Value]]) -> list[Cut]:
    known = dict(constants[module])
    bound = _bound(tree)
    sources: dict[str, set[str]] = defaultdict(set)
    for node in nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            of_module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                sources[alias.asname or alias.name].add(f"{of_module}.{alias.name}")
    cuts: list[Cut] = []
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module in constants:
            values = constants[node.module]
            names = [alias.name for alias in node.names if not alias.asname and alias.name in values]
            names = [name for name in names if not bound[name]]
            several = [name for name in names if len(sources[name]) > 1]
            if several:
                raise ValueError(
                    f"{module}, line {node.lineno}: {several[0]} comes from several modules. Import it from one of them"
                )
            known.update({name: values[name] for name in names})
            if names:
                cuts.append(_import(node, set(names)))
    in_texts = {id(inner) for node in nodes(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
    for node in nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
            if id(node) in in_texts:
                raise ValueError(
                    f"{module}, line {node.lineno}: the constant {node.id} is within an f-string. Put it outside"
                )
            end = node.end_lineno or 0, node.end_col_offset or 0
            value = known[node.id]
            negative = isinstance(value, int) and value < 0
            cuts.append((node.lineno, node.col_offset, *end, f"({value})" if negative else repr(value)))
    return cuts


def _definitions(tree: ast.Module, needless: Set[str]) -> Iterator[Cut]:
    """Yields the definitions of constants that nothing needs any more."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names = {name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)}
            if names and names <= needless:
                last, end = node.end_lineno or 0, node.end_col_offset or 0
                yield node.lineno, node.col_offset, last, end, "pass" + "\n" * (last - node.lineno)


def _import(node: ast.ImportFrom, taken: set[str]) -> Cut:
    """Removes names from an import. It takes as many lines as before."""
    names = [alias for alias in node.names if alias.name not in taken]
    last, end = node.end_lineno or 0, node.end_col_offset or 0
    rest = f"from {node.module} import {', '.join(map(ast.unparse, names))}" if names else "pass"
    return node.lineno, node.col_offset, last, end, rest + "\n" * (last - node.lineno)


def _cut(text: str, cuts: list[Cut]) -> str:
    lines = text.encode().splitlines(keepends=True)
    for first, left, last, right, new in sorted(cuts, reverse=True):
        lines[first - 1 : last] = [lines[first - 1][:left] + new.encode() + lines[last - 1][right:]]
    return b"".join(lines).decode()
