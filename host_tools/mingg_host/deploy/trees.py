"""Lists the nodes of a module's syntax tree."""

from __future__ import annotations

import ast
import functools


@functools.lru_cache(maxsize=1024)
def nodes(tree: ast.Module) -> list[ast.AST]:
    """Returns all nodes of a module, as ast.walk() yields them. A build needs them about twenty times."""
    return list(ast.walk(tree))
