"""Chooses the short names of a build.

First come words that MicroPython has in its own image, and that no source uses: a compiled file has only their number,
and a board does not search its names for them. Then come a0, a1 and so on.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

_WORD = re.compile(r"\w+")
# Words of MicroPython's static_qstr_list. Each file takes a byte for the first ones, two for the others. A class or the
# compiler gives the words with "__" a meaning, but they can be arguments.
ARGUMENTS = (
    *("__call__", "__delitem__", "__enter__", "__exit__", "__getattr__", "__hash__", "__int__", "__next__"),
    *("__qualname__", "__repr__", "__setitem__", "__str__"),
)
NAMES = (
    *("ArithmeticError", "AssertionError", "BaseException", "EOFError", "Ellipsis", "GeneratorExit"),
    *("IndentationError", "KeyboardInterrupt", "NameError", "NoneType", "OverflowError", "SyntaxError", "SystemExit"),
    *("ZeroDivisionError", "builtins", "bytecode", "callable", "classmethod", "dir", "endswith", "eval", "exec"),
    *("format", "from_bytes", "globals", "isalpha", "islower", "isspace", "issubclass", "isupper", "locals", "main"),
    *("popitem", "pow", "readline", "repr", "rindex", "rsplit", "sep", "staticmethod", "stop", "to_bytes"),
)


class ShortNames:
    """names, arguments: the words that are free."""

    def __init__(self, texts: Iterable[str], kept: Container[str] = ()) -> None:
        used: set[str] = set()
        for text in texts:
            used.update(_WORD.findall(text))
        self.names = [word for word in NAMES if word not in used and word not in kept]
        self.arguments = [word for word in ARGUMENTS if word not in used and word not in kept]

    def name(self, number: int) -> str:
        """Returns a short name for a function, a class, a constant or an attribute."""
        return self.names[number] if number < len(self.names) else f"a{number - len(self.names)}"

    def argument(self, number: int) -> str:
        """Returns a short name for an argument."""
        return self.arguments[number] if number < len(self.arguments) else f"_{number}"
