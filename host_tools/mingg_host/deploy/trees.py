"""Goes through a module's syntax tree."""

from __future__ import annotations

import ast
import functools


@functools.lru_cache(maxsize=1024)
def nodes(tree: ast.Module) -> list[ast.AST]:
    """All nodes of a module, as ast.walk() yields them. A build asks for them some twenty times."""
    return list(ast.walk(tree))
