"""Keeps imports shallow: a module loads what its imports need before it loads the imports themselves.

A board has 8 kB of stack, and an import that starts inside another import takes 1 kB more of it. Suppose that a module
imports `deals`, `deals` imports `cards`, and `cards` imports `winds`: the board needs 3 kB there. Here the module loads
`winds`, then `cards`, then `deals`: each import finds everything that it needs. So only two kinds of imports change:
those in functions, and those of modules that the board starts with or that a string names. Line numbers do not change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from mingg_host.deploy import screen_names
from mingg_host.deploy.link import imported_modules
from mingg_host.deploy.shared import Compiled


def hoisted(sources: Mapping[str, str], start: Sequence[str]) -> dict[str, str]:
    """Returns the sources with imports added in front of their `from` imports, so that no import starts another one.

    start: the modules that the board loads when it starts. They and all that they import are always loaded. A source
    with a syntax error stays unchanged: the compiler reports it.
    """
    trees: dict[str, ast.Module] = {}
    for module, text in sources.items():
        with suppress(SyntaxError):
            trees[module] = Compiled().visit(ast.parse(text))
    needs = {module: list(dict.fromkeys(imported_modules(tree.body, trees))) for module, tree in trees.items()}
    named = {*start, *_named(trees), *(module for module, _ in screen_names.named(sources.values()))}
    resident: list[str] = []
    for module in start:
        _add_with_needs(module, needs, resident)
    return {
        module: _hoisted(text, trees[module], needs, resident, module in named) if module in trees else text
        for module, text in sources.items()
    }


def _named(trees: Mapping[str, ast.Module]) -> set[str]:
    """Returns the modules that strings name."""
    values = (node.value for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str) and value in trees}


def _add_with_needs(module: str, needs: Mapping[str, Iterable[str]], loaded: list[str]) -> None:
    """Adds a module to `loaded`, after all that it imports."""
    if module not in loaded:
        for needed in needs.get(module, ()):
            _add_with_needs(needed, needs, loaded)
        loaded.append(module)


def _hoisted(
    text: str, tree: ast.Module, needs: Mapping[str, Iterable[str]], resident: Sequence[str], at_top: bool
) -> str:
    """Returns a source with the added imports, in the lines of the statements that need them. at_top: outside functions
    too."""
    loaded = list(resident)
    outside = [node for node in tree.body if isinstance(node, ast.ImportFrom)] if at_top else []
    first = [(node, _to_load_first(node, needs, loaded)) for node in outside]
    for node in ast.walk(tree):
        # When a function is called, only the resident modules are certain to be loaded.
        if isinstance(node, ast.ImportFrom) and node not in tree.body:
            first.append((node, _to_load_first(node, needs, list(resident))))
    lines = text.split("\n")
    for statement, modules in sorted(first, key=lambda change: (change[0].lineno, change[0].col_offset), reverse=True):
        line = lines[statement.lineno - 1].encode()
        inserted = "".join(f"import {module}; " for module in modules).encode()
        lines[statement.lineno - 1] = (line[: statement.col_offset] + inserted + line[statement.col_offset :]).decode()
    return "\n".join(lines)


def _to_load_first(statement: ast.ImportFrom, needs: Mapping[str, Iterable[str]], loaded: list[str]) -> list[str]:
    """Returns the modules to load before an import statement, and adds all that are loaded after it to `loaded`."""
    already = len(loaded)
    imported = list(imported_modules([statement], needs))
    for module in imported:
        _add_with_needs(module, needs, loaded)
    new = loaded[already:]
    # The modules that the statement names need no line of their own if it loads them in the right order.
    in_order = [module for module in new if module in imported] == [module for module in imported if module in new]
    return [module for module in new if module not in imported] if in_order else new
