"""Keeps imports shallow: a module loads what its imports need before it loads the imports themselves.

A board has 8 kB of stack, and an import that starts inside another import takes 1 kB more of it. Suppose that a module
imports `deals`, `deals` imports `cards`, and `cards` imports `winds`: the board needs 3 kB there. Here the module loads
`winds`, then `cards`, then `deals`: each import finds everything that it needs. So only two kinds of imports change:
those in functions, and those of modules that the board starts with or that a string names.

A module that a string names also gets a list of all that it needs: see firmware/mingg/memory.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence, Set

from mingg_host.deploy.symbols import imported

NEEDS = "needs"  # a name that the firmware asks a module for, so no build changes it


def hoist(trees: Mapping[str, ast.Module], start: Sequence[str], named: Set[str]) -> None:
    """Adds imports in front of `from` imports, so that no import starts another one.

    trees: by module. start: the modules that the board loads when it starts. They and all that they import are always
    loaded. named: the modules that strings name.
    """
    needs = {module: imported(tree.body, trees) for module, tree in trees.items()}
    resident: list[str] = []
    for module in start:
        _add_with_needs(module, needs, resident)
    for module, tree in trees.items():
        loaded = list(resident)
        body: list[ast.stmt] = []
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and module in {*start, *named}:
                body += _preceded(node, needs, loaded)
            else:
                body.append(node if isinstance(node, ast.ImportFrom) else _Inner(needs, resident).visit(node))
        if module in named and module not in resident:
            listed: list[str] = []
            _add_with_needs(module, needs, listed)
            body.append(_listed([name for name in listed if name not in resident]))
        tree.body = body


def _listed(modules: Sequence[str]) -> ast.stmt:
    return ast.Assign([ast.Name(NEEDS, ast.Store())], ast.Tuple([*map(ast.Constant, modules)], ast.Load()), lineno=0)


class _Inner(ast.NodeTransformer):
    """When a function is called, only the resident modules are certain to be loaded."""

    def __init__(self, needs: Mapping[str, Iterable[str]], resident: Sequence[str]) -> None:
        self.needs, self.resident = needs, resident

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        return _preceded(node, self.needs, list(self.resident))


def _add_with_needs(module: str, needs: Mapping[str, Iterable[str]], loaded: list[str]) -> None:
    """Adds a module to `loaded`, after all that it imports."""
    if module not in loaded:
        for needed in needs.get(module, ()):
            _add_with_needs(needed, needs, loaded)
        loaded.append(module)


def _preceded(statement: ast.ImportFrom, needs: Mapping[str, Iterable[str]], loaded: list[str]) -> list[ast.stmt]:
    """Returns an import with the imports that it needs first. Adds all that are loaded after it to `loaded`."""
    already = len(loaded)
    modules = imported([statement], needs)
    for module in modules:
        _add_with_needs(module, needs, loaded)
    new = loaded[already:]
    # The modules that the statement names need no line of their own if it loads them in the right order.
    in_order = [module for module in new if module in modules] == [module for module in modules if module in new]
    first = [module for module in new if module not in modules or not in_order]
    return [ast.copy_location(ast.Import([ast.alias(module)]), statement) for module in first] + [statement]
