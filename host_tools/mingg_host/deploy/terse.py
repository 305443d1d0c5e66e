"""Leaves out what the errors of mingg.core say. Their classes and places stay.

No screen shows these texts: the device has its own, in the player's language. A PC runs the sources, and has them all.
The texts of evening and ui stay: some screens read them.
"""

from __future__ import annotations

import ast
from contextlib import suppress

_PACKAGE = "mingg.core."


def terse(module: str, text: str) -> str:
    """The source of a module without the texts of its errors. Every line stays where it is."""
    if not module.startswith(_PACKAGE):
        return text
    with suppress(SyntaxError):  # the compiler reports it
        lines = text.splitlines(keepends=True)
        texts = [said for node in ast.walk(ast.parse(text)) for said in _said(node)]
        for said in sorted(texts, key=lambda node: (node.lineno, node.col_offset), reverse=True):
            _blank(lines, said)
        text = "".join(lines)
    return text


def _said(node: ast.AST) -> list[ast.expr]:
    """The text that an error is raised with, its last argument, if it is a text that is written there."""
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
        last = node.exc.args[-1]
        first = last
        while isinstance(first, ast.BinOp):
            first = first.left
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            return [last]
    return []


def _blank(lines: list[str], said: ast.expr) -> None:
    """Puts "" in the place of an expression, and as many empty lines as it had more than one."""
    first, last = said.lineno - 1, (said.end_lineno or said.lineno) - 1
    before = lines[first].encode()[: said.col_offset]
    after = lines[last].encode()[said.end_col_offset :]
    lines[first : last + 1] = [f'{before.decode()}""' + "\n" * (last - first) + after.decode()]
