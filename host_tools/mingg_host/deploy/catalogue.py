"""Shortens the file of a language for a board: without comments, and with a code in place of each key.

A key is a third of a line on average. The board finds a message by the code that it computes from the key: see
firmware/mingg/lang. It knows a section with codes by their "=". The section [deal] keeps its keys: it is a dictionary
there, and every key press looks into it.
"""

from __future__ import annotations

from mingg.lang import RESIDENT, code


class CatalogueError(Exception):
    """Two keys of a file have the same code; the message names them."""


def shortened(catalogue: bytes) -> bytes:
    """Returns the file as it is on a board. Raises CatalogueError."""
    lines: list[bytes] = []
    section, keys = "", dict[bytes, str]()
    for line in catalogue.decode("utf-8").splitlines():
        key, equals, text = line.partition(" = ")
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            section = line[1:-1]
        elif equals and section not in ("", RESIDENT):
            other = keys.setdefault(code(key), key)
            if other != key:
                raise CatalogueError(f"[{section}]: the keys {other!r} and {key!r} have the same code. Rename one.")
            lines.append(code(key) + text.encode())
            continue
        lines.append(line.encode())
    return b"\n".join(lines) + b"\n"
