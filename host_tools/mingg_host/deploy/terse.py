"""Leaves out what the errors of mingg.core say, and where in the input: their classes stay.

No screen shows either: the device has texts of its own, in the player's language. A PC runs the sources, and has both.
The texts of evening and ui stay: some screens read them.
"""

from __future__ import annotations

import ast
from contextlib import suppress

_PACKAGE = "mingg.core."
# Raised without arguments, whatever they are. Of other errors only a text that is written there goes.
_FOR_PEOPLE = ("BadInput", "BadHouse")


def terse(module: str, text: str) -> str:
    """The source of a module without what its errors say. Every line stays where it is."""
    if not module.startswith(_PACKAGE):
        return text
    with suppress(SyntaxError):  # the compiler reports it
        lines = text.splitlines(keepends=True)
        raised = [node.exc for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Raise)]
        calls = [each for each in raised if isinstance(each, ast.Call) and each.args]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset), reverse=True):
            if ast.unparse(call.func) in _FOR_PEOPLE or (_is_text(call.args[-1]) and len(call.args) == 1):
                _replace(lines, call, ast.unparse(call.func))
            elif _is_text(call.args[-1]):
                _replace(lines, call.args[-1], '""')
        text = "".join(lines)
    return text


def _is_text(node: ast.expr) -> bool:
    """A text, or one that is put together from others."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _replace(lines: list[str], node: ast.expr, new: str) -> None:
    """Puts something else in the place of an expression, and as many empty lines as it had more than one."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset]
    after = lines[last].encode()[node.end_col_offset :]
    lines[first : last + 1] = [before.decode() + new + "\n" * (last - first) + after.decode()]
