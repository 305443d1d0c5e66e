"""Imports MicroPython's own modules by names that it does not look for on the flash.

A file may replace such a module. So a board searches the flash for `time` at each `import time`, and that takes 1 to 3
ms. `import utime` means the same module, and MicroPython takes it at once. Line numbers do not change.
"""

from __future__ import annotations

import ast
from contextlib import suppress

from mingg_host.deploy.trees import nodes

# Those that the firmware uses. `gc`, `sys` and `framebuf` cannot be replaced, and are found at once.
REPLACEABLE = frozenset(("array", "binascii", "collections", "errno", "io", "json", "machine", "os", "time"))


def direct(text: str) -> str:
    """Returns a source that imports `utime as time`. A source with a syntax error stays: the compiler reports it."""
    with suppress(SyntaxError):
        lines = [line.encode() for line in text.split("\n")]
        imports = [node for node in nodes(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
        for node in sorted(imports, key=lambda node: (node.lineno, node.col_offset), reverse=True):
            before, first, last = ast.dump(node), node.lineno - 1, (node.end_lineno or node.lineno) - 1
            if isinstance(node, ast.ImportFrom):
                if node.module in REPLACEABLE:
                    node.module = f"u{node.module}"
            else:
                node.names = [
                    ast.alias(f"u{alias.name}", alias.asname or alias.name) if alias.name in REPLACEABLE else alias
                    for alias in node.names
                ]
            if ast.dump(node) != before:
                new = lines[first][: node.col_offset] + ast.unparse(node).encode()
                rest = lines[last][node.end_col_offset or 0 :]
                lines[first : last + 1] = [new, *[b""] * (last - first)]
                lines[last] += rest
        return b"\n".join(lines).decode()
    return text
