"""Reads TOML, and says in which line something is wrong."""

from __future__ import annotations

import re
import sys
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class TomlError(ValueError):
    """line: from 1; 0 if it is not known. message: what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


def parse(text: str) -> dict[str, Any]:
    """The values in a TOML text. Raises TomlError."""
    try:
        found: dict[str, Any] = tomllib.loads(text)
        return found
    except RecursionError:
        raise TomlError(0, "lists and tables are nested too deep; use fewer levels") from None
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = int(at[1] or text.count("\n") + (text[-1:] != "\n")) if at else 0
        raise TomlError(line, str(error)[: at.start()] if at else str(error)) from None
    except ValueError:  # Python reads no number of several thousand digits
        longest = max(re.finditer(r"\d[\d_]*", text), key=lambda found: len(found[0]))
        line = text.count("\n", 0, longest.start()) + 1
        raise TomlError(line, f"a number of {len(longest[0])} digits is too long; write a shorter one") from None
