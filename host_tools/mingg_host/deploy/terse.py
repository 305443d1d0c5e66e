"""Removes the messages of errors in mingg.core, and the places in the input. The error classes stay.

No screen shows them: the device has its own texts, in the player's language. A PC runs the sources and shows them. The
messages in `evening` and `ui` stay: some screens read them.
"""

from __future__ import annotations

import ast
from contextlib import suppress

_PACKAGE = "mingg.core."
# These errors lose all arguments. Other errors lose only a literal text.
_FOR_PEOPLE = ("BadInput", "BadHouse")


def terse(module: str, text: str) -> str:
    """Returns the source of a module without messages of errors. Line numbers do not change."""
    if not module.startswith(_PACKAGE):
        return text
    with suppress(SyntaxError):  # the compiler reports it
        lines = text.splitlines(keepends=True)
        raised = [node.exc for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Raise)]
        calls = [error for error in raised if isinstance(error, ast.Call) and error.args]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset), reverse=True):
            if ast.unparse(call.func) in _FOR_PEOPLE or (_is_text(call.args[-1]) and len(call.args) == 1):
                _replace(lines, call, ast.unparse(call.func))
            elif _is_text(call.args[-1]):
                _replace(lines, call.args[-1], '""')
        text = "".join(lines)
    return text


def _is_text(node: ast.expr) -> bool:
    """True for a string, and for strings joined by operators."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _replace(lines: list[str], node: ast.expr, new: str) -> None:
    """Replaces an expression. Adds empty lines, so that the text keeps its number of lines."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset]
    after = lines[last].encode()[node.end_col_offset :]
    lines[first : last + 1] = [before.decode() + new + "\n" * (last - first) + after.decode()]
