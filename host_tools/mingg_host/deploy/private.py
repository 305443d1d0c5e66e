"""The private names of a module made short, and the same in all modules: a board forgets no name that it has read.

Functions, classes and constants of a module that begin with one underscore are nobody else's business. A traceback
calls the first of them _0, the next _1; its line says which it is. Constants that are a plain number become part of the
code that uses them.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize

_NUMBER = re.compile(r"^(_[A-Z0-9_]+) = (-?(?:\d+|0x[0-9A-Fa-f]+))(?=\s*(?:#|$))", re.MULTILINE)


def shared(text: str) -> str:
    """The source with its private names replaced; every line stays where it is."""
    text = _NUMBER.sub(r"\1 = const(\2)", text)
    names = {name: f"_{at}" for at, name in enumerate(_private(ast.parse(text)))}
    lines = text.splitlines(keepends=True)
    before = ""
    places = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME and token.string in names and before != ".":
            places.append(token)
        before = token.string
    for token in reversed(places):
        row, column = token.start
        line = lines[row - 1]
        lines[row - 1] = line[:column] + names[token.string] + line[token.end[1] :]
    return "".join(lines)


def _private(module: ast.Module) -> list[str]:
    """What a module defines for itself, in order; not what something else in it is called, too."""
    found: dict[str, None] = {}
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = None
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            found |= {name.id: None for name in ast.walk(target) if isinstance(name, ast.Name)}
    other: set[str | None] = set()
    for inner in ast.walk(module):
        if isinstance(inner, ast.arg | ast.keyword):
            other.add(inner.arg)
        elif isinstance(inner, ast.Attribute):
            other.add(inner.attr)
        elif isinstance(inner, ast.JoinedStr):  # its names stand in a string
            other.update(name.id for name in ast.walk(inner) if isinstance(name, ast.Name))
        elif isinstance(inner, ast.ClassDef):
            other.update(each.name for each in inner.body if isinstance(each, ast.FunctionDef))
    return [name for name in found if name[:1] == "_" and name[:2] != "__" and name not in other]
