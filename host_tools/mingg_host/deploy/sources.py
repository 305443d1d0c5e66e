"""Reads a module of the firmware as a syntax tree, without what a board does not need, and writes a tree as text.

These are types, what only types need, docstrings, and the messages of errors in mingg.core and mingg.records: no screen
shows them, because the device has its own texts, in the player's language. The error classes stay. The messages in
`evening` and `ui` stay, too: some screens read them.

A file may replace a module of MicroPython's own. So a board searches the flash for `time` at each `import time`, and
that takes 1 to 3 ms. `import utime` means the same module, and MicroPython takes it at once.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mingg_host.common.untyped import untyped

_TERSE = ("mingg.core.", "mingg.records.")
# These errors lose all arguments. Other errors lose only a literal text.
_FOR_PEOPLE = ("BadInput", "BadHouse")
# Those that the firmware uses. `gc`, `sys` and `framebuf` cannot be replaced, and are found at once.
_REPLACEABLE = frozenset(("array", "binascii", "collections", "errno", "io", "json", "machine", "os", "time"))


def parsed(module: str, text: str, messages: bool = False) -> ast.Module:
    """Returns the tree of a module, with the lines of its source. messages: keep those of errors. Raises
    SyntaxError."""
    tree = ast.parse(text, module)
    tree.body = untyped(tree.body)
    stripped: ast.Module = _Stripped(module.startswith(_TERSE) and not messages).visit(tree)
    return stripped


_PARTS = ("body", "handlers", "orelse", "finalbody")  # of a statement: those with other statements
_WORDS = {"orelse": "else:", "finalbody": "finally:"}


class _Stripped(ast.NodeTransformer):
    def __init__(self, terse: bool) -> None:
        self.terse = terse

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.Pass(), node) if isinstance(node.value, ast.Constant) else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.Assign([node.target], node.value) if node.value else ast.Pass(), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        self.generic_visit(node)
        error = node.exc
        if self.terse and isinstance(error, ast.Call) and error.args:
            if ast.unparse(error.func) in _FOR_PEOPLE or (len(error.args) == 1 and _is_text(error.args[0])):
                node.exc = error.func
            elif _is_text(error.args[-1]):
                error.args[-1] = ast.copy_location(ast.Constant(""), error)
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        node.names = [
            ast.alias(f"u{alias.name}", alias.asname or alias.name) if alias.name in _REPLACEABLE else alias
            for alias in node.names
        ]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        if node.module in _REPLACEABLE:
            node.module = f"u{node.module}"
        return node


def _is_text(node: ast.expr) -> bool:
    """True for a string, and for strings joined by operators."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def unparsed(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def on_lines(tree: ast.Module) -> str:
    """Returns the text of a tree with each statement on the line that it has in the source."""
    lines: list[str] = []
    _put(tree.body, "", lines)
    return "\n".join(lines) + "\n"


def _put(body: Sequence[ast.stmt], indent: str, lines: list[str], word: str = "") -> None:
    """Adds statements to `lines`, one behind another if they are on the same line. word: what the first begins with."""
    before = 0
    for node in body:
        parts = {part: getattr(node, part) for part in _PARTS if getattr(node, part, None)}
        vars(node).update({part: [] for part in parts})
        heads = [indent + word + line for line in ast.unparse(node).split("\n")]
        line = node.lineno - len(getattr(node, "decorator_list", ()))
        if line == before:
            lines[-1] += f"; {heads[0].lstrip()}"
        else:
            lines += [""] * (line - 1 - len(lines)) + heads
        before = line
        for part, inner in parts.items():
            if part == "orelse" and isinstance(node, ast.If) and isinstance(inner[0], ast.If) and len(inner) == 1:
                _put(inner, indent, lines, "el")
                continue
            if part in _WORDS:
                lines.append(indent + _WORDS[part])
            _put(inner, indent if part == "handlers" else f"{indent} ", lines)
